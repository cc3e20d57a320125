"""Find what a visitor asked for among its own; call inside the visitor's scope."""

import uuid
from collections.abc import Sequence

from django.db.models import QuerySet
from django.http import Http404

from governance.erasure import erased_by
from governance.models import ErasureRun, Memory, MemoryState

UNSHOWN = ("embedding", "text_hash", "metadata", "findings")


class Erased(Exception):
    """It was the visitor's own; ``run_id`` erased it and holds the receipt."""

    def __init__(self, run_id: uuid.UUID) -> None:
        super().__init__("erased")
        self.run_id = run_id


def memories_of(persons: Sequence[uuid.UUID]) -> QuerySet[Memory]:
    """What the list shows, newest first."""
    return (
        Memory.objects.owned_by(*persons)
        .shown()
        .select_related("source", "service")
        .defer(*UNSHOWN)
        .order_by("-created_at", "-id")
    )


def memory_of(persons: Sequence[uuid.UUID], memory_id: uuid.UUID) -> Memory:
    """One memory; raises :class:`Erased` for one that was, 404 for any other id."""
    found = (
        Memory.objects.owned_by(*persons)
        .unexpired()
        .exclude(status=MemoryState.FORGOTTEN)
        .select_related("source", "service")
        .defer(*UNSHOWN)
        .filter(id=memory_id)
        .first()
    )
    if found is None:
        _tell_if_erased(persons, memory_id)
        raise Http404
    return found


def run_of(persons: Sequence[uuid.UUID], run_id: uuid.UUID) -> ErasureRun:
    """One erasure of the visitor's own, or 404."""
    found = ErasureRun.objects.owned_by(*persons).filter(id=run_id).first()
    if found is None:
        raise Http404
    return found


def _tell_if_erased(persons: Sequence[uuid.UUID], memory_id: uuid.UUID) -> None:
    for person_id in persons:
        run_id = erased_by(person_id, memory_id)
        if run_id:
            raise Erased(run_id)
