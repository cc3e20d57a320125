"""How well requests were answered: by month of receipt and by right, from the dates that
every other place shows."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from statistics import median

from governance.models import Decision, SubjectRequest
from governance.requests.clock import place
from governance.requests.listing import today

MONTHS = 12


@dataclass
class Answered:
    """Of some requests: how many came, were closed in time, late, are overdue now, were
    answered that nothing is held, and the days from receipt to answer."""

    received: int = 0
    on_time: int = 0
    late: int = 0
    still_open: int = 0
    overdue: int = 0
    nothing: int = 0
    days: list[int] = field(default_factory=list)

    @property
    def median_days(self) -> float | None:
        return median(self.days) if self.days else None

    @property
    def worst_days(self) -> int | None:
        return max(self.days, default=None)

    def add(self, received: date, due: date, closed: date | None, now: date) -> None:
        self.received += 1
        if closed is None:
            self.still_open += 1
            self.overdue += due < now
            return
        self.on_time += closed <= due
        self.late += closed > due
        self.days.append((closed - received).days)


@dataclass(frozen=True)
class Report:
    total: Answered
    by_month: dict[date, Answered]
    by_right: dict[str, Answered]


def report(months: int = MONTHS) -> Report:
    """Of requests received since the first day of that many months ago; in a scope of the
    staff. Withdrawn ones count as answered on the day of their withdrawal."""
    first = _months_back(today(), months - 1)
    rows = SubjectRequest.objects.filter(received_on__gte=first)
    return report_of(
        rows.values_list(
            "right", "received_on", "due", "closed_at", "zone", "place", "decision"
        ),
        today(),
    )


def report_of(
    rows: Iterable[tuple[str, date, date, datetime | None, str, str, str]], now: date
) -> Report:
    """The same of given rows, for a given day."""
    found = Report(Answered(), defaultdict(Answered), defaultdict(Answered))
    for right, received, due, closed_at, zone, where, decision in rows:
        closed = (
            closed_at.astimezone(place(where, zone=zone).tz).date()
            if closed_at
            else None
        )
        month = received.replace(day=1)
        for each in (found.total, found.by_month[month], found.by_right[right]):
            each.add(received, due, closed, now)
            each.nothing += closed is not None and decision == Decision.NOTHING
    return Report(
        found.total,
        dict(sorted(found.by_month.items(), reverse=True)),
        dict(sorted(found.by_right.items())),
    )


def _months_back(day: date, months: int) -> date:
    number = day.year * 12 + day.month - 1 - months
    return date(number // 12, number % 12 + 1, 1)
