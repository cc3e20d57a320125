"""Find what a visitor asked for among its own; call inside the visitor's scope."""

import uuid
from collections.abc import Collection, Sequence

from django.db.models import Q
from django.http import Http404

from governance.erasure import erased_by
from governance.models import (
    Conversation,
    ConversationItem,
    ConversationQuerySet,
    ErasureRun,
    FileQuerySet,
    ItemQuerySet,
    Memory,
    MemoryFile,
    MemoryQuerySet,
    MemoryState,
    Person,
)

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
        _tell_if_erased(persons, memory_id)
        raise Http404
    return found


def named(persons: Sequence[uuid.UUID], ids: Collection[uuid.UUID]) -> MemoryQuerySet:
    """Those of these memories that are the visitor's own, whatever their state."""
    return _with_place(Memory.objects.owned_by(*persons)).filter(id__in=ids)


def notes_of(persons: Sequence[uuid.UUID]) -> FileQuerySet:
    """The notes that apps keep, the last changed first."""
    rows = MemoryFile.objects.owned_by(*persons).in_use().select_related("service")
    return rows.order_by("-updated_at", "-id")


def note_of(persons: Sequence[uuid.UUID], note_id: uuid.UUID) -> MemoryFile:
    """One note; raises as :func:`memory_of` does."""
    found = notes_of(persons).filter(id=note_id).first()
    if found is None:
        _tell_if_erased(persons, note_id)
        raise Http404
    return found


def conversations_of(persons: Sequence[uuid.UUID]) -> ConversationQuerySet:
    """The conversations that apps keep, in no order."""
    rows = Conversation.objects.owned_by(*persons).in_use()
    return rows.select_related("service")


def conversation_of(
    persons: Sequence[uuid.UUID], conversation_id: uuid.UUID
) -> Conversation:
    """One conversation; raises as :func:`memory_of` does."""
    found = conversations_of(persons).filter(id=conversation_id).first()
    if found is None:
        _tell_if_erased(persons, conversation_id)
        raise Http404
    return found


def messages_among(persons: Sequence[uuid.UUID]) -> ItemQuerySet:
    """All messages of conversations that are in use."""
    mine = ConversationItem.objects.owned_by(*persons).in_use()
    return mine.filter(conversation__forgotten=False)


def messages_in(conversation: Conversation) -> ItemQuerySet:
    """Its messages, in the order in which they were told."""
    mine = ConversationItem.objects.owned_by(conversation.person_id).in_use()
    return mine.filter(conversation_id=conversation.id).order_by("number")


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


def _tell_if_erased(persons: Sequence[uuid.UUID], thing_id: uuid.UUID) -> None:
    for person_id in persons:
        run_id = erased_by(person_id, thing_id)
        if run_id:
            raise Erased(run_id)
