"""What a topic finds beside memories, in messages and notes, as it can be ticked."""

import uuid
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain

from django.utils.text import Truncator

from governance.models import ConversationItem, ItemQuerySet, MemoryFile
from governance.porting import said_in
from governance.recall import Elsewhere, said_elsewhere
from governance.web.me.find import messages_among, notes_of
from governance.web.me.forms import TopicForm
from governance.web.me.things import name_of

LONGEST = 300
Thing = ConversationItem | MemoryFile


@dataclass(frozen=True)
class Hit:
    """One message or note: what it says, and where it stands."""

    id: uuid.UUID
    text: str
    name: str
    service: str


def found_elsewhere(persons: Sequence[uuid.UUID], form: TopicForm) -> Elsewhere:
    """What says it; with no topic named all of what the other fields leave."""
    given = form.cleaned_data
    messages = _messages_of(persons)
    notes = notes_of(persons)
    if given["app"]:
        messages = messages.filter(person_id=given["app"])
        notes = notes.filter(person_id=given["app"])
    if given["since"]:
        messages = messages.filter(created_at__date__gte=given["since"])
        notes = notes.filter(updated_at__date__gte=given["since"])
    if given["until"]:
        end = given["until"] + timedelta(days=1)
        messages = messages.filter(created_at__date__lt=end)
        notes = notes.filter(updated_at__date__lt=end)
    if not form.topics:
        return Elsewhere(list(messages.order_by("-created_at")), list(notes))
    return said_elsewhere(form.topics, messages=messages, notes=notes)


def message_hits(messages: Sequence[ConversationItem]) -> list[Hit]:
    """Each with its conversation."""
    return [
        Hit(
            each.id,
            _short(said_in(each.body)),
            each.conversation.name,
            each.service.name,
        )
        for each in messages
    ]


def note_hits(notes: Sequence[MemoryFile]) -> list[Hit]:
    """Each by its name."""
    return [
        Hit(each.id, _short(each.text), name_of(each.path), each.service.name)
        for each in notes
    ]


def things_among(
    persons: Sequence[uuid.UUID], ids: Collection[uuid.UUID]
) -> Iterator[Thing]:
    """Those of the ids that are messages or notes of the visitor's own."""
    messages = _messages_of(persons).filter(id__in=ids)
    return chain(messages, notes_of(persons).filter(id__in=ids))


def _messages_of(persons: Sequence[uuid.UUID]) -> ItemQuerySet:
    return messages_among(persons).select_related("conversation", "service")


def _short(text: str) -> str:
    return Truncator(text).chars(LONGEST)
