"""A restriction or an objection that was granted ends: the staff end a restriction, of which
the person is told before (Art. 18(3) GDPR); the person ends their own at once."""

import logging
import uuid
from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from governance.access import as_staff, as_staff_with
from governance.audit import SYSTEM, Actor
from governance.models import (
    WITH_THE_READER,
    Decision,
    Letter,
    LetterKind,
    LetterState,
    RequestEvent,
    RequestState,
    Right,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.effects import AT_ONCE, LIFTED, lift, still_wanted
from governance.requests.refusals import NotPossible
from governance.requests.timeline import happened

log = logging.getLogger(__name__)

BATCH = 100


def in_force(request: SubjectRequest, events: Iterable[RequestEvent]) -> bool:
    """Whether it was granted and holds until somebody ends it."""
    granted = request.state == RequestState.DONE and request.right in AT_ONCE
    lifted = any(each.kind == LIFTED for each in events)
    return granted and request.decision != Decision.NOTHING and not lifted


def being_told(letters: Iterable[Letter]) -> bool:
    """Whether the person is being told already that it ends."""
    return any(
        each.kind == LetterKind.LIFTED and each.state in WITH_THE_READER
        for each in letters
    )


def announce(request: SubjectRequest, reasons: str, actor: Actor) -> None:
    """It is to end; the letter that says so goes in the same transaction, and when it has
    gone, it ends (:func:`lift_told`). Inside a scope that sees those whom it is about.

    Raises :class:`NotPossible` without reasons, for what nobody granted, and where the
    same person wants it by another request still: the letter would be wrong.
    """
    _refuse_not_in_force(request)
    if request.right != Right.RESTRICTION:
        raise NotPossible("not_theirs_to_end")
    if not reasons:
        raise NotPossible("reason_missing")
    if still_wanted(request):
        raise NotPossible("wanted_still")
    happened(request, "ending_told", actor, text=reasons)


def lift_told() -> int:
    """Ends each restriction of which the person was told so; gives how many. A letter that
    nobody could deliver, or that waits for staff to hand it over, ends nothing."""
    return sum(map(_lifted, _told()))


def use_again(request: SubjectRequest, actor: Actor, *, how: str = "") -> None:
    """The person wants it used again: it ends at once. ``how`` says by what the staff know
    that they do (scrubbed). Inside a scope that may change those whom it is about."""
    _refuse_not_in_force(request)
    happened(request, LIFTED, actor, text=how)
    lift(request, actor)


def _told() -> list[SubjectRequest]:
    with as_staff():
        told = Letter.objects.filter(kind=LetterKind.LIFTED, state=LetterState.SENT)
        over = RequestEvent.objects.filter(kind=LIFTED, request_id=OuterRef("id"))
        rows = SubjectRequest.objects.filter(
            id__in=told.values("request_id"), state=RequestState.DONE
        ).exclude(Exists(over))
        return list(rows.order_by("received_at", "id")[:BATCH])


def _lifted(request: SubjectRequest) -> bool:
    """One that fails is logged by id, and ended the next time; it harms no other."""
    try:
        return _lift(request)
    except Exception:
        log.exception("the restriction of request %s could not be ended", request.id)
        return False


def _lift(request: SubjectRequest) -> bool:
    with as_staff_with(*request.person_ids), changing(request.id) as row:
        if not in_force(row, _events(row.id)):
            return False
        happened(row, LIFTED, SYSTEM)
        lift(row, SYSTEM)
    return True


def _refuse_not_in_force(request: SubjectRequest) -> None:
    if not in_force(request, _events(request.id)):
        raise NotPossible("not_in_force")


def _events(request_id: uuid.UUID) -> list[RequestEvent]:
    return list(RequestEvent.objects.filter(request_id=request_id, kind=LIFTED))
