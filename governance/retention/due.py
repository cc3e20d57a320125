"""What a rule would take: by person and in counts, or, for one person, which memories
or files.

The database says it (``retention_due`` and its like, migrations/_retention.py), so that
the preview, the simulator and the run itself cannot differ.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection

from governance.models import About, RetentionRule

NOW = timedelta(0)

# One array of persons, beside the policies: it is what the index is used by.
IDS = """
SELECT d.memory_id FROM retention_due(%s, %s, %s, %s, %s, %s, %s, %s) d
WHERE d.person_id = ANY (%s)
ORDER BY d.memory_id LIMIT %s
"""
PERSONS = """
SELECT person_id, service_id, memories
FROM retention_due_persons(%s, %s, %s, %s, %s, %s, %s, %s)
ORDER BY person_id
"""
MESSAGES = """
SELECT count(*) FROM conversation_item
WHERE person_id = ANY (%s) AND created_at < now() - make_interval(months => %s)
"""
ROWS = "SELECT retention_due_rows(%s, %s, %s)"

OF_MEMORIES = frozenset(
    {
        About.EXPIRED,
        About.CHOSEN,
        About.UNUSED,
        About.MEMORIES,
        About.PROPOSED,
        About.QUARANTINED,
    }
)
"""Rules about memories."""
BY_PERSON = OF_MEMORIES | {About.FILES}
"""Rules that take something as its person would, with their time for undo; the others are
about rows that hold hashes and ids, or that are of use for a while only."""


class Going(NamedTuple):
    """How many memories of one person would go."""

    person_id: uuid.UUID
    service_id: uuid.UUID
    memories: int


@dataclass(frozen=True)
class Reach:
    """What a rule says, of a rule that is saved or of one that is only thought of."""

    about: str
    kind: str = ""
    sensitivity: str = ""
    days: int | None = None
    importance_below: int | None = None
    # What would go if its person chose so: to be told before they do.
    months: int | None = None
    even_kept: bool = False

    @classmethod
    def of(cls, rule: RetentionRule) -> "Reach":
        """As the row has it."""
        return cls(
            rule.about, rule.kind, rule.sensitivity, rule.days, rule.importance_below
        )

    def _values(self, ahead: timedelta) -> list[Any]:
        return [
            str(self.about),
            str(self.kind),
            str(self.sensitivity),
            self.days,
            self.importance_below,
            self.months,
            self.even_kept,
            ahead,
        ]

    def persons(self, *, ahead: timedelta = NOW) -> list[Going]:
        """Of whom something would go; in the sweeper's or the staff's scope."""
        with connection.cursor() as cursor:
            cursor.execute(PERSONS, self._values(ahead))
            return [Going(*row) for row in cursor.fetchall()]

    def memories(
        self,
        persons: Sequence[uuid.UUID],
        *,
        ahead: timedelta = NOW,
        limit: int | None = None,
    ) -> list[uuid.UUID]:
        """Which memories (or files) of these persons would go; in a scope of theirs."""
        with connection.cursor() as cursor:
            values = [*self._values(ahead), list(persons), limit]
            cursor.execute(IDS, values)
            return [row[0] for row in cursor.fetchall()]

    def count(self, *, ahead: timedelta = NOW) -> int:
        """How many rows would go, of everybody; in the sweeper's or the staff's scope."""
        if self.about in BY_PERSON:
            return sum(each.memories for each in self.persons(ahead=ahead))
        with connection.cursor() as cursor:
            values: list[Any] = [str(self.about), self.days, ahead]
            cursor.execute(ROWS, values)
            return int(cursor.fetchone()[0])


def ahead_of(at: datetime) -> timedelta:
    """How far a time lies ahead by the clock of the database; negative if it is past."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s - now()", [at])
        found: timedelta = cursor.fetchone()[0]
        return found


def older_than(months: int, persons: Sequence[uuid.UUID]) -> int:
    """How many memories the next night would take if these persons chose so many months.
    Call it inside a scope of theirs."""
    reach = Reach(About.CHOSEN, months=months)
    return len(reach.memories(persons))


def told_older_than(months: int, persons: Sequence[uuid.UUID]) -> tuple[int, int]:
    """The same of notes, and of messages of conversations."""
    notes = Reach(About.FILES, months=months).memories(persons)
    with connection.cursor() as cursor:
        cursor.execute(MESSAGES, [list(persons), months])
        return len(notes), int(cursor.fetchone()[0])


def unused(rule: RetentionRule, persons: Sequence[uuid.UUID]) -> int:
    """The same for what nobody uses, if they let it go."""
    return len(replace(Reach.of(rule), even_kept=True).memories(persons))


def unread(persons: Sequence[uuid.UUID]) -> int:
    """The same for notes that nobody opens; none while that rule is off."""
    rule = RetentionRule.objects.filter(about=About.FILES, enabled=True).first()
    if rule is None:
        return 0
    return len(replace(Reach.of(rule), even_kept=True).memories(persons))
