"""A request that was decided is done, by jobs that may die at any moment: each step is asked
for by what is there already, so that none happens twice and none is left out."""

import logging
import uuid
from collections.abc import Callable, Iterator, Mapping

from governance.access import (
    as_service_with,
    as_staff_with,
    as_sweeper,
    lock_for_erasing,
)
from governance.audit import SYSTEM
from governance.erasure import NO_UNDO, ask, erase_whole
from governance.models import (
    ErasureRun,
    Memory,
    Person,
    RequestEvent,
    RequestState,
    Right,
    RunState,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.packing import (
    NOBODY,
    PACKAGE_TROUBLE,
    PACKED,
    left_of_package,
    order_package,
)
from governance.requests.reaching import NO_WAY
from governance.requests.scope import records_of, roots_of, runs_of
from governance.requests.timeline import happened

log = logging.getLogger(__name__)

BATCH = 200
TROUBLE = "erasure_failed"
TROUBLES = {TROUBLE, PACKAGE_TROUBLE, NOBODY, NO_WAY}


def running() -> list[uuid.UUID]:
    """Requests that are being done, the most urgent first."""
    with as_sweeper():
        rows = SubjectRequest.objects.filter(state=RequestState.RUNNING)
        return list(rows.order_by("due", "id").values_list("id", flat=True)[:BATCH])


def follow(request_id: uuid.UUID) -> bool:
    """Takes every step that can be taken now; whether the request is done. One that
    fails is logged by id, and taken up again by the sweeper."""
    try:
        return _follow(request_id)
    except Exception:
        log.exception("request %s could not go on", request_id)
        return False


def _follow(request_id: uuid.UUID) -> bool:
    with as_sweeper():
        request = SubjectRequest.objects.filter(id=request_id).first()
    if request is None or request.state != RequestState.RUNNING:
        return False
    if request.right == Right.ERASURE:
        _begin_erasures(request)
    if request.right in PACKED:
        order_package(request)
    return _finish(request)


def _begin_erasures(request: SubjectRequest) -> None:
    for person_id, service_id in records_of(request.person_ids):
        with as_service_with(service_id, person_id):
            lock_for_erasing(person_id)
            mine = ErasureRun.objects.owned_by(person_id)
            if mine.filter(unit=request.id).exists():
                continue
            _begin(request, person_id, service_id)


def _begin(
    request: SubjectRequest, person_id: uuid.UUID, service_id: uuid.UUID
) -> None:
    if request.everything:
        erase_whole(person_id, service_id, actor=SYSTEM, unit=request.id)
        return
    roots = roots_of(request, person_id, service_id)
    if roots:
        ask(
            roots,
            person_id=person_id,
            service_id=service_id,
            actor=SYSTEM,
            undo=NO_UNDO,
            unit=request.id,
        )


def _finish(request: SubjectRequest) -> bool:
    """Done only where nothing speaks against it; what does is written down as trouble."""
    why_not = what_is_left(request)
    if why_not:
        _note_trouble(request, why_not if why_not in TROUBLES else "")
        return False
    with as_sweeper(), changing(request.id) as row:
        if row.state != RequestState.RUNNING:
            return False
        row.trouble = ""
        happened(row, "done", SYSTEM, to=RequestState.DONE)
    return True


def _note_trouble(request: SubjectRequest, trouble: str) -> None:
    """Without a new version: whoever looks at the request may still act on what they
    see."""
    with as_sweeper():
        rows = SubjectRequest.objects.filter(id=request.id, state=RequestState.RUNNING)
        rows.exclude(trouble=trouble).update(trouble=trouble)


def what_is_left(request: SubjectRequest) -> str:
    """Why a request is not done yet, as a fixed word; '' where it is. Outside of any
    scope: each person is looked into afresh."""
    return LEFT[request.right](request)


def _left_of_erasure(request: SubjectRequest) -> str:
    with as_sweeper():
        states = set(runs_of(request).values_list("state", flat=True))
    if RunState.NEEDS_ATTENTION in states:
        return TROUBLE
    if states - {RunState.DONE}:
        return "under_way"
    return "data_left" if any(map(bool, _alive(request))) else ""


def _alive(request: SubjectRequest) -> Iterator[bool]:
    """Of each record that there is or was: whether anything meant is left, but for what a
    hold keeps."""
    with as_sweeper():
        ran = set(runs_of(request).values_list("person_id", "service_id"))
    for person_id, service_id in ran | set(records_of(request.person_ids)):
        with as_service_with(service_id, person_id):
            rows = Memory.objects.owned_by(person_id).filter(held=False)
            if not request.everything:
                rows = rows.filter(id__any_of=request.memory_ids)
            yield rows.exists()


def _left_of_restriction(request: SubjectRequest) -> str:
    with as_staff_with(*request.person_ids):
        rows = Person.objects.filter(id__in=request.person_ids, gone_at=None)
        return "not_restricted" if rows.filter(restricted_at=None).exists() else ""


def _left_of_rectification(request: SubjectRequest) -> str:
    with as_sweeper():
        mine = RequestEvent.objects.filter(request_id=request.id)
        return "" if mine.filter(kind="all_corrected").exists() else "nothing_corrected"


LEFT: Mapping[str, Callable[[SubjectRequest], str]] = {
    Right.ERASURE: _left_of_erasure,
    Right.RESTRICTION: _left_of_restriction,
    Right.OBJECTION: _left_of_restriction,
    Right.RECTIFICATION: _left_of_rectification,
    Right.ACCESS: left_of_package,
    Right.PORTABILITY: left_of_package,
}
