"""One plan, four uses: it is previewed, run, verified and reported."""

import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from governance.condensing import Going, to_derive_again
from governance.models import (
    Derivation,
    MadeFrom,
    Memory,
    MemoryState,
    Rebuild,
    Receipt,
    Source,
)
from governance.provenance import made_from

WAITING = [MemoryState.QUARANTINED, MemoryState.PROPOSED]


@dataclass(frozen=True)
class Plan:
    """What an erasure reaches. ``counts`` are rows by store at the time of planning,
    ``rebuilt`` the derived texts that will be derived again from what stays: at most, for
    what says nothing new by then is not kept."""

    person_id: uuid.UUID
    service_id: uuid.UUID
    root_ids: frozenset[uuid.UUID]
    memory_ids: frozenset[uuid.UUID]
    source_ids: frozenset[uuid.UUID]
    counts: dict[str, int] = field(default_factory=dict)
    rebuilt: int = 0

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
            "rebuilt": self.rebuilt,
        }

    @classmethod
    def nothing(cls, person_id: uuid.UUID, service_id: uuid.UUID) -> "Plan":
        """A plan that reaches nothing."""
        empty: frozenset[uuid.UUID] = frozenset()
        return cls(person_id, service_id, empty, empty, empty)

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
            rebuilt=stored.get("rebuilt", 0),
        )


def plan_memories(
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    roots: Iterable[uuid.UUID],
    *,
    with_history: bool = True,
    wanted_back: bool = False,
) -> Plan:
    """A plan for some memories: with everything derived from them, with earlier values
    of their keys (unless told otherwise), and with sources that nothing else stands on.

    What another run is on its way to erase counts as gone: two plans never share a row.
    With ``wanted_back`` the roots, too, go only for what they were made from, and are
    derived again.
    """
    chosen = frozenset(roots)
    reached = _closure(person_id, service_id, chosen, with_history=with_history)
    mine = reached - _going(person_id, reached)
    plan = Plan(
        person_id=person_id,
        service_id=service_id,
        root_ids=chosen,
        memory_ids=mine,
        source_ids=_orphaned_sources(person_id, service_id, mine),
    )
    again = derived_again(plan, states_of(plan), wanted_back=wanted_back)
    return replace(plan, rebuilt=len(again))


def states_of(plan: Plan) -> dict[uuid.UUID, str]:
    """The state that each planned memory is in."""
    rows = Memory.objects.owned_by(plan.person_id).filter(id__any_of=plan.memory_ids)
    return dict(rows.values_list("id", "status"))


def derived_again(
    plan: Plan,
    states: Mapping[uuid.UUID, str],
    *,
    wanted_back: bool,
    run_id: uuid.UUID | None = None,
) -> list[Rebuild]:
    """What will be derived again of a plan, by the states that its memories were in when
    they were taken out of use. Not what was asked for itself, nor through it."""
    going = Going(
        plan.person_id,
        plan.service_id,
        states,
        unwanted=frozenset() if wanted_back else plan.root_ids,
    )
    return to_derive_again(going, run_id)


def _closure(
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    chosen: frozenset[uuid.UUID],
    *,
    with_history: bool,
) -> frozenset[uuid.UUID]:
    reached = frozenset(made_from(person_id, chosen))
    while with_history:
        earlier = _earlier_values(person_id, service_id, reached) - reached
        if not earlier:
            break
        reached = frozenset(made_from(person_id, reached | earlier))
    return reached


def _going(person_id: uuid.UUID, ids: Collection[uuid.UUID]) -> frozenset[uuid.UUID]:
    """Those of the ids of which a receipt stands already."""
    receipts = Receipt.objects.owned_by(person_id).filter(thing_id__any_of=ids)
    return frozenset(receipts.values_list("thing_id", flat=True))


def _earlier_values(
    person_id: uuid.UUID, service_id: uuid.UUID, ids: frozenset[uuid.UUID]
) -> frozenset[uuid.UUID]:
    mine = Memory.objects.owned_by(person_id).written_by(service_id)
    earlier = mine.filter(status=MemoryState.SUPERSEDED)
    # What waits for review or consent has pushed no value out.
    current = mine.exclude(status__in=[MemoryState.SUPERSEDED, *WAITING])
    keyed = current.filter(id__any_of=ids).exclude(key="")
    return frozenset(
        found
        for key, space in keyed.values_list("key", "space").distinct()
        for found in earlier.filter(key=key, space=space).values_list("id", flat=True)
    )


def _orphaned_sources(
    person_id: uuid.UUID, service_id: uuid.UUID, memory_ids: frozenset[uuid.UUID]
) -> frozenset[uuid.UUID]:
    """Sources of these memories from which nothing that stays was made."""
    edges = Derivation.objects.owned_by(person_id).filter(origin_kind=MadeFrom.SOURCE)
    used = edges.filter(made_id__any_of=memory_ids).values_list("origin_id", flat=True)
    sources = Source.objects.owned_by(person_id).written_by(service_id)
    found = frozenset(sources.filter(id__in=used).values_list("id", flat=True))
    candidates = found - _going(person_id, found)
    others = (
        edges.filter(origin_id__any_of=candidates)
        .exclude(made_id__any_of=memory_ids)
        .values_list("origin_id", "made_id")
    )
    going = _going(person_id, {made for _, made in others})
    return candidates - {origin for origin, made in others if made not in going}


def _pieces(ids: frozenset[uuid.UUID], size: int) -> Iterator[frozenset[uuid.UUID]]:
    """In a fixed order, so that a run that goes on meets the same pieces again."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), size):
        yield frozenset(ordered[start : start + size])


def _ids(texts: Iterable[str]) -> frozenset[uuid.UUID]:
    return frozenset(uuid.UUID(each) for each in texts)
