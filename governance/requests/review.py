"""What the staff do with a request that is known to be the person's: take it up, ask, tell
that it takes longer, decide, and let a second person agree."""

from contextlib import suppress

from django.conf import settings

from governance.access import database_now
from governance.audit import Actor
from governance.dispatch import run_later
from governance.erasure import NotStopped, retry
from governance.models import (
    Decision,
    Ground,
    Person,
    RequestState,
    Right,
    RunState,
    SubjectRequest,
)
from governance.requests.clock import EventKind
from governance.requests.effects import AT_ONCE, lift
from governance.requests.joining import undecide
from governance.requests.keeping import keeps_anything
from governance.requests.refusals import NotPossible
from governance.requests.scope import runs_of
from governance.requests.timeline import happened

RUN = "follow_request"
UNPROVED = (RequestState.RECEIVED, RequestState.NEEDS_IDENTITY)
"""Who never proves who they are is refused from here, with reasons (Art. 12(4))."""


def note(request: SubjectRequest, text: str, actor: Actor, *, internal: bool) -> None:
    """A note of the staff's (internal), or of the person to the staff."""
    if not text:
        raise NotPossible("text_missing")
    happened(request, "note", actor, text=text, internal=internal)


def clarify(request: SubjectRequest, question: str, actor: Actor) -> None:
    """Asks the person which of it they mean (recital 63 GDPR)."""
    if not question:
        raise NotPossible("question_missing")
    _in_review(request)
    happened(
        request,
        EventKind.CLARIFICATION_ASKED,
        actor,
        text=question,
        to=RequestState.ON_HOLD,
    )


def clarified(request: SubjectRequest, answer: str, actor: Actor) -> None:
    """The person has answered; what was decided before is open again."""
    if request.state != RequestState.ON_HOLD:
        raise NotPossible(f"not_from_{request.state}")
    if not answer:
        raise NotPossible("text_missing")
    undecide(request)
    happened(
        request,
        EventKind.CLARIFICATION_RECEIVED,
        actor,
        text=answer,
        to=RequestState.IN_REVIEW,
    )


def go_on(request: SubjectRequest, actor: Actor) -> None:
    """No answer came to what was asked: it goes on without, and is decided as well as it
    can be. The days of waiting count, for nobody has answered in them."""
    if request.state != RequestState.ON_HOLD:
        raise NotPossible(f"not_from_{request.state}")
    undecide(request)
    happened(
        request,
        EventKind.CLARIFICATION_UNANSWERED,
        actor,
        to=RequestState.IN_REVIEW,
    )


def extend(request: SubjectRequest, reasons: str, actor: Actor) -> None:
    """Two further months (Art. 12(3)), once, told with reasons in the first month; the
    clock raises ``Refused`` where it is too late or a second time."""
    if not reasons:
        raise NotPossible("reason_missing", rule="T6")
    if not request.is_open or request.state == RequestState.RUNNING:
        raise NotPossible(f"not_from_{request.state}")
    happened(request, EventKind.EXTENDED, actor, text=reasons)


def second_needed(request: SubjectRequest, decision: Decision) -> bool:
    """Whether a second person has to agree, as the deployment says; unless it says
    otherwise to an erasure of everything, and to every refusal (Art. 12(5) needs reasons
    that stand up)."""
    if decision == Decision.NOTHING:
        return False
    if decision == Decision.REFUSE:
        return "refusal" in settings.SECOND_PERSON
    asked: set[str] = {request.right}
    if request.right == Right.ERASURE and request.everything:
        asked.add("erasure_of_everything")
    return bool(asked & settings.SECOND_PERSON)


def decide(
    request: SubjectRequest,
    decision: Decision,
    actor: Actor,
    *,
    reasons: str = "",
    ground: str = "",
    scope_seen: str = "",
) -> None:
    """Decides; goes on at once where no second person has to agree. In a scope that sees
    those whom it is about. Raises :class:`NotPossible` where something that the decision
    needs is missing."""
    if decision != Decision.REFUSE or request.verified_at is not None:
        _in_review(request)
    elif request.state not in UNPROVED:
        raise NotPossible(f"not_from_{request.state}")
    _refuse_incomplete(request, decision, reasons, ground)
    undecide(request)
    request.decision, request.ground = decision, ground
    request.scope_seen = scope_seen
    request.decided_by, request.decided_at = actor.id, database_now()
    request.second_needed = second_needed(request, decision)
    facts = {"decision": decision.value, "ground": ground}
    happened(request, "decided", actor, text=reasons, facts=facts)
    if not request.second_needed:
        carry_on(request, actor)


