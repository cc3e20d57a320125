"""Who asks: signed in is enough, a mailbox is proved by a code, and staff may be sure of it
by other means, which stands on record. No document is asked for by default (law.md)."""

import uuid
from collections.abc import Sequence

from governance.access import database_now
from governance.audit import Actor
from governance.models import RequestEvent, RequestState, SubjectRequest
from governance.requests.clock import EventKind
from governance.requests.effects import take_effect
from governance.requests.joining import JOINABLE, join_earlier
from governance.requests.refusals import NotPossible
from governance.requests.timeline import happened

BY_STAFF = "staff"


def ask_identity(request: SubjectRequest, question: str, actor: Actor) -> None:
    """Doubts are reasonable, and only what is needed is asked for (Art. 12(6)); the letter
    follows. Inside ``changing``."""
    if request.verified_at is not None:
        raise NotPossible("identity_known")
    if not question:
        raise NotPossible("question_missing")
    to = None if request.state == RequestState.NEEDS_IDENTITY else _NEEDS
    happened(request, EventKind.IDENTITY_ASKED, actor, text=question, to=to)


def confirm_identity(
    request: SubjectRequest,
    actor: Actor,
    *,
    by: str,
    person_ids: Sequence[uuid.UUID] = (),
    account_id: uuid.UUID | None = None,
    how: str = "",
) -> None:
    """It is theirs; from this transaction on it has an effect, and joins what the same
    person had asked for before. ``how`` says by what staff are sure (scrubbed).

    Inside ``changing`` and a scope that may change those persons. Raises
    :class:`NotPossible` without a reason, and where it is known already.
    """
    if request.verified_at is not None:
        raise NotPossible("identity_known")
    if by == BY_STAFF and not how:
        raise NotPossible("reason_missing")
    asked = request.state == RequestState.NEEDS_IDENTITY
    request.person_ids = sorted({*request.person_ids, *person_ids})
    request.account_id = request.account_id or account_id
    request.verified_at, request.verified_by = database_now(), by
    kind = EventKind.IDENTITY_RECEIVED if asked and _was_asked(request) else "verified"
    facts = {"by": by, "persons": len(request.person_ids)}
    happened(request, kind, actor, facts=facts, to=RequestState.IN_REVIEW)
    if how:
        happened(request, "note", actor, text=how, internal=True)
    take_effect(request, actor)
    join_earlier(request, actor)


def add_persons(
    request: SubjectRequest, person_ids: Sequence[uuid.UUID], actor: Actor, *, how: str
) -> None:
    """Staff found out which records are meant, which somebody without sign-in cannot say;
    raises :class:`NotPossible` once it is decided."""
    open_ones = (*JOINABLE, RequestState.NEEDS_IDENTITY)
    if request.state not in open_ones or request.decision:
        raise NotPossible("decided")
    if not how:
        raise NotPossible("reason_missing")
    request.person_ids = sorted({*request.person_ids, *person_ids})
    happened(
        request,
        "persons_named",
        actor,
        text=how,
        internal=True,
        facts={"persons": [str(each) for each in person_ids]},
    )
    if request.verified_at:
        take_effect(request, actor)


_NEEDS = RequestState.NEEDS_IDENTITY


def _was_asked(request: SubjectRequest) -> bool:
    mine = RequestEvent.objects.filter(request_id=request.id)
    return mine.filter(kind=EventKind.IDENTITY_ASKED).exists()
