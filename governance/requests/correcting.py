"""Staff correct a memory for a person who asked for it (Art. 16 GDPR); what was derived from
the old text goes, and is derived again."""

import uuid

from governance.access import as_service_with, as_staff, own_hand
from governance.audit import Actor
from governance.correcting import correct
from governance.dispatch import run_later
from governance.models import Person, RequestEvent, RequestState, Right, SubjectRequest
from governance.requests.changing import changing
from governance.requests.refusals import NotPossible
from governance.requests.review import RUN
from governance.requests.scope import records_of
from governance.requests.timeline import happened


def being_corrected(person_id: uuid.UUID) -> SubjectRequest | None:
    """The correction of this person's that is being done; in a scope of the staff."""
    rows = SubjectRequest.objects.filter(
        right=Right.RECTIFICATION,
        state=RequestState.RUNNING,
        person_ids__contains=[person_id],
    )
    return rows.order_by("due").first()


def correct_for(
    person_id: uuid.UUID, memory_id: uuid.UUID, text: str, actor: Actor
) -> None:
    """Outside of any scope. Raises :class:`NotPossible` where no correction is being done
    for this person, and what ``correct`` raises."""
    with as_staff():
        request = being_corrected(person_id)
    found = records_of([person_id])
    if request is None or not found:
        raise NotPossible("not_asked")
    service_id = found[0][1]
    with as_service_with(service_id, person_id):
        person = Person.objects.select_related("service").get(id=person_id)
    caller = own_hand(person.service, actor)
    correct(memory_id, {"text": text}, person_id=person_id, caller=caller)
    with as_staff(), changing(request.id) as row:
        happened(row, "corrected", actor, facts={"memory": str(memory_id)})


def corrected(request: SubjectRequest, actor: Actor) -> None:
    """Everything that was wrong is right now: the request may be finished."""
    if request.right != Right.RECTIFICATION or request.state != RequestState.RUNNING:
        raise NotPossible("not_asked")
    mine = RequestEvent.objects.filter(request_id=request.id)
    if not mine.filter(kind="corrected").exists():
        raise NotPossible("nothing_corrected")
    happened(request, "all_corrected", actor)
    run_later(RUN, request.id)
