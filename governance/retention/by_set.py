"""Expiry by set: everybody's expired memories with nothing made from them.

The database has it as a function of its owner (migrations/_retention.py): under row-level
security each row of each table would be judged on its own, which took longer than to
delete it, and the sweeper would have to see what it deletes.
"""

import uuid
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Count

from governance.access import as_sweeper
from governance.erasure.stores import Store
from governance.erasure.stores.derivations import Derivations
from governance.erasure.stores.memories import Memories
from governance.erasure.stores.rebuilds import Rebuilds
from governance.erasure.stores.sources import Sources
from governance.erasure.stores.versions import Versions
from governance.models import Memory, RetentionRule

BY_SET: tuple[type[Store], ...] = (
    Versions,
    Derivations,
    Memories,
    Sources,
    Rebuilds,
)
"""The stores that the function answers for; a system check sees that there is no other
(checks.py)."""

EXPIRE = "SELECT expire_memories(%s::uuid[], %s, %s)"


class Taken(NamedTuple):
    """How many memories went, and whether that was all there were."""

    done: int = 0
    all: bool = False


def take(rule: RetentionRule) -> Taken:
    """Deletes what can go this way, in batches."""
    due = _due()
    done = sum(_take(rule, people) for people in _together(due))
    return Taken(done, done == sum(count for _, count in due))


def _take(rule: RetentionRule, people: Sequence[uuid.UUID]) -> int:
    """Batches of at most ``ERASURE_BATCH`` memories, each its own transaction, with an
    entry for each person."""
    done, gone = 0, settings.ERASURE_BATCH
    while gone == settings.ERASURE_BATCH:
        with as_sweeper(), connection.cursor() as cursor:
            values: list[Any] = [list(people), settings.ERASURE_BATCH, rule.id]
            cursor.execute(EXPIRE, values)
            gone = int(cursor.fetchone()[0])
        done += gone
    return done


Due = list[tuple[uuid.UUID, int]]
"""Persons, and how many of their memories have expired."""


def _due() -> Due:
    with as_sweeper():
        rows = Memory.objects.expired().values("person_id").annotate(rows=Count("id"))
        return list(rows.values_list("person_id", "rows").order_by("person_id"))


def _together(due: Due) -> Iterator[list[uuid.UUID]]:
    """People by as many as make a batch: all of one go at once, with one entry."""
    people: list[uuid.UUID] = []
    room = settings.ERASURE_BATCH
    for person_id, count in due:
        if people and count > room:
            yield people
            people, room = [], settings.ERASURE_BATCH
        people.append(person_id)
        room -= count
    if people:
        yield people
