"""When a request is due, and why: events in, dates and their explanation out.

Pure: it reads no database, no settings and no clock. The rules T1 to T12 and their sources
are in docs/decisions/0023-clock.md; not legal advice.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from governance.requests.clock.california import california_dates
from governance.requests.clock.case import Case
from governance.requests.clock.dates import Dates
from governance.requests.clock.events import (
    Event,
    EventKind,
    extension,
    in_order,
    local_day,
    waits,
)
from governance.requests.clock.explaining import explained
from governance.requests.clock.gdpr import gdpr_dates, reckoned
from governance.requests.clock.left import days_left, in_words
from governance.requests.clock.places import Law, Place, place
from governance.requests.clock.refusals import Refused
from governance.requests.clock.sentences import Sentence
from governance.requests.clock.working_days import why_not_worked_in

__all__ = [
    "Dates",
    "Event",
    "EventKind",
    "Law",
    "Place",
    "Refused",
    "Sentence",
    "days_left",
    "due_dates",
    "in_words",
    "place",
    "why_not_worked_in",
]


def due_dates(
    received: datetime, *, where: Place, events: Sequence[Event] = ()
) -> Dates:
    """Of a request received at that instant by a controller there, after those events.

    Times are aware; their order does not matter. `Refused` for a naive time, for events
    that cannot be in that order, and for an extension that is late, a second one, or
    without reasons (with ``rule``).
    """
    happened = in_order(received, events)
    told = extension(happened, rule=where.law.extension_rule)
    case = Case(
        received=local_day(received, where.tz),
        place=where,
        waits=waits(happened, where.tz),
        told=local_day(told.at, where.tz) if told else None,
    )
    if where.law is Law.CALIFORNIA:
        return california_dates(case)
    found = reckoned(case)
    return replace(gdpr_dates(found), explanation=explained(found))
