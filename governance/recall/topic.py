"""What is remembered about a topic, in groups by how sure that is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import F

from governance.models import Kind, Memory, MemoryQuerySet
from governance.recall.search import closest, relevant

DERIVED = [Kind.SUMMARY, Kind.REFLECTION]
MOST = 200
"""Of one group; who finds more narrows first."""
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

    @property
    def too_many(self) -> bool:
        """Whether more may be there than is shown."""
        return any(len(each) >= MOST for each in (self.certain, self.likely))


def topic(rows: MemoryQuerySet, queries: Sequence[str]) -> Topic:
    """The memories about any of the queries, the surest first."""
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
    ordered = rows.order_by(F("relevance").desc(), "-created_at", "-id")
    for memory in ordered[: 2 * MOST]:
        yield memory, float(getattr(memory, "relevance", 0))


def _into(found: Topic, memory: Memory, score: float) -> None:
    if memory.kind in DERIVED:
        group = found.mentioned
    elif score >= 1.0:
        group = found.certain
    else:
        group = found.likely
    if len(group) < MOST:
        group.append(memory)
