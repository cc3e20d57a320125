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
from governance.requests.packages.page import (
    memories_part,
    reads_head,
    reads_part,
    record_part,
)


class Beside:
    """Used as a context, which closes the spools."""

    def __init__(self, rules: Sequence[RetentionRule]) -> None:
        self._rules = rules
        self._open = ExitStack()
        self.memories, self.history, self.readers, self.page = (
            self._open.enter_context(SealedSpool(package_folder())) for _ in range(4)
        )
        self.memories.write(csv_head(tables.MEMORY_HEAD))
        self.history.write(csv_head(tables.HISTORY_HEAD))
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

    def reads_begin(self) -> None:
        """Its memories are over."""
        self.page.write(reads_head())

    def reads(self, some: Sequence[Read], person: Person) -> None:
        """Some reads of it."""
        for line in tables.reads(person.service.name, some):
            self.readers.write(line)
        self.page.write(reads_part(some))
