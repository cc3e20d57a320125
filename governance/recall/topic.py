"""What is remembered about a topic, in groups by how sure that is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import F

from governance.models import Kind, Memory, MemoryQuerySet
from governance.recall.search import closest, relevant

DERIVED = [Kind.SUMMARY, Kind.REFLECTION]
NEAREST = 3


@dataclass
class Topic:
    """``certain`` say the words, ``likely`` mean something alike, ``mentioned`` are
    summaries and reflections that do either; ``nearest`` are what comes closest where
    there is nothing else. A memory is in one group."""

    certain: list[Memory] = field(default_factory=list)
    likely: list[Memory] = field(default_factory=list)
    mentioned: list[Memory] = field(default_factory=list)
    nearest: list[Memory] = field(default_factory=list)

    @property
    def found(self) -> list[Memory]:
        """All but the nearest."""
        return [*self.certain, *self.likely, *self.mentioned]


def topic(rows: MemoryQuerySet, queries: Sequence[str]) -> Topic:
    """All memories about any of the queries, the surest first."""
    best: dict[object, tuple[float, Memory]] = {}
    for query in queries:
        for memory, score in _scored(relevant(rows, query)):
            if score > best.get(memory.pk, (-1.0, memory))[0]:
                best[memory.pk] = (score, memory)
    found = Topic()
    for score, memory in sorted(best.values(), key=lambda each: -each[0]):
        _into(found, memory, score)
    if not best and queries:
        found.nearest = list(closest(rows, queries[0])[:NEAREST])
    return found


def _scored(rows: MemoryQuerySet) -> Iterable[tuple[Memory, float]]:
    for memory in rows.order_by(F("relevance").desc(), "-created_at", "-id"):
        yield memory, float(getattr(memory, "relevance", 0))


def _into(found: Topic, memory: Memory, score: float) -> None:
    if memory.kind in DERIVED:
        group = found.mentioned
    elif score >= 1.0:
        group = found.certain
    else:
        group = found.likely
    group.append(memory)
