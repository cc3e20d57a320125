"""What is kept of a person beside memories, read part by part: messages of conversations in
their order, and notes with what they said before. Each part is a transaction of its own, in
which it is entered as handed out."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import F, IntegerField, OuterRef, Q, Subquery, Sum, TextField
from django.db.models.functions import Cast, Coalesce, Length

from governance.access import as_service_with
from governance.models import (
    ConversationItem,
    FileQuerySet,
    FileVersion,
    ItemQuerySet,
    MemoryFile,
    Person,
)
from governance.porting.handed_out import log_handed_out

MESSAGES_AT_ONCE = 200
NOTES_AT_ONCE = 50
MOST_CHARACTERS = 2 * 1024 * 1024
"""Of one part. A message may have half a megabyte, a note with all that it said before some
five: then a part is shorter, down to a single one."""

Place = tuple[uuid.UUID, int]
T = TypeVar("T")


@dataclass(frozen=True)
class KeptMessage:
    """One message; ``body`` as it goes out. ``begins`` is whether it is the first of its
    conversation that does."""

    item: ConversationItem
    conversation: str
    body: Any
    begins: bool


@dataclass(frozen=True)
class KeptVersion:
    """What a note said before, and where, as it goes out."""

    version: FileVersion
    path: str
    text: str


@dataclass(frozen=True)
class KeptNote:
    """One note; ``path``, ``text`` and ``versions`` as they go out."""

    file: MemoryFile
    path: str
    text: str
    number: int
    changed_at: datetime
    versions: Sequence[KeptVersion]


def messages_of(
    person: Person, *, until: datetime | None = None, role: str = "", log: bool = True
) -> Iterator[list[KeptMessage]]:
    """Conversation after conversation, or only what somebody of that role has said; one
    empty part where there is nothing."""
    return some_or_none(_message_parts(person, until, role, log))


def notes_of(
    person: Person, *, until: datetime | None = None
) -> Iterator[list[KeptNote]]:
    """Note after note, as each stood at that time, where it was changed since; one empty
    part where there is nothing."""
    return some_or_none(_note_parts(person, until))


def some_or_none(parts: Iterable[list[T]]) -> Iterator[list[T]]:
    """The parts in which there is something, or one in which there is nothing."""
    empty = True
    for part in parts:
        if part:
            empty = False
            yield part
    if empty:
        yield []


def _message_parts(
    person: Person, until: datetime | None, role: str, log: bool
) -> Iterator[list[KeptMessage]]:
    place: Place | None = None
    more = True
    while more:
        with as_service_with(person.service_id, person.id):
            rows = _messages_behind(place, person, until, role)
            length = Length(Cast("body", TextField()))
            sized = rows.annotate(length=length)[:MESSAGES_AT_ONCE]
            there = list(sized.values_list("id", "length", "conversation_id", "number"))
            part = there[: _fitting([each[1] for each in there])]
            wanted = rows.filter(id__any_of=[each[0] for each in part])
            found = list(wanted.select_related("conversation"))
            if log:
                log_handed_out(person, [each.id for each in found])
        yield _begun(found, place)
        more = len(part) < len(there) or len(there) == MESSAGES_AT_ONCE
        if part:
            _id, _length, of, number = part[-1]
            place = of, number


def _begun(items: Sequence[ConversationItem], place: Place | None) -> list[KeptMessage]:
    """These messages, which come behind that place."""
    last = place[0] if place else None
    found = []
    for each in items:
        begins = each.conversation_id != last
        found.append(KeptMessage(each, each.conversation.name, each.body, begins))
        last = each.conversation_id
    return found


def _messages_behind(
    place: Place | None, person: Person, until: datetime | None, role: str
) -> ItemQuerySet:
    rows = ConversationItem.objects.owned_by(person.id).in_use()
    rows = rows.filter(conversation__forgotten=False)
    if until:
        rows = rows.filter(created_at__lte=until)
    if role:
        rows = rows.filter(body__role=role)
    if place:
        of, number = place
        later = Q(conversation_id__gt=of) | Q(number__gt=number)
        rows = rows.filter(conversation_id__gte=of).filter(later)
    return rows.order_by("conversation_id", "number")


def _note_parts(person: Person, until: datetime | None) -> Iterator[list[KeptNote]]:
    last = uuid.UUID(int=0)
    more = True
    while more:
        with as_service_with(person.service_id, person.id):
            rows = MemoryFile.objects.owned_by(person.id).in_use().filter(id__gt=last)
            if until:
                rows = rows.filter(created_at__lte=until)
            there = _sized(rows.order_by("id")[:NOTES_AT_ONCE], person)
            ids = [each for each, _ in there]
            part = ids[: _fitting([length for _, length in there])]
            found = list(rows.filter(id__any_of=part).order_by("id"))
            before = _versions(part, person)
            log_handed_out(person, [each.id for each in found])
        yield [_note(each, before[each.id], until) for each in found]
        more = len(part) < len(there) or len(there) == NOTES_AT_ONCE
        last = part[-1] if part else last


def _sized(rows: FileQuerySet, person: Person) -> list[tuple[uuid.UUID, int]]:
    """Each with how long it is, together with all that it said before."""
    earlier = FileVersion.objects.owned_by(person.id).filter(file_id=OuterRef("id"))
    lengths = earlier.order_by().values("file_id").annotate(sum=Sum(Length("text")))
    before = Subquery(lengths.values("sum"), output_field=IntegerField())
    length = F("size") + Coalesce(before, 0)
    return list(rows.annotate(length=length).values_list("id", "length"))


def _versions(
    ids: Sequence[uuid.UUID], person: Person
) -> Mapping[uuid.UUID, list[FileVersion]]:
    found: dict[uuid.UUID, list[FileVersion]] = defaultdict(list)
    rows = FileVersion.objects.owned_by(person.id).filter(file_id__any_of=ids)
    for each in rows.order_by("file_id", "number"):
        found[each.file_id].append(each)
    return found


def _note(
    file: MemoryFile, versions: Sequence[FileVersion], until: datetime | None
) -> KeptNote:
    """A version is there from when another took its place: the first that did so after
    the moment is what the note said then."""
    earlier = [each for each in versions if not until or each.created_at <= until]
    kept = [KeptVersion(each, each.path, each.text) for each in earlier]
    if len(earlier) == len(versions):
        path, text, number = file.path, file.text, file.version
        return KeptNote(file, path, text, number, file.updated_at, kept)
    then = versions[len(earlier)]
    changed_at = earlier[-1].created_at if earlier else file.created_at
    return KeptNote(file, then.path, then.text, then.number, changed_at, kept)


def _fitting(lengths: Sequence[int]) -> int:
    """How many of them make a part: at least one."""
    total = 0
    for number, length in enumerate(lengths):
        total += length
        if total > MOST_CHARACTERS:
            return max(number, 1)
    return len(lengths)
