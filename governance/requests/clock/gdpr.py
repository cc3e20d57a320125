"""The month of the GDPR, of the Union (T1 to T9) and of the United Kingdom (T10)."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from governance.requests.clock.case import Case
from governance.requests.clock.dates import Dates
from governance.requests.clock.events import Awaited, Wait
from governance.requests.clock.periods import End, Pause, Period, joined
from governance.requests.clock.places import Law

# Art. 12A of the UK GDPR; a request from before it keeps the rules it came under.
ART_12A = date(2026, 2, 5)
TARGET = timedelta(days=28)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The dates of one case and how they came about."""

    case: Case
    start: date
    first: End  # after one month
    later: End  # after three
    with_pause: date
    paused_since: date | None

    @property
    def end(self) -> End:
        return self.later if self.case.told else self.first

    @property
    def target(self) -> date | None:
        if self.case.told:
            return None
        return self.start + TARGET + (self.first.paused - self.first.nominal)


def reckoned(case: Case) -> Reckoning:
    """`Refused` when the extension came too late. That is judged by the first month alone:
    what was asked for after it had ended gives no longer to extend."""
    first = _reckoned(replace(case, told=None))
    # In the United Kingdom the first month cannot end while an answer is awaited.
    if not (
        under_12a(case)
        and (first.paused_since or _told_while_waiting(case, first.first))
    ):
        case.refuse_late_extension(first.first.due)
    return replace(_reckoned(case), first=first.first) if case.told else first


def _told_while_waiting(case: Case, first: End) -> bool:
    """Whether the extension was in time when it was told: to go on without an answer
    afterwards does not make it late."""
    told = case.told
    return told is not None and any(
        wait.given_up and wait.asked <= min(told, first.due) and told <= wait.given_up
        for wait in case.awaited(Awaited.CLARIFICATION)
    )


def gdpr_dates(found: Reckoning) -> Dates:
    """All but the explanation."""
    return Dates(
        place=found.case.place,
        received=found.case.received,
        starts=found.start,
        due=found.end.due,
        due_with_pause=None if found.paused_since else found.with_pause,
        extended=found.case.told is not None,
        extended_due=found.later.due,
        extension_until=found.first.due,
        acknowledge_by=None,
        paused_since=found.paused_since,
        target=found.target,
        explanation=(),
    )


def _reckoned(case: Case) -> Reckoning:
    return _under_12a(case) if under_12a(case) else _without_12a(case)


def under_12a(case: Case) -> bool:
    return case.place.law is Law.UK and case.received >= ART_12A


def _without_12a(case: Case) -> Reckoning:
    """From receipt; what may be left out only shows in the second date (T9)."""
    waits = case.awaited(Awaited.IDENTITY, Awaited.CLARIFICATION)
    plain = Period(case.received, case.place)
    paused = Period(case.received, case.place, _pauses(waits, plain.start, both=False))
    with_pause = paused.end(_months(case)).due
    return Reckoning(
        case=case,
        start=case.received,
        first=plain.end(1),
        later=plain.end(3),
        with_pause=with_pause,
        paused_since=_open(waits, with_pause),
    )


def _under_12a(case: Case) -> Reckoning:
    """From the latest of receipt, identity and fee, without the days of clarification."""
    waits = case.awaited(Awaited.CLARIFICATION)
    start, awaiting = _start_12a(case, waits)
    period = Period(start, case.place, _pauses(waits, start, both=True))
    due = period.end(_months(case)).due
    opened = [day for day in (awaiting, _open(waits, due)) if day]
    return Reckoning(
        case=case,
        start=start,
        first=period.end(1),
        later=period.end(3),
        with_pause=due,
        paused_since=min(opened, default=None),
    )


def _start_12a(case: Case, clarifying: tuple[Wait, ...]) -> tuple[date, date | None]:
    """The start, and since when something is awaited that will move it. Asking when the
    period is over starts no other."""
    start, awaiting = case.received, None
    for wait in case.awaited(Awaited.IDENTITY, Awaited.FEE):
        period = Period(start, case.place, _pauses(clarifying, start, both=True))
        if wait.asked > period.end(_months(case)).due:
            continue
        if wait.lasts:
            awaiting = awaiting or wait.asked
        elif wait.answered:
            start = max(start, wait.answered)
    return start, awaiting


def _months(case: Case) -> int:
    return 3 if case.told else 1


def _pauses(waits: tuple[Wait, ...], start: date, *, both: bool) -> tuple[Pause, ...]:
    closed = (Pause(wait.asked, wait.answered, both) for wait in waits if wait.answered)
    return joined(closed, start)


def _open(waits: tuple[Wait, ...], due: date) -> date | None:
    """Since when an answer is awaited that was asked for in time."""
    return min(
        (wait.asked for wait in waits if wait.lasts and wait.asked <= due),
        default=None,
    )