def approve(request: SubjectRequest, actor: Actor, *, scope_seen: str = "") -> None:
    """A second person agrees. Raises :class:`NotPossible` for the one who decided, and
    where the scope is another one than what was decided about."""
    if not request.decision or not request.second_needed or not request.is_open:
        raise NotPossible("nothing_to_approve")
    if actor.id == request.decided_by:
        raise NotPossible("second_person")
    if scope_seen != request.scope_seen:
        raise NotPossible("scope_changed")
    request.approved_by, request.approved_at = actor.id, database_now()
    happened(request, "approved", actor, internal=True)
    carry_on(request, actor)


def send_back(request: SubjectRequest, reasons: str, actor: Actor) -> None:
    """The second person does not agree."""
    if not request.decision or request.state == RequestState.RUNNING:
        raise NotPossible("nothing_to_approve")
    if not reasons:
        raise NotPossible("reason_missing")
    undecide(request)
    happened(request, "sent_back", actor, text=reasons, internal=True)


def carry_on(request: SubjectRequest, actor: Actor) -> None:
    """What was decided begins: the refusal is final, anything else runs, and where there
    is nothing it is done with that."""
    if request.decision == Decision.REFUSE:
        happened(request, "refused", actor, to=RequestState.REFUSED)
        if request.right in AT_ONCE and request.verified_at:
            lift(request, actor)
        return
    if request.decision == Decision.NOTHING:
        happened(request, "nothing_found", actor, to=RequestState.DONE)
        return
    happened(request, "begun", actor, to=RequestState.RUNNING)
    run_later(RUN, request.id)


def look_again(request: SubjectRequest, actor: Actor) -> None:
    """Whom it is about was erased meanwhile, so that nothing can be handed out: back to
    where it can be refused or withdrawn."""
    if request.trouble != "nobody_there":
        raise NotPossible(f"not_from_{request.state}")
    request.trouble = ""
    undecide(request)
    happened(request, "looked_again", actor, to=RequestState.IN_REVIEW)


def try_again(request: SubjectRequest, actor: Actor) -> None:
    """What could not go on by itself is taken up again, its stopped erasures first."""
    for run in runs_of(request).filter(state=RunState.NEEDS_ATTENTION):
        with suppress(NotStopped):  # from the overview, a moment ago
            retry(run, actor=actor)
    request.trouble = ""
    happened(request, "tried_again", actor, internal=True)
    run_later(RUN, request.id)


def withdraw(request: SubjectRequest, actor: Actor) -> None:
    """The person takes it back; until it runs."""
    if request.state == RequestState.RUNNING:
        raise NotPossible("under_way")
    happened(request, "withdrawn", actor, to=RequestState.WITHDRAWN)
    if request.right in AT_ONCE and request.verified_at:
        lift(request, actor)


def _in_review(request: SubjectRequest) -> None:
    if request.state != RequestState.IN_REVIEW:
        raise NotPossible(f"not_from_{request.state}")


def _refuse_incomplete(
    request: SubjectRequest, decision: Decision, reasons: str, ground: str
) -> None:
    if decision in (Decision.REFUSE, Decision.PARTLY) and not reasons:
        raise NotPossible("reason_missing", rule="T8")
    if decision == Decision.REFUSE:
        return
    if decision == Decision.NOTHING:
        _refuse_something(request, reasons)
        return
    if request.right == Right.ERASURE and ground not in Ground.values:
        raise NotPossible("ground_missing")
    if not request.person_ids:
        raise NotPossible("persons_missing")
    _refuse_no_part(request, decision)


def _refuse_no_part(request: SubjectRequest, decision: Decision) -> None:
    """All but a part is erased only where there is one: what nobody holds would go with
    the rest, whatever was decided."""
    parted = decision == Decision.PARTLY and request.right == Right.ERASURE
    if parted and not keeps_anything(request):
        raise NotPossible("nothing_held")


def _refuse_something(request: SubjectRequest, looked: str) -> None:
    """Somebody looked, says where, and there is no record: whoever asks is told so, for
    Art. 15(1) wants it confirmed whether or not."""
    if not looked:
        raise NotPossible("looked_missing")
    rows = Person.objects.filter(id__in=request.person_ids, gone_at=None)
    if rows.exists():
        raise NotPossible("records_there")
