"""What services hand over for people and follow: each its own, and nobody else's."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection
from django.db.models import QuerySet

from governance.access import Caller, as_service, as_service_with, as_staff_with
from governance.models import (
    Channel,
    ErasureRun,
    Memory,
    RequestEvent,
    Right,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.clock import Dates
from governance.requests.filing import BY_SERVICE, Filed, file_request
from governance.requests.refusals import NoSuchMemory, NoSuchRequest
from governance.requests.review import withdraw
from governance.requests.timeline import CLOCK, dates_of
from governance.writing import Lapsed, Once

MADE, JOINED = 201, 200


@dataclass(frozen=True)
class Handed:
    """What a service says of a request. ``words`` are scrubbed; no ``memory_ids`` is
    everything that it wrote; ``checked`` says that it has made sure who asks."""

    right: Right
    language: str
    words: str = ""
    contact: str = ""
    memory_ids: Sequence[uuid.UUID] = ()
    received_at: datetime | None = None
    checked: bool = False
    channel: Channel = Channel.SERVICE


@dataclass(frozen=True)
class Followed:
    """A request as its service may see it, with its dates, its erasures, and the events
    that the clock knows."""

    request: SubjectRequest
    dates: Dates
    erasures: Sequence[uuid.UUID]
    events: Sequence[RequestEvent]


def hand_over(
    handed: Handed, *, person_id: uuid.UUID, caller: Caller, once: Once | None = None
) -> tuple[SubjectRequest, int]:
    """The request, and 201, or 200 where it joined an open one. With ``once`` a second
    try is answered as the first.

    Raises :class:`NoSuchMemory` for memories that are not this service's of this person,
    ``NotPossible`` and the clock's ``Refused`` for a receipt that cannot be.
    """
    with as_service_with(caller.service_id, person_id):
        if once is None:
            return _filed(handed, person_id, caller)
        one_try_at_a_time(person_id)
        noted = once.noted(person_id, caller)
        if noted:
            return _again(noted.memory_id), noted.status
        row, status = _filed(handed, person_id, caller)
        once.note(row.id, status, person_id, caller)
        return row, status


def take_back(request_id: uuid.UUID, *, caller: Caller) -> None:
    """The person withdraws by the service that handed it over; until it is being done.

    A restriction ends with it unless another request wants it still. That may have come
    by any way, so it is looked for in a scope that sees them all.
    """
    request = handed_over(caller.service_id, request_id)
    with as_staff_with(*request.person_ids), changing(request_id) as row:
        withdraw(row, caller.actor)


def handed_over(service_id: uuid.UUID, request_id: uuid.UUID) -> SubjectRequest:
    """One of this service's own, or :class:`NoSuchRequest`; outside of any scope."""
    with as_service(service_id):
        mine = SubjectRequest.objects.filter(service_id=service_id)
        found = mine.filter(id=request_id).first()
    if found is None:
        raise NoSuchRequest
    return found


def handed_over_about(
    service_id: uuid.UUID, person_id: uuid.UUID
) -> QuerySet[SubjectRequest]:
    """All of this service's about one person; inside its scope."""
    return SubjectRequest.objects.filter(
        service_id=service_id, person_ids__contains=[person_id]
    )


def followed(
    requests: Sequence[SubjectRequest], service_id: uuid.UUID
) -> list[Followed]:
    """Each with its dates and erasures, by two queries for all; in the service's scope."""
    events, runs = _events(requests), _runs(requests, service_id)
    return [
        Followed(
            each, told_dates(each, events[each.id]), runs[each.id], events[each.id]
        )
        for each in requests
    ]


def told_dates(
    request: SubjectRequest, events: Sequence[RequestEvent] | None = None
) -> Dates:
    """Explained, with the due date that the row has: the queue is sorted by that one."""
    return replace(dates_of(request, events), due=request.due)


def _filed(
    handed: Handed, person_id: uuid.UUID, caller: Caller
) -> tuple[SubjectRequest, int]:
    filed = Filed(
        right=handed.right,
        channel=handed.channel,
        language=handed.language,
        words=handed.words,
        contact=handed.contact,
        service_id=caller.service_id,
        person_ids=[person_id],
        memory_ids=_named(handed.memory_ids, person_id, caller.service_id),
        received_at=handed.received_at,
        verified_by=BY_SERVICE if handed.checked else "",
    )
    row, joined = file_request(filed, caller.actor)
    # Read anew: the times of a new row are the database's.
    return SubjectRequest.objects.get(id=row.id), JOINED if joined else MADE


def _named(
    memory_ids: Iterable[uuid.UUID], person_id: uuid.UUID, service_id: uuid.UUID
) -> list[uuid.UUID]:
    wanted = set(memory_ids)
    mine = Memory.objects.owned_by(person_id).written_by(service_id)
    told = mine.told_to_services().unexpired().filter(id__in=wanted)
    if wanted - set(told.values_list("id", flat=True)):
        raise NoSuchMemory
    return sorted(wanted)


def one_try_at_a_time(person_id: uuid.UUID) -> None:
    """Two tries of one call wait for each other here."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))",
            [f"request once/{person_id}"],
        )


def _again(request_id: uuid.UUID) -> SubjectRequest:
    row = SubjectRequest.objects.filter(id=request_id).first()
    if row is None:
        raise Lapsed
    return row


def _events(
    requests: Sequence[SubjectRequest],
) -> Mapping[uuid.UUID, list[RequestEvent]]:
    rows = RequestEvent.objects.filter(
        request_id__in=[each.id for each in requests], kind__in=CLOCK
    )
    found = defaultdict(list)
    for each in rows.order_by("request_id", "number"):
        found[each.request_id].append(each)
    return found


def _runs(
    requests: Sequence[SubjectRequest], service_id: uuid.UUID
) -> Mapping[uuid.UUID, list[uuid.UUID]]:
    rows = ErasureRun.objects.written_by(service_id).filter(
        person_id__in={one for each in requests for one in each.person_ids},
        unit__in=[each.id for each in requests],
    )
    found: dict[uuid.UUID, list[uuid.UUID]] = defaultdict(list)
    for run in rows.order_by("created_at").only("unit", "id"):
        if run.unit:
            found[run.unit].append(run.id)
    return found
