"""A request that was decided is done, by jobs that may die at any moment: each step is asked
for by what is there already, so that none happens twice and none is left out."""

import logging
import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta

from django.db import DatabaseError
from django.db.models import Max, Model, Q

from governance.access import (
    as_service_with,
    as_staff_with,
    as_sweeper,
    database_now,
    lock_for_erasing,
)
from governance.audit import SYSTEM
from governance.erasure import NO_UNDO, ask, erase_whole, lock_runs_first
from governance.models import (
    ErasureRun,
    Memory,
    Package,
    PackageRedaction,
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
    PASSAGES,
    left_of_package,
    order_package,
)
from governance.requests.reaching import NO_WAY
from governance.requests.scope import records_of, roots_of, runs_of
from governance.requests.timeline import happened

log = logging.getLogger(__name__)

BATCH = 200
TROUBLE = "erasure_failed"
TROUBLES = {TROUBLE, PACKAGE_TROUBLE, NOBODY, NO_WAY, PASSAGES}
"""What waits for somebody; the rest goes on by itself."""
STUCK = "stuck"
PATIENCE = timedelta(hours=6)
"""Without a sign of life. Most is done in minutes, and each batch of a large erasure is a
sign; a worker that stopped in the evening is known of before the office opens."""
OF_STAFF = "nothing_corrected"


def running() -> Iterator[uuid.UUID]:
    """Requests that are being done, the most urgent first, to the last: those that wait
    for people stand in nobody's way."""
    after: Q = Q()
    while page := _running(after):
        yield from (request_id for _due, request_id in page)
        due, last = page[-1]
        after = Q(due__gt=due) | Q(due=due, id__gt=last)


def _running(after: Q) -> list[tuple[date, uuid.UUID]]:
    with as_sweeper():
        rows = SubjectRequest.objects.filter(after, state=RequestState.RUNNING)
        return list(rows.order_by("due", "id").values_list("due", "id")[:BATCH])


def follow(request_id: uuid.UUID) -> bool:
    """Takes every step that can be taken now; whether the request is done. One that
    fails is logged by id, is trouble, and is taken up again by the sweeper."""
    try:
        return _follow(request_id)
    except Exception:
        log.exception("request %s could not go on", request_id)
    try:
        _note_trouble(request_id, STUCK)
    except DatabaseError:
        log.warning("the trouble of request %s could not be noted", request_id)
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
            lock_runs_first(person_id)
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
    roots = roots_of(request, person_id)
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
        _note_trouble(request.id, _trouble(request, why_not))
        return False
    with as_sweeper(), changing(request.id) as row:
        if row.state != RequestState.RUNNING:
            return False
        row.trouble = ""
        happened(row, "done", SYSTEM, to=RequestState.DONE)
    return True


def _trouble(request: SubjectRequest, why_not: str) -> str:
    if why_not in TROUBLES:
        return why_not
    return STUCK if why_not != OF_STAFF and _silent(request) else ""


def _silent(request: SubjectRequest) -> bool:
    """Whether nothing has moved for hours: no person, no erasure, no package."""
    moved = ("begun", "tried_again")
    with as_sweeper():
        signs = [
            *_newest(RequestEvent, "at", request_id=request.id, kind__in=moved),
            *_newest(ErasureRun, "lease_until", unit=request.id),
            *_newest(ErasureRun, "finished_at", unit=request.id),
            *_newest(Package, "lease_until", request_id=request.id),
            *_newest(Package, "created_at", request_id=request.id),
            *_newest(PackageRedaction, "decided_at", request_id=request.id),
        ]
        return bool(signs) and max(signs) < database_now() - PATIENCE


def _newest(model: type[Model], column: str, **named: object) -> list[datetime]:
    found = model._default_manager.filter(**named).aggregate(at=Max(column))["at"]
    return [found] if found else []


def _note_trouble(request_id: uuid.UUID, trouble: str) -> None:
    """Without a new version: whoever looks at the request may still act on what they
    see."""
    with as_sweeper():
        rows = SubjectRequest.objects.filter(id=request_id, state=RequestState.RUNNING)
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
        return "" if mine.filter(kind="all_corrected").exists() else OF_STAFF


LEFT: Mapping[str, Callable[[SubjectRequest], str]] = {
    Right.ERASURE: _left_of_erasure,
    Right.RESTRICTION: _left_of_restriction,
    Right.OBJECTION: _left_of_restriction,
    Right.RECTIFICATION: _left_of_rectification,
    Right.ACCESS: left_of_package,
    Right.PORTABILITY: left_of_package,
}
