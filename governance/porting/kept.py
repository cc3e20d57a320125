"""What is kept of a person beside memories, read part by part: messages of conversations in
their order, and notes with what they said before. Each part is a transaction of its own."""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q

from governance.access import as_service_with
from governance.models import ConversationItem, FileVersion, MemoryFile, Person

MESSAGES_AT_ONCE = 200
NOTES_AT_ONCE = 5
"""A note has 100 KiB at most, and so has each text before it."""


@dataclass(frozen=True)
class KeptMessage:
    """One message; ``body`` as it goes out."""

    item: ConversationItem
    conversation: str
    body: Any

    def with_body(self, body: Any) -> "KeptMessage":
        """The same with another body."""
        return replace(self, body=body)


@dataclass(frozen=True)
class KeptNote:
    """One note; ``text`` and the texts of ``versions`` as they go out."""

    file: MemoryFile
    text: str
    versions: Sequence[tuple[FileVersion, str]]


def messages_of(
    person: Person, *, until: datetime | None = None, role: str = ""
) -> Iterator[list[KeptMessage]]:
    """Conversation after conversation, or only what somebody of that role has said; one
    empty part where there is nothing."""
    place: tuple[uuid.UUID, int] | None = None
    while True:
        with as_service_with(person.service_id, person.id):
            rows = ConversationItem.objects.owned_by(person.id).in_use()
            rows = rows.filter(conversation__forgotten=False)
            if until:
                rows = rows.filter(created_at__lte=until)
            if role:
                rows = rows.filter(body__role=role)
            if place:
                of, number = place
                later = Q(conversation_id=of, number__gt=number)
                rows = rows.filter(Q(conversation_id__gt=of) | later)
            rows = rows.select_related("conversation")
            found = list(rows.order_by("conversation_id", "number")[:MESSAGES_AT_ONCE])
        if found or place is None:
            yield [
                KeptMessage(each, each.conversation.name, each.body) for each in found
            ]
        if len(found) < MESSAGES_AT_ONCE:
            return
        place = (found[-1].conversation_id, found[-1].number)


def notes_of(
    person: Person, *, until: datetime | None = None
) -> Iterator[list[KeptNote]]:
    """Note after note, as each stood at that time, where it was changed since; one empty
    part where there is nothing."""
    last = uuid.UUID(int=0)
    while True:
        with as_service_with(person.service_id, person.id):
            rows = MemoryFile.objects.owned_by(person.id).in_use().filter(id__gt=last)
            if until:
                rows = rows.filter(created_at__lte=until)
            found = list(rows.order_by("id")[:NOTES_AT_ONCE])
            notes = [_note(each, until) for each in found]
        if notes or not last.int:
            yield notes
        if len(found) < NOTES_AT_ONCE:
            return
        last = found[-1].id


def _note(file: MemoryFile, until: datetime | None) -> KeptNote:
    """A version is there from when another took its place."""
    rows = FileVersion.objects.owned_by(file.person_id).filter(file_id=file.id)
    versions = list(rows.order_by("number"))
    text = file.text
    if until and file.updated_at > until:
        later = [each for each in versions if each.created_at > until]
        versions = [each for each in versions if each.created_at <= until]
        text = later[0].text if later else text
    return KeptNote(file, text, [(each, each.text) for each in versions])
