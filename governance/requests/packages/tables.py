"""The tables: comma-separated as RFC 4180 has it, in UTF-8 with its mark, no cell of which a
spreadsheet takes for a formula."""

import csv
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from governance.models import Source
from governance.porting import reads_of, rfc_3339, unarmed
from governance.requests.packages import words
from governance.requests.packages.contents import Contents, Told

MEMORIES: dict[str, Callable[[Told], object]] = {
    "id": lambda told: told.memory.id,
    "text": lambda told: told.text,
    "state": lambda told: words.state(told.memory, told.hold),
    "status": lambda told: told.memory.status,
    "kind": lambda told: told.memory.kind,
    "key": lambda told: told.memory.key,
    "space": lambda told: told.memory.space,
    "importance": lambda told: told.memory.importance,
    "sensitivity": lambda told: told.memory.sensitivity,
    "categories": lambda told: " ".join(told.memory.categories),
    "pinned": lambda told: told.memory.pinned,
    "inferred": lambda told: told.memory.inferred,
    "source": lambda told: told.memory.source.type,
    "source_id": lambda told: told.memory.source_id,
    "said_at": lambda told: rfc_3339(told.memory.said_at),
    "learned_at": lambda told: rfc_3339(told.memory.created_at),
    "expires_at": lambda told: rfc_3339(told.memory.expires_at),
    "read_by": lambda told: "; ".join(
        f"{each.service} ({each.times})" for each in told.read_by
    ),
    "passages_left_out": lambda told: told.left_out,
}
SOURCES: dict[str, Callable[[Source], object]] = {
    "id": lambda source: source.id,
    "type": lambda source: source.type,
    "trust": lambda source: source.trust,
    "ref": lambda source: source.ref,
    "conversation": lambda source: source.conversation,
    "url": lambda source: source.url,
    "said_at": lambda source: rfc_3339(source.said_at),
}
HISTORY = ["app", "memory", "version", "text", "by", "at", "taken_out_at"]
READS = ["app", "at", "kind", "said", "purpose", "memories"]


def memories(contents: Contents) -> Iterator[str]:
    """One memory a row."""
    yield from _table(["app", *MEMORIES], _memories(contents))


def provided(contents: Contents) -> Iterator[str]:
    """The same of what the person provided."""
    yield from _table(["app", *MEMORIES], _provided(contents))


def history(contents: Contents) -> Iterator[str]:
    """One version of a memory a row, the present one included."""
    yield from _table(HISTORY, _history(contents))


def sources(contents: Contents) -> Iterator[str]:
    """One source a row."""
    yield from _table(["app", *SOURCES], _sources(contents))


def reads(contents: Contents) -> Iterator[str]:
    """One read a row: who, when, what for."""
    yield from _table(READS, _reads(contents))


def _rows(app: str, told: Iterable[Told]) -> Iterator[list[Any]]:
    for each in told:
        yield [app, *(tell(each) for tell in MEMORIES.values())]


def _memories(contents: Contents) -> Iterator[list[Any]]:
    for record in contents.records():
        for told in contents.memories(record.person):
            yield from _rows(record.person.service.name, told)


def _provided(contents: Contents) -> Iterator[list[Any]]:
    for record in contents.records():
        for _part, told in contents.provided(record.person):
            yield from _rows(record.person.service.name, told)


def _history(contents: Contents) -> Iterator[list[Any]]:
    for record in contents.records():
        for told in contents.memories(record.person):
            for each in told:
                for version, text in each.versions:
                    yield [
                        record.person.service.name,
                        each.memory.id,
                        version.number,
                        text,
                        words.actor(version),
                        rfc_3339(version.created_at),
                        rfc_3339(version.redacted_at),
                    ]


def _sources(contents: Contents) -> Iterator[list[Any]]:
    for record in contents.records():
        for some in contents.sources(record.person):
            for source in some:
                cells = [tell(source) for tell in SOURCES.values()]
                yield [record.person.service.name, *cells]


def _reads(contents: Contents) -> Iterator[list[Any]]:
    for record in contents.records():
        for some in reads_of(record.person, before=contents.as_of):
            contents.held.renew()
            for read in some:
                yield [
                    record.person.service.name,
                    rfc_3339(read.created_at),
                    read.kind,
                    words.read(read),
                    read.purpose,
                    " ".join(map(str, read.memory_ids)),
                ]


def _table(head: list[str], rows: Iterable[list[Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo(), lineterminator="\r\n")
    # Spreadsheets take it for UTF-8 by this mark.
    yield "\ufeff" + str(writer.writerow(head))
    for row in rows:
        yield str(writer.writerow([unarmed(cell) for cell in row]))


class _Echo:
    """Gives back what a writer would write."""

    def write(self, text: str) -> str:
        return text
