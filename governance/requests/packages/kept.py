"""What stands in a package beside memories: messages of conversations, and notes.

Nobody looks through these: whatever names somebody in them, apart from what the person has
said themselves, is left out unasked (Art. 15(4) GDPR), and the package says how often.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from governance.models import Person
from governance.porting import KeptMessage, KeptNote, messages_of, notes_of
from governance.requests.packages.contents import Contents
from governance.requests.packages.withheld import MARK
from governance.scrubbing import names_in

USER = "user"
NEVER_NAMES = {"role", "type", "id", "call_id", "tool_call_id", "status", "name"}
"""Members of an item that hold words of programs."""


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
        contents.held.renew()
        contents.log_ids(person, [each.item.id for each in part])
        yield [_message(each) for each in part]


def provided(contents: Contents, person: Person) -> Iterator[list[KeptMessage]]:
    """What the person has said themselves (Art. 20(1) GDPR); the same holds."""
    for part in messages_of(person, until=contents.as_of, role=USER):
        contents.held.renew()
        contents.log_ids(person, [each.item.id for each in part])
        yield part


def notes(contents: Contents, person: Person) -> Iterator[list[Note]]:
    """All of them, part by part; the same holds."""
    for part in notes_of(person, until=contents.as_of):
        contents.held.renew()
        contents.log_ids(person, [each.file.id for each in part])
        yield [_note(each) for each in part]


def _message(kept: KeptMessage) -> Message:
    if kept.body.get("role") == USER:
        return Message(kept, 0)
    texts = list(_strings(kept.body))
    cleaned, left_out = _without_names(texts)
    return Message(kept.with_body(_put(kept.body, iter(cleaned))), left_out)


def _note(kept: KeptNote) -> Note:
    texts = [kept.text, *(text for _, text in kept.versions)]
    (text, *before), left_out = _without_names(texts)
    versions = [
        (version, said)
        for (version, _), said in zip(kept.versions, before, strict=True)
    ]
    return Note(KeptNote(kept.file, text, versions), left_out)


def _without_names(texts: Sequence[str]) -> tuple[list[str], int]:
    found = names_in(texts) if texts else []
    cleaned = [_cut(*each) for each in zip(texts, found, strict=True)]
    return cleaned, sum(len(spans) for spans in found)


def _cut(text: str, spans: Sequence[tuple[int, int]]) -> str:
    pieces, at = [], 0
    for start, end in spans:
        # Two that overlap are one gap.
        if start >= at:
            pieces += [text[at:start], MARK]
        at = max(at, end)
    return "".join([*pieces, text[at:]])


def _strings(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _strings(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each, name)
    elif isinstance(value, str) and name not in NEVER_NAMES:
        yield value


def _put(value: Any, texts: Iterator[str], name: str = "") -> Any:
    """The same document with these strings, in the same order."""
    if isinstance(value, dict):
        return {key: _put(each, texts, key) for key, each in value.items()}
    if isinstance(value, list):
        return [_put(each, texts, name) for each in value]
    if isinstance(value, str) and name not in NEVER_NAMES:
        return next(texts)
    return value
