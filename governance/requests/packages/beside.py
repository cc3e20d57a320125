"""The other files of an access package, made in the pass that makes ``memories.json``: a zip
takes one member after another, so they wait sealed until it is their turn. Read once, a
memory costs a quarter of what it cost when each file read it anew."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Self

from governance.access import SealedSpool, package_folder
from governance.models import Person, Read, RetentionRule
from governance.porting import Record, csv_head
from governance.requests.packages import tables
from governance.requests.packages.contents import Told
from governance.requests.packages.kept import Message, Note
from governance.requests.packages.page import (
    memories_part,
    messages_head,
    messages_part,
    notes_head,
    notes_part,
    reads_head,
    reads_part,
    record_part,
)


class Beside:
    """Used as a context, which closes the spools."""

    def __init__(self, rules: Sequence[RetentionRule]) -> None:
        self._rules = rules
        self._open = ExitStack()
        self.memories, self.history, self.said, self.written = self._spools(4)
        self.readers, self.page = self._spools(2)
        self.memories.write(csv_head(tables.MEMORY_HEAD))
        self.history.write(csv_head(tables.HISTORY_HEAD))
        self.said.write(csv_head(tables.MESSAGE_HEAD))
        self.written.write(csv_head(tables.NOTE_HEAD))
        self.readers.write(csv_head(tables.READ_HEAD))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_of_what: object) -> None:
        self._open.close()

    def record(self, record: Record) -> None:
        """A record begins."""
        self.page.write(record_part(record))

    def told(self, told: Sequence[Told], person: Person) -> None:
        """Some memories of it."""
        app = person.service.name
        for line in tables.memories(app, told):
            self.memories.write(line)
        for line in tables.history(app, told):
            self.history.write(line)
        self.page.write(memories_part(told, person, self._rules))

    def messages_begin(self) -> None:
        """Its memories are over."""
        self.page.write(messages_head())

    def messages(self, some: Sequence[Message], person: Person) -> None:
        """Some messages of its conversations."""
        for line in tables.messages(person.service.name, some):
            self.said.write(line)
        self.page.write(messages_part(some, person))

    def notes_begin(self) -> None:
        """Its messages are over."""
        self.page.write(notes_head())

    def notes(self, some: Sequence[Note], person: Person) -> None:
        """Some of its notes."""
        for line in tables.notes(person.service.name, some):
            self.written.write(line)
        self.page.write(notes_part(some))

    def _spools(self, number: int) -> list[SealedSpool]:
        return [
            self._open.enter_context(SealedSpool(package_folder()))
            for _ in range(number)
        ]

    def reads_begin(self) -> None:
        """Its notes are over."""
        self.page.write(reads_head())

    def reads(self, some: Sequence[Read], person: Person) -> None:
        """Some reads of it."""
        for line in tables.reads(person.service.name, some):
            self.readers.write(line)
        self.page.write(reads_part(some))
