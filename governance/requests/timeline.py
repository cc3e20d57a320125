"""What happened to a request, one event after the other, and what the clock makes of it."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models.functions import Now

from governance.access import database_now
from governance.audit import Actor, record
from governance.models import (
    OPEN_REQUESTS,
    EventKind,
    RequestEvent,
    RequestState,
    SubjectRequest,
    may_move,
)
from governance.requests.clock import Dates, Event, due_dates, place
from governance.requests.clock import EventKind as ClockEvent
from governance.requests.refusals import NotPossible
from governance.telling import About, tell

LONGEST_TEXT = 4_000
CLOCK = frozenset(each.value for each in ClockEvent)
"""Kinds of events that dates are derived from."""
VERBS = {
    "filed": "request.filed",
    "joined": "request.joined",
    "joined_to": "request.joined_to",
    "received_corrected": "request.received_corrected",
    "assigned": "request.assigned",
    "note": "request.noted",
    ClockEvent.IDENTITY_ASKED: "request.identity_asked",
    ClockEvent.IDENTITY_RECEIVED: "request.identity_received",
    "asked_again": "request.asked_again",
    "verified": "request.verified",
    "persons_named": "request.persons_named",
    ClockEvent.CLARIFICATION_ASKED: "request.clarification_asked",
    ClockEvent.CLARIFICATION_RECEIVED: "request.clarification_received",
    ClockEvent.CLARIFICATION_UNANSWERED: "request.clarification_unanswered",
    ClockEvent.EXTENDED: "request.extended",
    "decided": "request.decided",
    "approved": "request.approved",
    "sent_back": "request.sent_back",
    "begun": "request.begun",
    "let_go": "request.let_go",
    "alarmed": "request.alarmed",
    "nothing_found": "request.nothing_found",
    "reminded": "request.reminded",
    "tried_again": "request.tried_again",
    "looked_again": "request.looked_again",
    "letter_wanted": "request.letter_wanted",
    "address_given": "request.address_given",
    "copy_taken": "request.copy_taken",
    "copy_handed_over": "request.copy_handed_over",
    "corrected": "request.corrected",
    "all_corrected": "request.all_corrected",
    "held": "request.held",
    "hold_ended": "request.hold_ended",
    "looked": "request.looked",
    "done": "request.done",
    "ending_told": "request.ending_told",
    "lifted": "request.lifted",
    "refused": "request.refused",
    "withdrawn": "request.withdrawn",
}
"""Every kind of event, and what the audit record calls it."""


def happened(
    request: SubjectRequest,
    kind: str,
    actor: Actor,
    *,
    at: datetime | None = None,
    text: str = "",
    internal: bool = False,
    facts: Mapping[str, Any] | None = None,
    to: RequestState | None = None,
) -> RequestEvent:
    """Enters it, moves the request, derives its dates anew, and puts it on record: all in
    the caller's transaction, which holds the request's row (``changing``). ``text`` has
    been scrubbed.

    Raises :class:`NotPossible` for a move that the table does not have; ``Refused`` of
    the clock, for an event that cannot be.
    """
    if internal and kind in CLOCK:
        raise ValueError("the clock goes by what everybody sees")
    now = database_now()
    old = request.state
    request.events += 1
    if to is not None:
        _move(request, to, now)
    event = RequestEvent(
        request_id=request.id,
        number=request.events,
        kind=kind,
        at=at or now,
        created_at=now,
        actor_kind=actor.kind.value,
        actor_id=actor.id,
        old_state=old if to else "",
        new_state=to or "",
        text=text[:LONGEST_TEXT],
        internal=internal,
        facts=dict(facts or {}),
    )
    event.save(force_insert=True)
    if kind in CLOCK:
        reckon(request)
    _record(kind, request, actor)
    if to is not None:
        _tell(request)
    return event


def first_event(request: SubjectRequest, actor: Actor, **facts: Any) -> RequestEvent:
    """That it was filed; for who may not look at what is there already."""
    event = RequestEvent(
        request_id=request.id,
        number=1,
        kind="filed",
        at=request.received_at,
        created_at=Now(),
        actor_kind=actor.kind.value,
        actor_id=actor.id,
        new_state=request.state,
        facts=facts,
    )
    event.save(force_insert=True)
    _record("filed", request, actor)
    return event


def events_of(request_id: uuid.UUID) -> list[RequestEvent]:
    """All, in the order in which they were entered."""
    found = RequestEvent.objects.filter(request_id=request_id)
    return list(found.order_by("number"))


def dates_of(
    request: SubjectRequest, events: Sequence[RequestEvent] | None = None
) -> Dates:
    """The dates of a request, derived from its events, each with its explanation."""
    known = events_of(request.id) if events is None else events
    return due_dates(
        request.received_at,
        where=place(request.place, zone=request.zone),
        events=[
            Event(ClockEvent(each.kind), each.at, reasons_told=bool(each.text))
            for each in known
            if each.kind in CLOCK
        ],
    )


def reckon(request: SubjectRequest) -> None:
    """Puts the dates into the row, by which the queue is sorted; the caller saves it."""
    put_dates(request, dates_of(request))


def put_dates(request: SubjectRequest, dates: Dates) -> None:
    request.place = dates.place.name
    request.zone = dates.place.zone
    request.rule = dates.rule
    request.received_on = dates.received
    request.due = dates.due
    request.due_with_pause = dates.due_with_pause
    request.extended = dates.extended
    request.extended_due = dates.extended_due
    request.extension_until = dates.extension_until
    request.acknowledge_by = dates.acknowledge_by
    request.paused_since = dates.paused_since
    request.target = dates.target


def _move(request: SubjectRequest, to: RequestState, now: datetime) -> None:
    # What is over stays over: staying where it is would be a step all the same.
    if request.state == to or not may_move("subject_request", request.state, to):
        raise NotPossible(f"not_from_{request.state}")
    request.state = to
    if to not in OPEN_REQUESTS:
        request.closed_at = now


def _tell(request: SubjectRequest) -> None:
    """The service that handed it over; it fetches how the request stands with its key."""
    if request.service_id:
        person_id = request.person_ids[0] if request.person_ids else None
        about = About(person_id, request.service_id, subjects=[request.id])
        tell(EventKind.REQUEST_UPDATED, about)


def _record(kind: str, request: SubjectRequest, actor: Actor) -> None:
    record(
        VERBS[kind],
        actor,
        service_id=request.service_id,
        person_id=request.person_ids[0] if len(request.person_ids) == 1 else None,
        subjects=[request.id, *request.person_ids],
    )
