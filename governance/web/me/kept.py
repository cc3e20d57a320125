"""What apps keep beside memories, found among the visitor's own: notes and conversations;
and what is done to either: forgotten with undo, or erased now."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import Http404, HttpResponse
from django.utils.translation import ngettext

from governance.choices import undo_time
from governance.erasure import NO_UNDO, AlreadyErased, ask
from governance.models import (
    Conversation,
    ConversationItem,
    ConversationQuerySet,
    ErasureRun,
    FileQuerySet,
    ItemQuerySet,
    MemoryFile,
)
from governance.web.answers import see_other
from governance.web.me.done import back, note_forgotten
from governance.web.me.find import tell_if_erased
from governance.web.visitor import Request

Kept = MemoryFile | Conversation | ConversationItem
Found = TypeVar("Found", MemoryFile, Conversation)


@dataclass(frozen=True)
class Counted:
    """How many there are, for the way to them."""

    notes: int
    conversations: int

    @property
    def any(self) -> bool:
        """Whether there is a way to show."""
        return bool(self.notes or self.conversations)

    @property
    def notes_said(self) -> str:
        """In words."""
        return ngettext("%(number)d note", "%(number)d notes", self.notes) % {
            "number": self.notes
        }

    @property
    def conversations_said(self) -> str:
        """In words."""
        said = ngettext(
            "%(number)d conversation", "%(number)d conversations", self.conversations
        )
        return said % {"number": self.conversations}


def counted(persons: Sequence[uuid.UUID]) -> Counted:
    """Of these records; call it inside their scope."""
    return Counted(notes_of(persons).count(), conversations_of(persons).count())


def notes_of(persons: Sequence[uuid.UUID]) -> FileQuerySet:
    """Notes that are in use, the last changed first."""
    mine = MemoryFile.objects.owned_by(*persons).in_use().select_related("service")
    return mine.order_by("-updated_at", "-id")


def conversations_of(persons: Sequence[uuid.UUID]) -> ConversationQuerySet:
    """Conversations that are in use."""
    return Conversation.objects.owned_by(*persons).in_use().select_related("service")


def messages_among(persons: Sequence[uuid.UUID]) -> ItemQuerySet:
    """Messages of those conversations."""
    mine = ConversationItem.objects.owned_by(*persons).in_use()
    return mine.filter(conversation__forgotten=False)


def note_of(persons: Sequence[uuid.UUID], note_id: uuid.UUID) -> MemoryFile:
    """One note; raises ``Erased`` for one that was, 404 for any other id."""
    return _one(notes_of(persons).filter(id=note_id).first(), persons, note_id)


def conversation_of(
    persons: Sequence[uuid.UUID], conversation_id: uuid.UUID
) -> Conversation:
    """One conversation; the same holds."""
    found = conversations_of(persons).filter(id=conversation_id).first()
    return _one(found, persons, conversation_id)


def forget(request: Request, of: Kept, ids: Sequence[uuid.UUID]) -> ErasureRun:
    """Out of use at once; erased when the time for undo is over."""
    return ask(
        ids,
        person_id=of.person_id,
        service_id=of.service_id,
        actor=request.visitor.actor,
        undo=undo_time(of.person_id),
    )


def erase(request: Request, of: Kept, ids: Sequence[uuid.UUID]) -> uuid.UUID:
    """Erases now; pressed twice it gives the same run."""
    try:
        run = ask(
            ids,
            person_id=of.person_id,
            service_id=of.service_id,
            actor=request.visitor.actor,
            undo=NO_UNDO,
        )
    except AlreadyErased as before:
        return before.run_id
    return run.id


def was_forgotten(request: Request, run: ErasureRun) -> HttpResponse:
    """Back to the list, which offers to undo it."""
    note_forgotten(request, run)
    return back(request)


def receipt_of(run_id: uuid.UUID) -> HttpResponse:
    """The page that says how far it is."""
    return see_other("erasure", run_id=run_id)


def _one(
    found: Found | None, persons: Sequence[uuid.UUID], thing_id: uuid.UUID
) -> Found:
    if found is None:
        tell_if_erased(persons, thing_id)
        raise Http404
    return found
