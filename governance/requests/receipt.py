"""Staff correct when a request arrived: arrival counts, read or not (T2)."""

from datetime import datetime

from governance.access import database_now
from governance.audit import Actor
from governance.models import RequestState, SubjectRequest
from governance.requests.filing import BEFORE_FILING
from governance.requests.refusals import NotPossible
from governance.requests.timeline import happened, reckon


def correct_receipt(
    request: SubjectRequest, at: datetime, reason: str, actor: Actor
) -> None:
    """Every date follows. Raises :class:`NotPossible` for a time to come, long ago, or
    without a reason, and the clock's ``Refused`` where an event lies before it."""
    if not request.is_open or request.state == RequestState.RUNNING:
        raise NotPossible(f"not_from_{request.state}")
    if not reason:
        raise NotPossible("reason_missing")
    now = database_now()
    if not now - BEFORE_FILING <= at <= now:
        raise NotPossible("received_when")
    before = request.received_at
    request.received_at = at
    facts = {"from": before.isoformat(), "to": at.isoformat()}
    happened(
        request, "received_corrected", actor, text=reason, internal=True, facts=facts
    )
    reckon(request)
