"""``memories.json`` of an access package, streamed; schemas/access.json says what it holds.
And what the person has said themselves, of a portability package."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from governance.models import Person, Read, RetentionRule
from governance.porting import (
    Record,
    members_of,
    message_out,
    note_out,
    read_out,
    reads_of,
    record_out,
    rfc_3339,
    source_out,
    version_out,
)
from governance.requests.packages import kept, words
from governance.requests.packages.contents import Contents, Told
from governance.requests.packages.headings import Heading
from governance.requests.packages.kept import Message, Note

FORMAT = "memoryhub.access/2"
MESSAGES_FORMAT = "memoryhub.messages/1"


class Along(Protocol):
    """What is written in the same pass, so that nothing is read twice."""

    def record(self, record: Record) -> None:
        """A record begins."""

    def told(self, told: Sequence[Told], person: Person) -> None:
        """Some memories of it."""

    def messages_begin(self) -> None:
        """Its memories are over."""

    def messages(self, some: Sequence[Message], person: Person) -> None:
        """Some messages of its conversations."""

    def notes_begin(self) -> None:
        """Its messages are over."""

    def notes(self, some: Sequence[Note], person: Person) -> None:
        """Some of its notes."""

    def reads_begin(self) -> None:
        """Its notes are over."""

    def reads(self, some: Sequence[Read], person: Person) -> None:
        """Some reads of it."""


class Copy:
    """Makes the file, and counts on the way what the page and the row then tell."""

    def __init__(
        self,
        contents: Contents,
        headings: Sequence[Heading],
        rules: Sequence[RetentionRule],
        along: Along,
    ) -> None:
        self._contents, self._headings, self._rules = contents, headings, rules
        self._along = along
        self.memories = self.left_out = 0

    def pieces(self) -> Iterator[str]:
        """The document, piece by piece."""
        package = self._contents.package
        head = {
            "format": FORMAT,
            "package": str(package.id),
            "request": str(package.request_id),
            "as_of": rfc_3339(self._contents.as_of),
            "language": package.language,
            "headings": {
                each.name: {
                    "title": each.title,
                    "law": each.law,
                    "said": list(each.said),
                }
                for each in self._headings
            },
        }
        yield f'{_json(head)[:-1]}, "records": ['
        for number, record in enumerate(self._contents.records()):
            yield f"{',' if number else ''}\n"
            yield from self._record(record)
        yield f'\n], "left_out": {_json(self._left_out())}}}\n'

    def _record(self, record: Record) -> Iterator[str]:
        person = record.person
        self._along.record(record)
        about = {k: v for k, v in record_out(record).items() if k != "waiting"}
        yield f'{_json(about)[:-1]}, "memories": '
        yield from _listed(self._memories(person))
        self._along.messages_begin()
        yield ', "messages": '
        yield from _listed(self._messages(person))
        self._along.notes_begin()
        yield ', "notes": '
        yield from _listed(self._notes(person))
        self._along.reads_begin()
        yield ', "reads": '
        yield from _listed(self._reads(person))
        yield "}"

    def _reads(self, person: Person) -> Iterator[dict[str, Any]]:
        for some in reads_of(person, before=self._contents.as_of):
            self._contents.held.renew()
            self._along.reads(some, person)
            yield from map(read_out, some)

    def _memories(self, person: Person) -> Iterator[dict[str, Any]]:
        for told in self._contents.memories(person):
            self._contents.log(person, told)
            self._along.told(told, person)
            for each in told:
                self.memories += 1
                self.left_out += each.left_out
                yield memory_out(each, person, self._rules)

    def _messages(self, person: Person) -> Iterator[dict[str, Any]]:
        for some in kept.messages(self._contents, person):
            self._along.messages(some, person)
            for each in some:
                self.left_out += each.left_out
                told = message_out(each.kept)
                yield {**told, "passages_left_out": each.left_out}

    def _notes(self, person: Person) -> Iterator[dict[str, Any]]:
        for some in kept.notes(self._contents, person):
            self._along.notes(some, person)
            for each in some:
                self.left_out += each.left_out
                yield {**note_out(each.kept), "passages_left_out": each.left_out}

    def _left_out(self) -> dict[str, Any]:
        return {"passages": self.left_out, "law": "Art. 15(4) GDPR"}


def own_messages(contents: Contents) -> Iterator[str]:
    """``messages.json`` of a portability package; schemas/messages.json says what it holds.
    What goes into it is entered as handed out."""
    head = {"format": MESSAGES_FORMAT, "as_of": rfc_3339(contents.as_of)}
    yield f'{_json(head)[:-1]}, "records": ['
    for number, record in enumerate(contents.records()):
        person = record.person
        service = {"service": person.service.name}
        yield f'{"," if number else ""}\n{_json(service)[:-1]}, "messages": '
        parts = kept.provided(contents, person, log=True)
        yield from _listed(message_out(each) for part in parts for each in part)
        yield "}"
    yield "\n]}\n"


def memory_out(
    told: Told, person: Person, rules: Sequence[RetentionRule]
) -> dict[str, Any]:
    """One memory with its source, the services that read it, and how long it stays."""
    memory, hold = told.memory, told.hold
    return {
        **members_of(memory),
        "text": told.text if told.opens else None,
        "trust": memory.trust,
        "state": words.state(memory, hold),
        "held": {"law": hold.law, "until": rfc_3339(hold.until)} if hold else None,
        "source": {
            **source_out(memory.source),
            "said": words.place(memory.source.type, person.service.name),
        },
        "also_from": [source_out(each) for each in told.also_from],
        "derived_from": [str(each) for each in told.made_from],
        "versions": [
            {**version_out(version), "text": None if version.redacted_at else text}
            for version, text in told.versions
        ],
        "retention": [
            {"rule": name or None, "says": says}
            for name, says in words.stays(memory, person, rules)
        ],
        "read_by": [
            {
                "service": each.service,
                "times": each.times,
                "last_at": rfc_3339(each.last_at),
                "purposes": list(each.purposes),
            }
            for each in told.read_by
        ],
        "passages_left_out": told.left_out,
    }


def _listed(items: Iterator[dict[str, Any]]) -> Iterator[str]:
    yield "["
    for place, item in enumerate(items):
        yield f"{',' if place else ''}\n{_json(item)}"
    yield "]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
