"""Take a document in, item by item, through the same gate as any write.

A memory's id follows from the person and from the id in the document. So an item may name
an origin that came with an earlier part, a part that is sent twice makes nothing twice,
and what was erased cannot come back by a document from before (design.md, Barrier).
"""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from governance.access import Caller, Whose, as_service_with, hashes
from governance.models import EraseScope, ErasureRun, Memory, Receipt
from governance.writing import (
    Draft,
    Remembered,
    Stale,
    UnknownOrigin,
    remember_many,
)

AT_ONCE = 100
"""Items of one transaction."""

AGAIN = 200
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
    """Writes the items in their order. ``epoch`` and ``of`` are what the document says
    it was made at, and of which person record.

    Raises ``Stale`` where everything was erased since, ``Refused`` where memory is off.
    """
    if of is not None and of == whose.known_id and epoch is not None:
        _refuse_from_before(of, epoch, caller)
    taken: list[Taken] = []
    known: dict[uuid.UUID, uuid.UUID] = {}
    for batch in _batches(items):
        results = _write(batch, known, whose, caller)
        # The first write made the person.
        whose = Whose.of(whose.service_id, whose.ref)
        for item, result in zip(batch, results, strict=True):
            taken.append(Taken(item.id, result))
            if isinstance(result, Remembered):
                known[item.id] = result.memory.id
    return taken


def _refuse_from_before(person_id: uuid.UUID, epoch: int, caller: Caller) -> None:
    with as_service_with(caller.service_id, person_id):
        later = (
            ErasureRun.objects.owned_by(person_id)
            .written_by(caller.service_id)
            .filter(scope=EraseScope.SERVICE_PART, epoch__gt=epoch)
            .first()
        )
    if later:
        raise Stale(later.id)


def _batches(items: Sequence[Item]) -> Iterator[list[Item]]:
    """A new one also before an item that was made from one of the same batch."""
    batch: list[Item] = []
    for item in items:
        here = {each.id for each in batch}
        if len(batch) == AT_ONCE or here.intersection(item.draft.derived_from):
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch


def _write(
    batch: Sequence[Item],
    known: dict[uuid.UUID, uuid.UUID],
    whose: Whose,
    caller: Caller,
) -> list[Remembered | Exception]:
    there = _there(batch, whose, caller)
    prepared = [_prepared(item, known, there, whose) for item in batch]
    drafts = [each for each in prepared if isinstance(each, Draft)]
    written = iter(remember_many(drafts, whose=whose, caller=caller))
    return [next(written) if isinstance(each, Draft) else each for each in prepared]


@dataclass(frozen=True)
class There:
    """What is known here already of the ids that a batch names: rows, and the runs that
    erased them."""

    rows: dict[uuid.UUID, Memory]
    erased: dict[uuid.UUID, uuid.UUID]


def _there(batch: Sequence[Item], whose: Whose, caller: Caller) -> There:
    person_id = whose.known_id
    if person_id is None:
        return There({}, {})
    named = {item.id for item in batch}
    named |= {each for item in batch for each in item.draft.derived_from}
    ids = named | {here for each in named for here in _ids_here(whose, each)}
    with as_service_with(caller.service_id, person_id):
        mine = Memory.objects.owned_by(person_id).written_by(caller.service_id)
        rows = mine.unexpired().staying().filter(id__any_of=ids)
        receipts = Receipt.objects.owned_by(person_id).filter(thing_id__any_of=ids)
        return There(
            {row.id: row for row in rows.select_related("source")},
            dict(receipts.values_list("thing_id", "run_id")),
        )


def _prepared(
    item: Item, known: dict[uuid.UUID, uuid.UUID], there: There, whose: Whose
) -> Draft | Remembered | Exception:
    """The draft with ids of here; or what the item has become before, or why it may not
    come in."""
    names = [item.id, *_ids_here(whose, item.id)]
    erased = next((there.erased[each] for each in names if each in there.erased), None)
    if erased:
        return Stale(erased)
    row = next((there.rows[each] for each in names[1:] if each in there.rows), None)
    if row:
        return Remembered(row, AGAIN)
    origins = [_origin(each, known, there, whose) for each in item.draft.derived_from]
    if None in origins:
        return UnknownOrigin()
    return replace(
        item.draft,
        id=names[1],
        derived_from=[each for each in origins if each],
    )


def _origin(
    doc_id: uuid.UUID, known: dict[uuid.UUID, uuid.UUID], there: There, whose: Whose
) -> uuid.UUID | None:
    if doc_id in known:
        return known[doc_id]
    names = [*_ids_here(whose, doc_id), doc_id]
    return next((each for each in names if each in there.rows), None)


def _ids_here(whose: Whose, doc_id: uuid.UUID) -> list[uuid.UUID]:
    """The ids that a memory of the document has here, under every key still in use; a
    new row takes the first. Keyed, so that an id that outlives its memory tells nothing."""
    told = f"{whose.service_id}/{doc_id}/{whose.ref}"
    return [uuid.UUID(bytes=each[:16], version=5) for each in hashes(ID_USE, told)]
