"""How long until a day, for somebody who looks at it now. The due day is "today"."""

from datetime import date, datetime

from governance.requests.clock.events import local_day
from governance.requests.clock.places import Place
from governance.requests.clock.refusals import Refused


def days_left(due: date, *, now: datetime, place: Place) -> int:
    """Whole days by the controller's calendar: 0 on the day itself, below 0 after it."""
    if now.utcoffset() is None:
        raise Refused("A time needs its offset, such as Z or +02:00.")
    return (due - local_day(now, place.tz)).days


def in_words(days: int) -> str:
    """``in 3 days``, ``today``, ``2 days overdue``: never nothing. In English; a page
    chooses its own words by the number."""
    if days == 0:
        return "today"
    counted = "1 day" if abs(days) == 1 else f"{abs(days)} days"
    return f"in {counted}" if days > 0 else f"{counted} overdue"
