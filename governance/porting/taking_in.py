"""Take a document in, item by item, through the same gate as any write.

A memory's name here follows from the person and from its id in the document. So an item may
name an origin that came with an earlier part, a part that is sent twice makes nothing
twice, and what was erased cannot come back by a document from before, nor by an import that
was under way (design.md, Barrier): the names are looked at under the person's lock.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from governance.access import Caller, Refused, Whose, as_service_with, hashes
from governance.models import Epoch, Memory, Receipt
from governance.porting.order import Loops, origins_first
from governance.writing import (
    Draft,
    Remembered,
    Stale,
    UnknownOrigin,
    refuse_older,
    remember_many,
)

AT_ONCE = 100
"""Items of one transaction."""

ID_USE = "imported memory"


@dataclass(frozen=True)
class Item:
    """One memory of a document; ``id`` and the ids in ``draft.derived_from`` are those
    of the document."""

    id: uuid.UUID
    draft: Draft


@dataclass(frozen=True)
class Taken:
    """What became of one item."""

    id: uuid.UUID
    result: Remembered | Exception


def take_in(
    items: Sequence[Item],
    *,
    epoch: int | None,
    of: uuid.UUID | None,
    whose: Whose,
    caller: Caller,
) -> list[Taken]:
    """Writes the items, origins first, and gives what became of each, in their order.
    ``epoch`` and ``of`` are what the document says it was made at, and of which person
    record.

    Raises ``Stale`` where everything was erased since, ``Refused`` where memory is off
    from the beginning; from then on each item has its own refusal.
    """
    since = _begun_in(whose, caller)
    if of is not None and of == whose.known_id and epoch is not None:
        since = min(epoch, since or epoch)
        _refuse_from_before(of, since, caller)
    known: dict[uuid.UUID, uuid.UUID] = {}
    done: dict[int, Remembered | Exception] = {}
    order, loops = origins_first([(each.id, each.draft.derived_from) for each in items])
    for batch in _batches(items, order):
        parts = [items[place] for place in batch]
        results = _written(parts, loops, known, since, whose, caller, first=not done)
        # The first write made the person. Once known it stays the same one: whoever bears
        # the id after an erasure is somebody else.
        if whose.known_id is None:
            whose = Whose.of(whose.service_id, whose.ref)
        for place, result in zip(batch, results, strict=True):
            done[place] = result
            if isinstance(result, Remembered):
                known[items[place].id] = result.memory.id
    return [Taken(item.id, done[place]) for place, item in enumerate(items)]


def _begun_in(whose: Whose, caller: Caller) -> int | None:
    if whose.known_id is None:
        return None
    with as_service_with(caller.service_id, whose.known_id):
        return Epoch.objects.get(person_id=whose.known_id).number


def _refuse_from_before(person_id: uuid.UUID, epoch: int, caller: Caller) -> None:
    with as_service_with(caller.service_id, person_id):
        refuse_older(person_id, caller.service_id, epoch)


def _batches(items: Sequence[Item], order: Sequence[int]) -> Iterator[list[int]]:
    """Places of items that are written at once; a new batch also before an item that was
    made from one of the same batch, or has its id."""
    batch: list[int] = []
    for place in order:
        here = {items[each].id for each in batch}
        named = {items[place].id, *items[place].draft.derived_from}
        if len(batch) == AT_ONCE or here & named:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _written(
    parts: Sequence[Item],
    loops: Loops,
    known: dict[uuid.UUID, uuid.UUID],
    since: int | None,
    whose: Whose,
    caller: Caller,
    *,
    first: bool,
) -> list[Remembered | Exception]:
    """What became of a batch. A refusal of all of it is one of each item, once others
    are written already."""
    here = _known_here(parts, whose, caller)
    prepared = [_prepared(item, loops, known, here, whose) for item in parts]
    drafts = [each for each in prepared if isinstance(each, Draft)]
    try:
        written = iter(remember_many(drafts, whose=whose, caller=caller, since=since))
    except (Refused, Stale) as refusal:
        if first:
            raise
        written = iter([refusal] * len(drafts))
    return [next(written) if isinstance(each, Draft) else each for each in prepared]


@dataclass(frozen=True)
class Here:
    """What the names of a batch are here: rows, or things that a run erased."""

    rows: frozenset[uuid.UUID] = frozenset()
    erased: Mapping[uuid.UUID, uuid.UUID] = field(default_factory=dict)

    def run_of(self, names: Sequence[uuid.UUID]) -> uuid.UUID | None:
        """The run that erased what has one of these names."""
        return next((self.erased[each] for each in names if each in self.erased), None)


def _known_here(parts: Sequence[Item], whose: Whose, caller: Caller) -> Here:
    """Asked again under the lock: this is to find origins, and to tell which refusal."""
    person_id = whose.known_id
    if person_id is None:
        return Here()
    named = {item.id for item in parts}
    named |= {each for item in parts for each in item.draft.derived_from}
    ids = {here for each in named for here in _names(whose, each)}
    with as_service_with(caller.service_id, person_id):
        mine = Memory.objects.owned_by(person_id).written_by(caller.service_id)
        rows = mine.staying().filter(id__any_of=ids).values_list("id", flat=True)
        receipts = Receipt.objects.owned_by(person_id).filter(thing_id__any_of=ids)
        return Here(frozenset(rows), dict(receipts.values_list("thing_id", "run_id")))


def _prepared(
    item: Item,
    loops: Loops,
    known: dict[uuid.UUID, uuid.UUID],
    here: Here,
    whose: Whose,
) -> Draft | Exception:
    """The draft with ids of here, or why it may not come in."""
    names = _names(whose, item.id)
    erased = here.run_of(names)
    if erased:
        return Stale(erased)
    # In a loop one edge has to give way: something must come first.
    wanted = [each for each in item.draft.derived_from if (item.id, each) not in loops]
    origins = [
        known.get(each)
        or next((n for n in _names(whose, each) if n in here.rows), None)
        for each in wanted
    ]
    if None in origins:
        gone = here.run_of([n for each in wanted for n in _names(whose, each)])
        return Stale(gone) if gone else UnknownOrigin()
    return replace(
        item.draft,
        names=names,
        derived_from=[each for each in origins if each],
    )


def _names(whose: Whose, doc_id: uuid.UUID) -> list[uuid.UUID]:
    """The names that a memory of the document has here, under every key still in use,
    and last its own id, which it has where it came from here. A new row takes the first:
    keyed, so that an id that outlives its memory tells nothing."""
    told = f"{whose.service_id}/{doc_id}/{whose.ref}"
    made = [uuid.UUID(bytes=each[:16], version=5) for each in hashes(ID_USE, told)]
    return [*made, doc_id]
