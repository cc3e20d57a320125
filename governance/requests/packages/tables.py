"""The tables: comma-separated as RFC 4180 has it, in UTF-8 with its mark, no cell of which a
spreadsheet takes for a formula."""

from collections.abc import Callable, Iterable, Iterator

from governance.models import Read, Source
from governance.porting import (
    KeptMessage,
    KeptNote,
    csv_head,
    csv_rows,
    rfc_3339,
    said_in,
)
from governance.requests.packages import kept, words
from governance.requests.packages.contents import Contents, Told
from governance.requests.packages.kept import Message, Note

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
MESSAGE_HEAD = ["app", "conversation", "number", "id", "role", "text", "at", "ends_at"]
NOTE_HEAD = ["app", "path", "id", "version", "text", "until"]
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


def messages(app: str, some: Iterable[Message]) -> Iterator[str]:
    """One message a row; what is not words is in the JSON alone."""
    return csv_rows(_message_row(app, each.kept) for each in some)


def own_messages(contents: Contents) -> Iterator[str]:
    """The same of what the person has said themselves."""
    yield csv_head(MESSAGE_HEAD)
    for record in contents.records():
        for some in kept.provided(contents, record.person):
            yield from csv_rows(
                _message_row(record.person.service.name, each) for each in some
            )


def _message_row(app: str, message: KeptMessage) -> list[object]:
    item = message.item
    return [
        app,
        message.conversation,
        item.number,
        item.id,
        message.body.get("role", ""),
        said_in(message.body),
        rfc_3339(item.created_at),
        rfc_3339(item.expires_at),
    ]


def notes(app: str, some: Iterable[Note]) -> Iterator[str]:
    """One version of a note a row, the present one last."""
    return csv_rows(
        [app, path, each.kept.file.id, number, text, until]
        for each in some
        for path, number, text, until in _note_rows(each.kept)
    )


def _note_rows(note: KeptNote) -> Iterator[tuple[str, int, str, object]]:
    for each in note.versions:
        until = rfc_3339(each.version.created_at)
        yield each.path, each.version.number, each.text, until
    yield note.path, note.number, note.text, ""


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
