"""Whether this server sends mail at all, and notices to an account."""

from allauth.account.adapter import get_adapter

from governance.models import Account
from governance.requests.letters import mail_is_sent

__all__ = ["mail_is_sent", "tell"]


def tell(account: Account, what: str) -> None:
    """A notice to the account's address: ``templates/account/email/<what>_*.txt``."""
    get_adapter().send_notification_mail(f"account/email/{what}", account)
