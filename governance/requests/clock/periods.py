"""A period of months from a day on, with stretches left out, and the day it ends on."""

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from governance.requests.clock.places import Place
from governance.requests.clock.working_days import next_working_day


def months_after(day: date, months: int) -> date:
    """The same-numbered day, or the last of a month that has none (T3, T4)."""
    count = day.year * 12 + day.month - 1 + months
    year, month = count // 12, count % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


@dataclass(frozen=True, slots=True)
class Pause:
    """Days that are left out. ``both``: the first counts among them; without it they are
    the days after the first, as Regulation 1182/71 Art. 3(1) counts from an event."""

    first: date
    last: date
    both: bool

    @property
    def days(self) -> int:
        return (self.last - self.first).days + self.both


@dataclass(frozen=True, slots=True)
class End:
    """How the end of a period came about."""

    nominal: date  # the months after the start
    paused: date  # with what is left out
    due: date  # that, or the next working day


@dataclass(frozen=True, slots=True)
class Period:
    """From a day on, which fixes the date and is not counted."""

    start: date
    place: Place
    pauses: tuple[Pause, ...] = ()

    def end(self, months: int) -> End:
        """Rolled once, at the very end (T5, T7)."""
        nominal = last = months_after(self.start, months)
        for pause in self.pauses:
            last = self._after(pause, last)
        return End(nominal, last, next_working_day(last, self.place))

    def _after(self, pause: Pause, last: date) -> date:
        if pause.first <= last:
            return last + timedelta(days=pause.days)
        if pause.first <= next_working_day(last, self.place):
            # Only the rest of the weekend was left: one day more than the pause.
            return max(last, pause.last + timedelta(days=int(pause.both)))
        return last  # it was over by then


def joined(pauses: Iterable[Pause], start: date) -> tuple[Pause, ...]:
    """In order, none before the start, and no day twice."""
    found: list[Pause] = []
    for pause in sorted(pauses, key=lambda each: (each.first, each.last)):
        if pause.last < start:
            continue
        first = max(pause.first, start)
        if found and first <= found[-1].last:
            first, last = found[-1].first, max(found[-1].last, pause.last)
            found[-1] = Pause(first, last, pause.both)
        else:
            found.append(Pause(first, pause.last, pause.both))
    return tuple(found)
