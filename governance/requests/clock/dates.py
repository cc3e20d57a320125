"""What the clock answers: one set of dates for list, letter, file, call and calendar."""

from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from governance.requests.clock.left import days_left
from governance.requests.clock.places import Place
from governance.requests.clock.sentences import Sentence
from governance.requests.clock.working_days import LIBRARY

# Of our own rules: counted up when the same events come to mean other dates.
RULES_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Dates:
    """Every date is a day in the controller's zone and lasts until its end."""

    place: Place
    received: date
    starts: date  # fixes the date and is not counted
    due: date  # work to this one
    # With lawful pauses left out; equal to `due` without any; None while one is open.
    due_with_pause: date | None
    extended: bool  # `due` is the extended date
    extended_due: date  # what an extension gives, or would give
    extension_until: date  # the last day to tell the person of one
    acknowledge_by: date | None  # where the law wants it confirmed
    paused_since: date | None  # an answer is awaited that may move the dates
    target: date | None  # our own; None once extended
    explanation: tuple[Sentence, ...]

    @property
    def due_at(self) -> datetime:
        """The last second of the due day. Where that hour comes twice, its second time."""
        return datetime.combine(
            self.due, time(23, 59, 59, fold=1), tzinfo=self.place.tz
        )

    @property
    def rule(self) -> str:
        """Whose rules, where, and in which version; to be kept beside the dates."""
        return f"{self.place.law} {RULES_VERSION}, {self.place.name}, {LIBRARY}"

    def days_left(self, now: datetime) -> int:
        return days_left(self.due, now=now, place=self.place)

    def as_json(self) -> dict[str, Any]:
        """The names of the command ``due-date``, with days as ``2026-04-07``."""
        days = {
            "received": self.received,
            "starts": self.starts,
            "due": self.due,
            "due_at": self.due_at,
            "due_with_pause": self.due_with_pause,
            "extended_due": self.extended_due,
            "extension_until": self.extension_until,
            "acknowledge_by": self.acknowledge_by,
            "paused_since": self.paused_since,
            "target": self.target,
        }
        return {
            **{name: day and day.isoformat() for name, day in days.items()},
            "extended": self.extended,
            "place": self.place.name,
            "zone": self.place.zone,
            "rule": self.rule,
            "explanation": [str(sentence) for sentence in self.explanation],
        }
