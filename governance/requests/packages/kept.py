"""What stands in a package beside memories: messages of conversations, and notes.

Nobody looks through these: whatever names somebody in them, apart from what the person has
said themselves, is left out unasked (Art. 15(4) GDPR), and the package says how often.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Sum, TextField
from django.db.models.functions import Cast, Length

from governance.access import as_service_with
from governance.conversations import IDS
from governance.models import ConversationItem, FileVersion, MemoryFile, Person
from governance.porting import (
    KeptMessage,
    KeptNote,
    messages_of,
    notes_of,
    own_words,
    some_or_none,
)
from governance.porting.speech import USER
from governance.requests.packages.contents import Contents
from governance.requests.packages.withheld import without
from governance.scrubbing import names_in

AT_ONCE = 50_000
"""Characters that are looked through before the lease is renewed: some seconds."""
BETWEEN_WORDS = str.maketrans("/_.-", "    ")
"""What stands between the words of a path; one for one, so that places stay."""


@dataclass(frozen=True)
class Message:
    """A message as it goes out, and how many passages were left out of it."""

    kept: KeptMessage
    left_out: int


@dataclass(frozen=True)
class Note:
    """The same of a note, with all that it said."""

    kept: KeptNote
    left_out: int


def messages(contents: Contents, person: Person) -> Iterator[list[Message]]:
    """All of them, part by part, each entered as handed out."""
    for part in messages_of(person, until=contents.as_of):
        yield _without_names_of_others(contents, part)


def provided(
    contents: Contents, person: Person, *, log: bool = False
) -> Iterator[list[KeptMessage]]:
    """What the person has said themselves (Art. 20(1) GDPR), entered as handed out if
    asked: it is read once for each file in which it stands."""
    parts = messages_of(person, until=contents.as_of, role=USER, log=log)
    return some_or_none(_own(contents, part) for part in parts)


def notes(contents: Contents, person: Person) -> Iterator[list[Note]]:
    """All of them, part by part; the same holds as of messages."""
    for part in notes_of(person, until=contents.as_of):
        yield [_note(contents, each) for each in part]


def characters(contents: Contents) -> int:
    """How many there are of all these, about."""
    found = 0
    for person_id, service_id in contents.persons:
        with as_service_with(service_id, person_id):
            found += sum(
                rows.aggregate(sum=Sum(Length(column)))["sum"] or 0
                for rows, column in (
                    (
                        ConversationItem.objects.owned_by(person_id),
                        Cast("body", TextField()),
                    ),
                    (MemoryFile.objects.owned_by(person_id), "text"),
                    (FileVersion.objects.owned_by(person_id), "text"),
                )
            )
        contents.held.renew()
    return found


def _own(contents: Contents, part: Sequence[KeptMessage]) -> list[KeptMessage]:
    contents.held.renew()
    both = [(each, own_words(each.body)) for each in part]
    return [replace(each, body=own) for each, own in both if own is not None]


def _without_names_of_others(
    contents: Contents, part: Sequence[KeptMessage]
) -> list[Message]:
    """What is the person's own as a whole goes out as it is."""
    texts = [
        [] if own_words(each.body) is each.body else list(_strings(each.body))
        for each in part
    ]
    cut = _without_names(contents, [text for some in texts for text in some])
    done = []
    for kept, some in zip(part, texts, strict=True):
        mine = [next(cut) for _ in some]
        body = _put(kept.body, iter([text for text, _ in mine])) if mine else kept.body
        left_out = sum(number for _, number in mine)
        done.append(Message(replace(kept, body=body), left_out))
    return done


def _note(contents: Contents, kept: KeptNote) -> Note:
    said = [kept.text, *(each.text for each in kept.versions)]
    at = [kept.path, *(each.path for each in kept.versions)]
    texts = list(_without_names(contents, said))
    paths = list(_without_names(contents, at, path=True))
    left_out = sum(number for _, number in [*texts, *paths])
    (text, _), *earlier = texts
    (path, _), *places = paths
    versions = [
        replace(each, text=before, path=place)
        for each, (before, _), (place, _) in zip(
            kept.versions, earlier, places, strict=True
        )
    ]
    return Note(replace(kept, text=text, path=path, versions=versions), left_out)


def _without_names(
    contents: Contents, texts: Sequence[str], *, path: bool = False
) -> Iterator[tuple[str, int]]:
    """Each without the names in it, and how many these were."""
    for some in _batches(texts):
        contents.held.renew()
        looked_at = [each.translate(BETWEEN_WORDS) for each in some] if path else some
        for text, spans in zip(some, names_in(looked_at), strict=True):
            yield without(text, spans), len(spans)


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    for text in texts:
        if batch and sum(map(len, batch)) + len(text) > AT_ONCE:
            yield batch
            batch = []
        batch.append(text)
    if batch:
        yield batch


def _strings(value: Any, name: str = "") -> Iterator[str]:
    """All words of an item, the names of its members too; not what items name each other
    by."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _strings(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each, name)
    elif isinstance(value, str) and name not in IDS:
        yield value


def _put(value: Any, texts: Iterator[str], name: str = "") -> Any:
    """The same document with these strings, in the same order."""
    if isinstance(value, dict):
        found: dict[str, Any] = {}
        for key, each in value.items():
            told = _free(next(texts), found)
            found[told] = _put(each, texts, key)
        return found
    if isinstance(value, list):
        return [_put(each, texts, name) for each in value]
    if isinstance(value, str) and name not in IDS:
        return next(texts)
    return value


def _free(key: str, taken: dict[str, Any]) -> str:
    """Two members may have had the names of two people."""
    number, free = 2, key
    while free in taken:
        number, free = number + 1, f"{key} ({number})"
    return free
