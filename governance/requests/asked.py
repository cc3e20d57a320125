"""What the office asked the person, and the answer that their service hands over: a question
whose answer nobody can give would hold the request up for ever."""

import uuid
from collections.abc import Sequence

from governance.access import Caller, as_service_with
from governance.models import Person, RequestEvent, RequestState, SubjectRequest
from governance.requests.changing import changing
from governance.requests.clock import EventKind
from governance.requests.handing import handed_over, one_try_at_a_time
from governance.requests.refusals import NotPossible
from governance.requests.review import clarified
from governance.writing import Once

ANSWERED = 200


def question_of(request: SubjectRequest, events: Sequence[RequestEvent]) -> str:
    """What was asked last, where its answer is awaited; '' otherwise."""
    asked = [each for each in events if each.kind == EventKind.CLARIFICATION_ASKED]
    if not asked or request.state != RequestState.ON_HOLD:
        return ""
    return max(asked, key=lambda each: each.number).text


def answer(
    request_id: uuid.UUID, text: str, *, caller: Caller, once: Once | None = None
) -> None:
    """The person's answer, by the service that handed the request over; ``text`` has been
    scrubbed. With ``once`` a second try changes nothing.

    Raises ``NoSuchRequest``, and :class:`NotPossible` where nothing was asked.
    """
    request = handed_over(caller.service_id, request_id)
    if not request.person_ids:
        raise NotPossible("nobody_there")
    person_id = request.person_ids[0]
    with as_service_with(caller.service_id, person_id):
        if not Person.objects.filter(id=person_id, gone_at=None).exists():
            raise NotPossible("nobody_there")
        if once is None:
            _answer(request_id, text, caller)
            return
        one_try_at_a_time(person_id)
        if once.noted(person_id, caller):
            return
        _answer(request_id, text, caller)
        once.note(request_id, ANSWERED, person_id, caller)


def _answer(request_id: uuid.UUID, text: str, caller: Caller) -> None:
    with changing(request_id) as row:
        waits = row.state == RequestState.ON_HOLD
        if row.is_open and row.state != RequestState.RUNNING and not waits:
            raise NotPossible("nothing_asked")
        clarified(row, text, caller.actor)
