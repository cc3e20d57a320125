"""Whether this server sends mail at all, and notices to an account."""

from allauth.account.adapter import get_adapter
from django.conf import settings

from governance.models import Account


def mail_is_sent() -> bool:
    """Without a mail server the pages say so instead of promising a letter."""
    return "dummy" not in settings.EMAIL_BACKEND


def tell(account: Account, what: str) -> None:
    """A notice to the account's address: ``templates/account/email/<what>_*.txt``."""
    get_adapter().send_notification_mail(f"account/email/{what}", account)
