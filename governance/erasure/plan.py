"""One plan, four uses: it is previewed, run, verified and reported."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from governance.models import Derivation, MadeFrom, Memory, MemoryState, Source
from governance.provenance import made_from


@dataclass(frozen=True)
class Plan:
    """What an erasure reaches. ``counts`` are rows by store at the time of planning."""

    person_id: uuid.UUID
    service_id: uuid.UUID
    root_ids: frozenset[uuid.UUID]
    memory_ids: frozenset[uuid.UUID]
    source_ids: frozenset[uuid.UUID]
    counts: dict[str, int] = field(default_factory=dict)

    def parts(self, size: int) -> "Iterator[Plan]":
        """The same plan in pieces of at most ``size`` ids, memories first: a source goes
        when nothing stands on it any more."""
        for ids in _pieces(self.memory_ids, size):
            yield replace(self, memory_ids=ids, source_ids=frozenset())
        for ids in _pieces(self.source_ids, size):
            yield replace(self, memory_ids=frozenset(), source_ids=ids)

    def as_json(self) -> dict[str, Any]:
        """Ids and counts, to be stored on the run."""
        return {
            "roots": sorted(map(str, self.root_ids)),
            "memories": sorted(map(str, self.memory_ids)),
            "sources": sorted(map(str, self.source_ids)),
            "counts": self.counts,
        }

    @classmethod
    def from_json(
        cls, stored: dict[str, Any], *, person_id: uuid.UUID, service_id: uuid.UUID
    ) -> "Plan":
        """The plan as the run has it."""
        return cls(
            person_id=person_id,
            service_id=service_id,
            root_ids=_ids(stored["roots"]),
            memory_ids=_ids(stored["memories"]),
            source_ids=_ids(stored["sources"]),
            counts=stored["counts"],
        )


def plan_memories(
    person_id: uuid.UUID, service_id: uuid.UUID, roots: Iterable[uuid.UUID]
) -> Plan:
    """A plan for some memories: with earlier values of their keys, with everything
    derived from them, and with sources that no other memory stands on."""
    chosen = frozenset(roots)
    reached = frozenset(
        made_from(person_id, chosen | _earlier_values(person_id, service_id, chosen))
    )
    return Plan(
        person_id=person_id,
        service_id=service_id,
        root_ids=chosen,
        memory_ids=reached,
        source_ids=_orphaned_sources(person_id, service_id, reached),
    )


def _earlier_values(
    person_id: uuid.UUID, service_id: uuid.UUID, ids: frozenset[uuid.UUID]
) -> frozenset[uuid.UUID]:
    mine = Memory.objects.owned_by(person_id).written_by(service_id)
    earlier = mine.filter(status=MemoryState.SUPERSEDED)
    current = mine.exclude(status=MemoryState.SUPERSEDED)
    keyed = current.filter(id__any_of=ids).exclude(key="").values_list("key", "space")
    return frozenset(
        found
        for key, space in keyed
        for found in earlier.filter(key=key, space=space).values_list("id", flat=True)
    )


def _orphaned_sources(
    person_id: uuid.UUID, service_id: uuid.UUID, memory_ids: frozenset[uuid.UUID]
) -> frozenset[uuid.UUID]:
    """Sources of these memories from which nothing else was made."""
    edges = Derivation.objects.owned_by(person_id).filter(origin_kind=MadeFrom.SOURCE)
    used = edges.filter(made_id__any_of=memory_ids).values_list("origin_id", flat=True)
    kept = edges.exclude(made_id__any_of=memory_ids).filter(origin_id__in=used)
    orphaned = (
        Source.objects.owned_by(person_id)
        .written_by(service_id)
        .filter(id__in=used)
        .exclude(id__in=kept.values("origin_id"))
    )
    return frozenset(orphaned.values_list("id", flat=True))


def _pieces(ids: frozenset[uuid.UUID], size: int) -> Iterator[frozenset[uuid.UUID]]:
    """In a fixed order, so that a run that goes on meets the same pieces again."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), size):
        yield frozenset(ordered[start : start + size])


def _ids(texts: Iterable[str]) -> frozenset[uuid.UUID]:
    return frozenset(uuid.UUID(each) for each in texts)
