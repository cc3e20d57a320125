"""How the tests ask the clock: ``due("5 Mar 2026", "DE-BY", identity_asked="6 Mar 2026")``.

A day without an hour is noon in the controller's zone.
"""

from datetime import date, datetime, time

from governance.requests.clock import Dates, Event, EventKind, Place, due_dates, place


def day(written: str) -> date:
    """``5 Mar 2026``."""
    return datetime.strptime(written, "%d %b %Y").date()  # noqa: DTZ007


def moment(written: str, where: Place) -> datetime:
    if "T" in written:
        return datetime.fromisoformat(written)
    return datetime.combine(day(written), time(12), tzinfo=where.tz)


def due(received: str, where: str | Place, **events: str | list[str]) -> Dates:
    there = place(where) if isinstance(where, str) else where
    happened = [
        Event(EventKind(kind), moment(each, there), reasons_told=True)
        for kind, times in events.items()
        for each in ([times] if isinstance(times, str) else times)
    ]
    return due_dates(moment(received, there), where=there, events=happened)
