"""That somebody has seen, or skipped, the tour of the first visit."""

from django.db.models.functions import Now

from governance.models import Account


def note_tour(account: Account) -> None:
    """It is not offered again. About the pages and nobody's data: no audit entry."""
    Account.objects.filter(id=account.id, toured_at=None).update(toured_at=Now())
