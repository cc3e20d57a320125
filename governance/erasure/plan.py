"""One plan, four uses: it is previewed, run, verified and reported."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from governance.models import ErasureItem, Memory, Rebuild

MEMORY, SOURCE = "memory", "source"
ITEM, CONVERSATION, FILE = "item", "conversation", "file"
PARTS = (MEMORY, SOURCE, ITEM, CONVERSATION, FILE)
"""What the rows of a plan name; memories go first: a source goes when nothing stands on
it any more."""

HELD = "held"
"""A memory that the plan reaches and a hold keeps."""

END_OF_PART = """
SELECT thing_id FROM (
    SELECT i.thing_id FROM erasure_item i WHERE i.person_id = %s AND i.run_id = %s
        AND i.thing = %s AND i.thing_id > %s
    ORDER BY i.thing_id LIMIT %s
) AS part
ORDER BY thing_id DESC LIMIT 1
"""
DROP = """
DELETE FROM erasure_item WHERE ctid = ANY (ARRAY(
    SELECT i.ctid FROM erasure_item i WHERE i.person_id = %s AND i.run_id = %s LIMIT %s
))
"""


@dataclass(frozen=True)
class Part:
    """Some rows of a plan: those of one kind whose id lies in a range."""

    thing: str
    after: uuid.UUID
    upto: uuid.UUID


@dataclass(frozen=True)
class Plan:
    """What an erasure reaches, row by row in ``erasure_item`` under ``run_id``; here are
    its numbers. ``counts`` are rows by store at the time of planning, ``again`` the
    derived texts that will be derived again from what stays: at most, for what says
    nothing new by then is not kept. A plan out of the store has their number only.
    ``things`` are the numbers of its other rows, by what they name (``things.py``).
    ``large`` says how its rows are met (``meeting.py``)."""

    person_id: uuid.UUID
    service_id: uuid.UUID
    run_id: uuid.UUID
    root_ids: frozenset[uuid.UUID]
    memories: int = 0
    sources: int = 0
    held: int = 0
    things: dict[str, int] = field(default_factory=dict)
    large: bool = False
    again: tuple[Rebuild, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)

    def items(self) -> QuerySet[ErasureItem]:
        """The rows of the plan."""
        return ErasureItem.objects.owned_by(self.person_id).filter(run_id=self.run_id)

    def memory_ids(self) -> QuerySet[ErasureItem, uuid.UUID]:
        """The ids of the memories, to be asked with or to be listed."""
        return self.items().filter(thing=MEMORY).values_list("thing_id", flat=True)

    def along(self) -> QuerySet[Memory]:
        """The memories that go along with those that were named."""
        mine = Memory.objects.owned_by(self.person_id)
        return mine.filter(id__in=self.memory_ids()).exclude(id__in=self.root_ids)

    def parts(self, size: int) -> Iterator[Part]:
        """The same plan in pieces of at most ``size`` rows, in a fixed order, so that a
        run that goes on meets the same pieces again. Each is looked for when it is its
        turn: call it where the scope of the run is open for every step."""
        for thing in (each for each in PARTS if self._has(each)):
            after = uuid.UUID(int=0)
            while upto := self._end_of_part(thing, after, size):
                yield Part(thing, after, upto)
                after = upto

    def _has(self, thing: str) -> bool:
        """Whether it may have rows of that: where it has none, none is looked for."""
        return thing in {MEMORY, SOURCE} or bool(self.things.get(thing))

    def _end_of_part(self, thing: str, after: uuid.UUID, size: int) -> uuid.UUID | None:
        with connection.cursor() as cursor:
            cursor.execute(
                END_OF_PART, [self.person_id, self.run_id, thing, after, size]
            )
            found = cursor.fetchone()
            return found[0] if found else None

    def drop_items(self, limit: int) -> int:
        """Deletes some of its rows; gives how many."""
        with connection.cursor() as cursor:
            cursor.execute(DROP, [self.person_id, self.run_id, limit])
            return int(cursor.rowcount)

    def as_numbers(self) -> dict[str, Any]:
        """To be stored on the run."""
        return {
            "memories": self.memories,
            "sources": self.sources,
            "held": self.held,
            "things": self.things,
            "rebuilt": len(self.again),
            "counts": self.counts,
            "large": self.large,
        }

    def as_json(self) -> dict[str, Any]:
        """Ids and counts, to be told; call it while the rows are there."""
        listed = {
            thing: sorted(map(str, self._ids(thing)))
            for thing in PARTS
            if self._has(thing)
        }
        return {
            "roots": sorted(map(str, self.root_ids)),
            "memories": listed[MEMORY],
            "sources": listed[SOURCE],
            "conversations": listed.get(CONVERSATION, []),
            "items": listed.get(ITEM, []),
            "files": listed.get(FILE, []),
            "counts": self.counts,
            "rebuilt": len(self.again),
            "held": self.held,
        }

    def _ids(self, thing: str) -> Iterable[uuid.UUID]:
        return self.items().filter(thing=thing).values_list("thing_id", flat=True)

    def with_numbers(self, stored: dict[str, Any]) -> "Plan":
        """The plan with its numbers as the run has them; ``KeyError`` where it has none."""
        return replace(
            self,
            memories=int(stored["memories"]),
            sources=int(stored["sources"]),
            held=int(stored.get("held", 0)),
            things=dict(stored.get("things", {})),
            large=bool(stored.get("large")),
            counts=dict(stored["counts"]),
        )
