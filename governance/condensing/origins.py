"""Which texts that go are derived again, and from what: from the memories that stay of
those that they were made from, straight or through other texts that go along."""

import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models.functions import Length

from governance.condensing.extract import BUDGET
from governance.models import (
    Derivation,
    Kind,
    MadeFrom,
    Memory,
    MemoryQuerySet,
    MemoryState,
    Rebuild,
)

AGAIN = [MemoryState.ACTIVE, MemoryState.PAUSED, MemoryState.QUARANTINED]
"""States of a text that is wanted back: what was superseded or forgotten is not."""

MOST = 200
"""How many rows a text's origins are looked for in, the nearest first: what stands below
a longer chain is made from these."""

Edges = Mapping[uuid.UUID, list[uuid.UUID]]


@dataclass(frozen=True)
class Going:
    """Memories that go together, each with the state it was in; nothing is made again of
    or through those that are ``unwanted``: they go for their own sake."""

    person_id: uuid.UUID
    service_id: uuid.UUID
    states: Mapping[uuid.UUID, str]
    unwanted: Collection[uuid.UUID] = ()

    @property
    def wanted(self) -> list[uuid.UUID]:
        """Those that are missed, if they were derived."""
        return [
            each
            for each, state in self.states.items()
            if state in AGAIN and each not in self.unwanted
        ]


@dataclass(frozen=True)
class Base:
    """A memory that stays, as far as it matters before the text is made."""

    space: str
    length: int


class Gone(NamedTuple):
    """A text that goes, as far as the one that replaces it takes after it."""

    id: uuid.UUID
    space: str
    kind: str
    importance: int
    trust: str
    sensitivity: str
    expires_at: datetime | None


GONE = Gone._fields
TOLD_AS_DERIVED = {Kind.SUMMARY, Kind.REFLECTION}


def to_derive_again(going: Going, run_id: uuid.UUID | None = None) -> list[Rebuild]:
    """The rows of the queue, not stored yet; call it in the scope of the erasure, while
    the edges are there. Texts that would say the same are one."""
    wanted = going.wanted
    if not wanted:
        return []
    above = _edges(going)
    found = {each: _bases(each, above, going) for each in wanted if each in above}
    usable = _usable(going, {base for bases, _ in found.values() for base in bases})
    left = {
        each: tuple(sorted(base for base in bases if base in usable))
        for each, (bases, _) in found.items()
    }
    worth = [
        row
        for row in _rows(going, [each for each, bases in left.items() if bases])
        if _worth_it(row, [usable[base] for base in left[row.id]])
    ]
    # The one nearest to the memories stands for all that would be the same text.
    worth.sort(key=lambda row: found[row.id][1])
    return _once_each(worth, left, going, run_id)


def origins_of(
    person_id: uuid.UUID, service_id: uuid.UUID, ids: Iterable[uuid.UUID]
) -> MemoryQuerySet:
    """Those of the memories from which a text that is in use may be made. Not what is
    paused, waits for a yes or for review, or is an earlier value: a text made of it would
    put it in use by another way."""
    return (
        Memory.objects.owned_by(person_id)
        .written_by(service_id)
        .unexpired()
        .staying()
        .told_to_services()
        .filter(id__any_of=ids, status=MemoryState.ACTIVE)
    )


def _edges(going: Going) -> Edges:
    """What goes → the memories it was made from."""
    edges = Derivation.objects.owned_by(going.person_id).filter(
        made_id__any_of=set(going.states) - set(going.unwanted),
        origin_kind=MadeFrom.MEMORY,
    )
    above: dict[uuid.UUID, list[uuid.UUID]] = {}
    for made, origin in edges.order_by("id").values_list("made_id", "origin_id"):
        above.setdefault(made, []).append(origin)
    return above


def _bases(made: uuid.UUID, above: Edges, going: Going) -> tuple[list[uuid.UUID], int]:
    """What stays above a text, and how many texts go in between."""
    bases: list[uuid.UUID] = []
    seen, between = {made}, 0
    for each in _upwards(made, above, seen):
        if each in going.states:
            between += 1
        else:
            bases.append(each)
    return bases, between


def _upwards(
    made: uuid.UUID, above: Edges, seen: set[uuid.UUID]
) -> Iterator[uuid.UUID]:
    """Row by row, the nearest first; a cycle ends."""
    row = [made]
    while row and len(seen) <= MOST:
        following = dict.fromkeys(up for each in row for up in above.get(each, ()))
        row = [up for up in following if up not in seen][:MOST]
        seen.update(row)
        yield from row


def _usable(going: Going, ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Base]:
    rows = origins_of(going.person_id, going.service_id, ids)
    lengths = rows.annotate(length=Length("text"))
    return {
        each: Base(space, length)
        for each, space, length in lengths.values_list("id", "space", "length")
    }


def _rows(going: Going, ids: Collection[uuid.UUID]) -> list[Gone]:
    rows = Memory.objects.owned_by(going.person_id).unexpired().filter(id__any_of=ids)
    return [Gone(*row) for row in rows.order_by("created_at", "id").values_list(*GONE)]


def _worth_it(row: Gone, bases: list[Base]) -> bool:
    """Of one short memory there is nothing to condense: it would be said twice."""
    if len(bases) != 1:
        return bool(bases)
    return bases[0].length > BUDGET or bases[0].space != row.space


def _once_each(
    rows: list[Gone],
    left: Mapping[uuid.UUID, tuple[uuid.UUID, ...]],
    going: Going,
    run_id: uuid.UUID | None,
) -> list[Rebuild]:
    """A summary, and a reflection that was made from it alone, would be one text: it is
    derived once, with the higher importance."""
    kept: dict[tuple[object, ...], Rebuild] = {}
    for row in rows:
        was = going.states[row.id]
        alike = (
            left[row.id],
            was,
            row.space,
            row.trust,
            row.sensitivity,
            row.expires_at,
        )
        if alike not in kept:
            kept[alike] = _rebuild(row, left[row.id], going, run_id)
        kept[alike].importance = max(kept[alike].importance, row.importance)
    return list(kept.values())


def _rebuild(
    row: Gone,
    bases: tuple[uuid.UUID, ...],
    going: Going,
    run_id: uuid.UUID | None,
) -> Rebuild:
    return Rebuild(
        person_id=going.person_id,
        service_id=going.service_id,
        instead_of=row.id,
        run_id=run_id,
        origin_ids=list(bases),
        # What is made of sentences of others is no decision or preference of its own.
        kind=row.kind if row.kind in TOLD_AS_DERIVED else Kind.SUMMARY,
        space=row.space,
        importance=row.importance,
        trust=row.trust,
        sensitivity=row.sensitivity,
        expires_at=row.expires_at,
        was=going.states[row.id],
    )
