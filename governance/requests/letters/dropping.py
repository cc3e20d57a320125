"""Letters go with their request."""

import uuid
from collections.abc import Sequence

from django.contrib.postgres.functions import TransactionNow

from governance.models import Letter, LetterChannel


def drop_letters(request_ids: Sequence[uuid.UUID]) -> int:
    """Deletes every letter of these requests, whatever became of it, and gives how many.
    Call it in the sweeper's scope, in the transaction in which the requests go."""
    rows = Letter.objects.filter(request_id__in=request_ids)
    # The policy compares with the time of the transaction, not of the statement.
    rows.update(expires_at=TransactionNow())
    gone, _ = rows.filter(expires_at__lte=TransactionNow()).delete()
    return gone


def leave_account(account_id: uuid.UUID) -> int:
    """No page shows these letters any more: the account is closed. Call it in the scope
    of staff or the sweeper."""
    theirs = Letter.objects.filter(account_id=account_id)
    on_page = theirs.filter(channel=LetterChannel.PAGE)
    left = on_page.update(account_id=None, channel=LetterChannel.HAND)
    return left + theirs.update(account_id=None)
