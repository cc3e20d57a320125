"""Find what a visitor asked for among its own; call inside the visitor's scope."""

import uuid
from collections.abc import Collection, Sequence

from django.db.models import Q
from django.http import Http404

from governance.erasure import erased_by
from governance.models import ErasureRun, Memory, MemoryQuerySet, MemoryState, Person

UNSHOWN = ("embedding", "text_hash", "metadata")


class Erased(Exception):
    """It was the visitor's own; ``run_id`` erased it and holds the receipt."""

    def __init__(self, run_id: uuid.UUID) -> None:
        super().__init__("erased")
        self.run_id = run_id


def records_of(persons: Sequence[uuid.UUID]) -> list[Person]:
    """The visitor's own records, each with its service."""
    rows = Person.objects.filter(id__in=persons).select_related("service")
    return list(rows.order_by("service__name", "id"))


def memories_of(persons: Sequence[uuid.UUID]) -> MemoryQuerySet:
    """What the list shows, newest first."""
    rows = _with_place(Memory.objects.owned_by(*persons).shown())
    return rows.order_by("-created_at", "-id")


def memory_of(persons: Sequence[uuid.UUID], memory_id: uuid.UUID) -> Memory:
    """One memory; raises :class:`Erased` for one that was, 404 for any other id."""
    rows = Memory.objects.owned_by(*persons).unexpired()
    here = rows.exclude(status=MemoryState.FORGOTTEN)
    found = _with_place(here).filter(id=memory_id).first()
    if found is None:
        tell_if_erased(persons, memory_id)
        raise Http404
    return found


def named(persons: Sequence[uuid.UUID], ids: Collection[uuid.UUID]) -> MemoryQuerySet:
    """Those of these memories that are the visitor's own, whatever their state."""
    return _with_place(Memory.objects.owned_by(*persons)).filter(id__in=ids)


def run_of(persons: Sequence[uuid.UUID], run_id: uuid.UUID) -> ErasureRun:
    """One erasure of the visitor's own, or 404."""
    found = ErasureRun.objects.owned_by(*persons).filter(id=run_id).first()
    if found is None:
        raise Http404
    return found


def unit_of(persons: Sequence[uuid.UUID], run: ErasureRun) -> list[ErasureRun]:
    """The run, and those that were asked for together with it, of other records."""
    first = run.unit or run.id
    together = ErasureRun.objects.owned_by(*persons).filter(Q(id=first) | Q(unit=first))
    return list(together.order_by("created_at", "id"))


def _with_place(rows: MemoryQuerySet) -> MemoryQuerySet:
    return rows.select_related("source", "service").defer(*UNSHOWN)


def tell_if_erased(persons: Sequence[uuid.UUID], thing_id: uuid.UUID) -> None:
    """Raises :class:`Erased` for what was the visitor's own and was erased."""
    for person_id in persons:
        run_id = erased_by(person_id, thing_id)
        if run_id:
            raise Erased(run_id)
