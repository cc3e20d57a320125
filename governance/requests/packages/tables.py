"""The tables: comma-separated as RFC 4180 has it, in UTF-8 with its mark, no cell of which a
spreadsheet takes for a formula."""

from collections.abc import Callable, Iterable, Iterator

from governance.models import Read, Source
from governance.porting import csv_head, csv_rows, rfc_3339
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

MEMORY_HEAD = ["app", *MEMORIES]
SOURCE_HEAD = ["app", *SOURCES]
HISTORY_HEAD = ["app", "memory", "version", "text", "by", "at", "taken_out_at"]
READ_HEAD = ["app", "at", "kind", "said", "purpose", "memories"]


def provided(contents: Contents) -> Iterator[str]:
    """One memory a row, of what the person provided."""
    yield csv_head(MEMORY_HEAD)
    for record in contents.records():
        for _part, told in contents.provided(record.person):
            yield from memories(record.person.service.name, told)


def sources(contents: Contents) -> Iterator[str]:
    """One source a row."""
    yield csv_head(SOURCE_HEAD)
    for record in contents.records():
        app = record.person.service.name
        for some in contents.sources(record.person):
            yield from csv_rows(
                [app, *(tell(source) for tell in SOURCES.values())] for source in some
            )


def memories(app: str, told: Iterable[Told]) -> Iterator[str]:
    """One memory a row."""
    return csv_rows([app, *(tell(each) for tell in MEMORIES.values())] for each in told)


def history(app: str, told: Iterable[Told]) -> Iterator[str]:
    """One version of a memory a row, the present one included."""
    return csv_rows(
        [
            app,
            each.memory.id,
            version.number,
            text,
            words.actor(version),
            rfc_3339(version.created_at),
            rfc_3339(version.redacted_at),
        ]
        for each in told
        for version, text in each.versions
    )


def reads(app: str, some: Iterable[Read]) -> Iterator[str]:
    """One read a row: who, when, what for."""
    return csv_rows(
        [
            app,
            rfc_3339(read.created_at),
            read.kind,
            words.read(read),
            read.purpose,
            " ".join(map(str, read.memory_ids)),
        ]
        for read in some
    )
