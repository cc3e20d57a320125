"""The files of an export, as streams: however much there is, one part is in memory."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from governance.models import ExportFormat, Memory, Person
from governance.porting import (
    KeptMessage,
    KeptNote,
    csv_lines,
    document_of,
    message_out,
    messages_of,
    note_out,
    notes_of,
    parts_of,
    read_out,
    reads_of,
    record_of,
    record_out,
    rfc_3339,
    said_in,
)
from governance.web.me.export_page import page_file

FORMAT = "memoryhub.account/2"
COLUMNS: dict[str, Callable[[Memory], object]] = {
    "id": lambda each: each.id,
    "text": lambda each: each.text,
    "status": lambda each: each.status,
    "kind": lambda each: each.kind,
    "key": lambda each: each.key,
    "space": lambda each: each.space,
    "importance": lambda each: each.importance,
    "sensitivity": lambda each: each.sensitivity,
    "categories": lambda each: " ".join(each.categories),
    "pinned": lambda each: each.pinned,
    "inferred": lambda each: each.inferred,
    "trust": lambda each: each.trust,
    "source": lambda each: each.source.type,
    "source_ref": lambda each: each.source.ref,
    "source_url": lambda each: each.source.url,
    "said_at": lambda each: rfc_3339(each.said_at),
    "learned_at": lambda each: rfc_3339(each.created_at),
    "expires_at": lambda each: rfc_3339(each.expires_at),
}
"""Columns of the table, after the app's name."""
MORE = ("what", "place", "number", "until")
"""Columns behind them: what a row is, in which conversation or at which path, its number
there or its version's, and until when an earlier text of a note was its text."""


def json_file(records: Sequence[Person], began: datetime) -> Iterator[str]:
    """One document: each record with what REST exports of it, part by part, and with
    what that leaves out."""
    head = {"format": FORMAT, "exported_at": rfc_3339(began)}
    yield f"{json.dumps(head)[:-1]}, {_quoted('records')}: ["
    for place, person in enumerate(records):
        about = record_out(record_of(person))
        yield f"{',' if place else ''}\n{_json(about)[:-1]}, {_quoted('documents')}: "
        yield from _listed(document_of(part, person.id) for part in parts_of(person))
        yield f", {_quoted('messages')}: "
        yield from _listed(
            message_out(each) for part in messages_of(person) for each in part
        )
        yield f", {_quoted('notes')}: "
        yield from _listed(note_out(each) for part in notes_of(person) for each in part)
        yield f", {_quoted('reads')}: "
        yield from _listed(
            read_out(read) for some in reads_of(person, before=began) for read in some
        )
        yield "}"
    yield "\n]}\n"


def csv_file(records: Sequence[Person], began: datetime) -> Iterator[str]:
    """A table with one memory, message or text of a note a row; it says less than the
    other two."""
    return csv_lines(["app", *COLUMNS, *MORE], _rows(records))


def _rows(records: Sequence[Person]) -> Iterator[list[object]]:
    for person in records:
        name = person.service.name
        for part in parts_of(person):
            for memory in part.memories:
                told = [tell(memory) for tell in COLUMNS.values()]
                yield [name, *told, "memory", "", "", ""]
        for row in _told(person):
            yield [name, *(row.get(each, "") for each in (*COLUMNS, *MORE))]


def _told(person: Person) -> Iterator[dict[str, object]]:
    """Messages and notes, by those columns that are about them."""
    for messages in messages_of(person):
        yield from map(_message, messages)
    for notes in notes_of(person):
        for note in notes:
            yield from _texts(note)


def _message(kept: KeptMessage) -> dict[str, object]:
    item = kept.item
    return {
        "id": item.id,
        "text": said_in(kept.body),
        "categories": " ".join(item.categories),
        "source": kept.body.get("role", ""),
        "learned_at": rfc_3339(item.created_at),
        "expires_at": rfc_3339(item.expires_at),
        "what": "message",
        "place": kept.conversation,
        "number": item.number,
    }


def _texts(kept: KeptNote) -> Iterator[dict[str, object]]:
    """What it said before, then what it says."""
    same: dict[str, object] = {"id": kept.file.id, "what": "note"}
    for each in kept.versions:
        yield {
            **same,
            "text": each.text,
            "place": each.path,
            "number": each.version.number,
            "until": rfc_3339(each.version.created_at),
        }
    yield {
        **same,
        "text": kept.text,
        "categories": " ".join(kept.file.categories),
        "learned_at": rfc_3339(kept.changed_at),
        "place": kept.path,
        "number": kept.number,
    }


File = Callable[[Sequence[Person], datetime], Iterator[str]]

FILES: dict[ExportFormat, tuple[File, str]] = {
    ExportFormat.HTML: (page_file, "text/html; charset=utf-8"),
    ExportFormat.JSON: (json_file, "application/json"),
    ExportFormat.CSV: (csv_file, "text/csv; charset=utf-8"),
}


def _listed(items: Iterable[Any]) -> Iterator[str]:
    yield "["
    for place, item in enumerate(items):
        yield f"{',' if place else ''}\n{_json(item)}"
    yield "]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _quoted(name: str) -> str:
    return json.dumps(name)
