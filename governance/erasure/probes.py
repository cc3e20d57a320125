"""Probes: some of what goes is looked for as the product itself would look, after all has
been counted: by its words, by its meaning, and in the broker and the cache.

The words are in the memory of this process only, from before the first delete until the
answer; a worker that takes a run up after another was killed probes with what is left.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.search import SearchQuery
from django.db.models import BooleanField, Q
from django.db.models.expressions import RawSQL
from pgvector.django import CosineDistance
from redis.exceptions import RedisError

from governance.access import drop_package_files
from governance.erasure.plan import Plan
from governance.models import Memory, MemoryQuerySet
from governance.recall import WORDS, Words
from governance.residue import Found, in_queues, queued

log = logging.getLogger(__name__)

SAMPLE = 5
PHRASES = 2
"""So many are looked for in every key of the broker."""
MOST_QUEUED = 10_000
"""Values in the queues above which they are not looked through."""
SHORTEST = 24
"""Of a text that is looked for there: a word alone may be part of anything."""
# Asked last, and of what was found only: the plan may have a million rows.
PLANNED = """
EXISTS (
    SELECT 1 FROM erasure_item i WHERE i.person_id = memory.person_id
        AND i.thing_id = memory.id AND i.run_id = %s AND i.thing = 'memory'
    OFFSET 0
)
"""
ALIKE = 0.0005
"""Cosine distance below which a vector counts as the same one, rounding included."""


@dataclass(frozen=True)
class Probe:
    """One memory as it was."""

    text: str
    embedding: Any


@dataclass(frozen=True)
class Probes:
    """What to look for."""

    sample: tuple[Probe, ...] = ()

    @classmethod
    def take(cls, plan: Plan) -> "Probes":
        """A few of the planned memories; call it in a step of the run, before anything is
        deleted."""
        ids = list(plan.memory_ids().order_by("thing_id")[:SAMPLE])
        rows = Memory.objects.owned_by(plan.person_id).filter(id__in=ids, sealed=None)
        found = rows.values_list("text", "embedding")
        return cls(tuple(Probe(text, vector) for text, vector in found if text))

    def by_search(self, plan: Plan) -> dict[str, int]:
        """How many erased memories each kind of search still finds; call it in a step of
        the run, which sees what is hidden from others. A search that could not be made has
        no number: the certificate prints those that have one."""
        if not self.sample:
            return {}
        mine = _still_there(plan)
        found = {"probe.words": mine.filter(_any_words(self.sample)).count()}
        meant = [each.embedding for each in self.sample if each.embedding is not None]
        if meant:
            found["probe.meaning"] = mine.filter(_any_meaning(meant)).count()
        return found

    def by_files(self, plan: Plan) -> dict[str, int]:
        """How many files that answered a request of the person are left, after those that
        are over were deleted; call it in a step of the run."""
        return {"probe.packages": drop_package_files(plan.person_id)}

    def by_queues(self) -> dict[str, int]:
        """How many keys of the broker and the cache hold the words of one; nothing where
        one of them cannot be searched, does not answer, or holds too much to be read for
        each erasure."""
        phrases = [each.text for each in self.sample if len(each.text) >= SHORTEST]
        if not phrases:
            return {}
        try:
            if queued() > MOST_QUEUED:
                return {}
            found = list(_queued(phrases[:PHRASES]))
        except RedisError:
            log.warning("the queues could not be searched after an erasure")
            return {}
        times = sum(each.times for each in found)
        unsearched = any(not each.times for each in found)
        return {} if unsearched and not times else {"probe.queues": times}


def _queued(phrases: list[str]) -> Iterator[Found]:
    for phrase in phrases:
        yield from in_queues(phrase)


def _still_there(plan: Plan) -> MemoryQuerySet:
    """What the run was to erase; the same fact told anew is another row."""
    rows = Memory.objects.owned_by(plan.person_id).annotate(words=Words())
    planned = RawSQL(PLANNED, [plan.run_id], output_field=BooleanField())  # noqa: S611  ours
    return rows.filter(planned)


def _any_words(sample: tuple[Probe, ...]) -> Q:
    found = Q()
    for each in sample:
        asked = SearchQuery(each.text, config=WORDS, search_type="phrase")
        found |= Q(words=asked) | Q(text__icontains=each.text)
    return found


def _any_meaning(meant: list[Any]) -> Q:
    found = Q(pk__in=[])
    for each in meant:
        near = CosineDistance("embedding", each)
        rows = Memory.objects.annotate(far=near).filter(far__lt=ALIKE)
        found |= Q(pk__in=rows.values("pk"))
    return found
