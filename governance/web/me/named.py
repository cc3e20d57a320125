"""What rows of the activity page speak of, by its words and its page: memories, notes,
conversations and messages; or what became of it."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from governance.models import (
    Conversation,
    ConversationItem,
    Memory,
    MemoryFile,
    MemoryState,
    Receipt,
)
from governance.web.me.spoken import excerpt
from governance.web.me.things import name_of

EXCERPT = 80
MEMORY, NOTE, CONVERSATION, MESSAGE = "memory", "file", "conversation", "item"
ERASED = {
    MEMORY: gettext_lazy("a memory that was erased"),
    NOTE: gettext_lazy("a note that was erased"),
    CONVERSATION: gettext_lazy("a conversation that was erased"),
    MESSAGE: gettext_lazy("a message that was erased"),
}
OUT_OF_USE = {
    MEMORY: gettext_lazy("a memory that is out of use"),
    NOTE: gettext_lazy("a note that is out of use"),
    CONVERSATION: gettext_lazy("a conversation that is out of use"),
    MESSAGE: gettext_lazy("a message that is out of use"),
}
"""By what it was, as receipts call it."""


@dataclass(frozen=True)
class Named:
    """Something that was read or changed: its words and the address of its page, or what
    became of it."""

    text: str
    page: str = ""
    scores: Sequence[tuple[str, float]] = ()


def erased(thing: str) -> Named:
    """What was erased, by its kind alone."""
    return Named(str(ERASED.get(thing, ERASED[MEMORY])))


def memory_named(
    memory: Memory, scores: Sequence[tuple[str, float]] | None = None
) -> Named:
    """A memory by its words, as far as it is in use."""
    if memory.status == MemoryState.FORGOTTEN:
        return Named(str(OUT_OF_USE[MEMORY]))
    page = reverse("memory", kwargs={"memory_id": memory.id})
    if memory.sealed is not None:
        return Named(_("a memory that waits for your yes"), page)
    words = Truncator(" ".join(memory.text.split())).chars(EXCERPT)
    return Named(words, page, scores or ())


def others_named(
    persons: Collection[uuid.UUID], ids: Collection[uuid.UUID]
) -> Mapping[uuid.UUID, Named]:
    """Those of the ids that are no memories, or none any more: a fixed number of
    statements. What left no receipt and is gone is not among them."""
    if not ids:
        return {}
    receipts = Receipt.objects.owned_by(*persons).filter(thing_id__any_of=ids)
    gone = {
        each: erased(thing) for each, thing in receipts.values_list("thing_id", "thing")
    }
    left = set(ids) - set(gone)
    if not left:
        return gone
    return {
        **gone,
        **_notes(persons, left),
        **_conversations(persons, left),
        **_messages(persons, left),
    }


def _notes(
    persons: Collection[uuid.UUID], ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, Named]:
    mine = MemoryFile.objects.owned_by(*persons).filter(id__any_of=ids)
    return {
        each.id: Named(str(OUT_OF_USE[NOTE]))
        if each.forgotten
        else Named(name_of(each.path), reverse("note", kwargs={"note_id": each.id}))
        for each in mine.only("id", "path", "forgotten")
    }


def _conversations(
    persons: Collection[uuid.UUID], ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, Named]:
    mine = Conversation.objects.owned_by(*persons).filter(id__any_of=ids)
    return {
        each.id: Named(str(OUT_OF_USE[CONVERSATION]))
        if each.forgotten
        else Named(each.name, _page_of(each.id))
        for each in mine
    }


def _messages(
    persons: Collection[uuid.UUID], ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, Named]:
    mine = ConversationItem.objects.owned_by(*persons).filter(id__any_of=ids)
    used = mine.in_use().filter(conversation__forgotten=False)
    shown = {
        each.id: Named(
            excerpt(each.body, EXCERPT),
            f"{_page_of(each.conversation_id)}?message={each.id}#m-{each.id}",
        )
        for each in used
    }
    out = {
        each: Named(str(OUT_OF_USE[MESSAGE]))
        for each in mine.values_list("id", flat=True)
    }
    return {**out, **shown}


def _page_of(conversation_id: uuid.UUID) -> str:
    return reverse("conversation", kwargs={"conversation_id": conversation_id})
