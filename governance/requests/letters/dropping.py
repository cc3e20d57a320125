"""Letters go with their request."""

import uuid
from collections.abc import Sequence

from django.db.models.functions import Now

from governance.models import Letter


def drop_letters(request_ids: Sequence[uuid.UUID]) -> int:
    """Deletes every letter of these requests, whatever became of it, and gives how many.
    Call it in the sweeper's scope, in the transaction in which the requests go."""
    Letter.objects.filter(request_id__in=request_ids).update(expires_at=Now())
    gone, _ = Letter.objects.filter(
        request_id__in=request_ids, expires_at__lte=Now()
    ).delete()
    return gone


def leave_account(account_id: uuid.UUID) -> int:
    """No page shows these letters any more: the account is closed. Call it in the scope
    of staff or the sweeper."""
    return Letter.objects.filter(account_id=account_id).exclude(channel="page").update(
        account_id=None
    ) + Letter.objects.filter(account_id=account_id, channel="page").update(
        account_id=None, channel="hand"
    )
