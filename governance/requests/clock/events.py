"""What happened to a request, as far as the clock minds it; and whether it can be so."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from governance.requests.clock.refusals import Refused
from governance.requests.clock.sentences import gettext_noop


class EventKind(StrEnum):
    IDENTITY_ASKED = "identity_asked"
    IDENTITY_RECEIVED = "identity_received"
    CLARIFICATION_ASKED = "clarification_asked"
    CLARIFICATION_RECEIVED = "clarification_received"
    CLARIFICATION_UNANSWERED = "clarification_unanswered"
    FEE_ASKED = "fee_asked"
    FEE_PAID = "fee_paid"
    EXTENDED = "extended"


class Awaited(StrEnum):
    """What the controller waits for."""

    IDENTITY = "identity"
    CLARIFICATION = "clarification"
    FEE = "fee"


# Times beyond these are mistakes, and at the calendar's ends a time zone overflows.
FIRST_YEAR, LAST_YEAR = 1900, 2200

ASKING = {
    EventKind.IDENTITY_ASKED: Awaited.IDENTITY,
    EventKind.CLARIFICATION_ASKED: Awaited.CLARIFICATION,
    EventKind.FEE_ASKED: Awaited.FEE,
}
ANSWERING = {
    EventKind.IDENTITY_RECEIVED: Awaited.IDENTITY,
    EventKind.CLARIFICATION_RECEIVED: Awaited.CLARIFICATION,
    EventKind.FEE_PAID: Awaited.FEE,
}
GIVING_UP = {EventKind.CLARIFICATION_UNANSWERED: Awaited.CLARIFICATION}
"""No answer came, and the controller goes on without one."""
ENDING = {**ANSWERING, **GIVING_UP}


@dataclass(frozen=True, slots=True)
class Event:
    """``extended`` is the person being told that it takes longer, which must give reasons:
    whoever records it says whether it did."""

    kind: EventKind
    at: datetime
    reasons_told: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """From the day of asking to the day of the answer, or to that on which the controller
    went on without one, in the controller's zone."""

    what: Awaited
    asked: date
    answered: date | None
    given_up: date | None = None

    @property
    def lasts(self) -> bool:
        """Whether an answer is still awaited."""
        return self.answered is None and self.given_up is None


def in_order(received: datetime, events: Sequence[Event]) -> list[Event]:
    """By time, whatever order they came in. `Refused` when a time is naive, or something
    happened before the request was received."""
    for at in (received, *(event.at for event in events)):
        if at.utcoffset() is None:
            raise Refused("A time needs its offset, such as Z or +02:00.")
    for event in events:
        if event.at < received:
            raise Refused(
                gettext_noop("“%(event)s” is before the request was received."),
                event=event.kind.value,
            )
    # An answer at the very moment of asking comes after it.
    return sorted(
        events, key=lambda event: (event.at.astimezone(UTC), event.kind in ENDING)
    )


def waits(events: Sequence[Event], zone: ZoneInfo) -> tuple[Wait, ...]:
    """Every asking with how it ended, by the day of asking; of events that are in order."""
    found: list[Wait] = []
    asked: dict[Awaited, date] = {}
    for event in events:
        day = local_day(event.at, zone)
        if event.kind in ASKING:
            what = ASKING[event.kind]
            if what in asked:
                raise Refused(
                    gettext_noop("“%(event)s” came twice without an answer between."),
                    event=event.kind.value,
                )
            asked[what] = day
        elif event.kind in ENDING:
            what = ENDING[event.kind]
            if what not in asked:
                raise Refused(
                    gettext_noop("“%(event)s” came without having been asked for."),
                    event=event.kind.value,
                )
            gave_up = event.kind in GIVING_UP
            answered, given_up = (None, day) if gave_up else (day, None)
            found.append(Wait(what, asked.pop(what), answered, given_up))
    found += [Wait(what, day, None) for what, day in asked.items()]
    return tuple(sorted(found, key=lambda wait: (wait.asked, wait.what)))


def extension(events: Sequence[Event], *, rule: str) -> Event | None:
    """The one time the person was told of an extension. `Refused` when they were told
    twice, or without reasons."""
    told = [event for event in events if event.kind is EventKind.EXTENDED]
    if len(told) > 1:
        raise Refused(
            gettext_noop("A request is extended once; this is the second time."),
            rule=rule,
        )
    if told and not told[0].reasons_told:
        raise Refused(gettext_noop("An extension is told with its reasons."), rule=rule)
    return told[0] if told else None


def local_day(at: datetime, zone: ZoneInfo) -> date:
    """The date on the controller's wall when it happened."""
    if not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise Refused(
            gettext_noop("A time is not between %(first)s and %(last)s."),
            first=str(FIRST_YEAR),
            last=str(LAST_YEAR),
        )
    return at.astimezone(zone).date()
