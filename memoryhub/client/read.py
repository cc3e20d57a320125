"""From the bytes of an answer to its result."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

from msgspec import convert, json

from memoryhub.client.errors import MemoryhubError, error_of
from memoryhub.client.problem import Problem
from memoryhub.client.results import (
    Certificate,
    ConversationItem,
    Delivery,
    ErasurePlan,
    ExportPart,
    Imported,
    ImportedMemory,
    Memory,
    Page,
    Provenance,
    Remembered,
    Request,
    Version,
    Webhook,
)

T = TypeVar("T")


def reader(kind: type[T]) -> Callable[[bytes], T]:
    """Reads an answer that is one thing."""
    return json.Decoder(kind).decode


@dataclass(frozen=True)
class _Begun:
    erasure: UUID


@dataclass(frozen=True)
class _Withdrawn:
    erasure: UUID | None


@dataclass(frozen=True)
class _Versions:
    versions: tuple[Version, ...]


@dataclass(frozen=True)
class _Looked:
    plan: ErasurePlan


@dataclass(frozen=True)
class _Item:
    status: int
    memory: Remembered | None = None
    problem: Problem | None = None


@dataclass(frozen=True)
class _Batch:
    results: tuple[_Item, ...]


@dataclass(frozen=True)
class _Taken:
    status: int
    id: UUID | None = None
    memory: ImportedMemory | None = None
    problem: Problem | None = None


@dataclass(frozen=True)
class _Import:
    results: tuple[_Taken, ...]


@dataclass(frozen=True)
class _Items:
    items: tuple[ConversationItem, ...]


@dataclass(frozen=True)
class _Popped:
    item: ConversationItem | None


_read_items = reader(_Items)
_read_popped = reader(_Popped)
_read_begun = reader(_Begun)
_read_withdrawn = reader(_Withdrawn)
_read_versions = reader(_Versions)
_read_looked = reader(_Looked)
_read_batch = reader(_Batch)
_read_import = reader(_Import)
_read_page = reader(Page[Memory])
_read_webhooks = reader(Page[Webhook])
_read_deliveries = reader(Page[Delivery])
_read_requests = reader(Page[Request])
_read_object = reader(dict[str, Any])


def erasure_id(content: bytes) -> UUID:
    """The run that an erasure has begun."""
    return _read_begun(content).erasure


def erasure_id_if_any(content: bytes) -> UUID | None:
    """The same, where there may have been nothing to erase."""
    return _read_withdrawn(content).erasure


def versions(content: bytes) -> tuple[Version, ...]:
    """Every version, oldest first."""
    return _read_versions(content).versions


def plan(content: bytes) -> ErasurePlan:
    """What a dry run found."""
    return _read_looked(content).plan


def items(content: bytes) -> tuple[ConversationItem, ...]:
    """Items in their order."""
    return _read_items(content).items


def popped(content: bytes) -> ConversationItem | None:
    """The item that was taken out."""
    return _read_popped(content).item


def page(content: bytes) -> Page[Memory]:
    """One page, with cursors in place of addresses: a proxy may have changed those, and
    the key must not follow one that leads elsewhere."""
    return _with_cursors(_read_page(content))


def webhooks(content: bytes) -> tuple[Webhook, ...]:
    """All of them: they are on one page."""
    return _read_webhooks(content).results


def deliveries(content: bytes) -> Page[Delivery]:
    """One page, likewise."""
    return _with_cursors(_read_deliveries(content))


def requests(content: bytes) -> Page[Request]:
    """One page, likewise."""
    return _with_cursors(_read_requests(content))


def nothing(content: bytes) -> None:
    """The answer has no body."""


def batch(content: bytes) -> tuple[Remembered | MemoryhubError, ...]:
    """What became of each item."""
    return tuple(_outcome(item) for item in _read_batch(content).results)


def export_part(content: bytes) -> ExportPart:
    """A part of the document, as it is."""
    document = _read_object(content)
    return ExportPart(document, _cursor(document.get("next")))


def certificate(content: bytes) -> Certificate:
    """A certificate, as it was signed."""
    return Certificate(content, _read_object(content))


def imported(content: bytes) -> tuple[Imported | MemoryhubError, ...]:
    """What became of each item."""
    return tuple(_taken(item) for item in _read_import(content).results)


def provenance(content: bytes) -> Provenance:
    """The graph; ``from`` is a word of Python's own, so an edge says ``origin``."""
    graph = _read_object(content)
    edges = [{**edge, "origin": edge["from"]} for edge in graph.pop("edges")]
    return convert({**graph, "edges": edges}, Provenance)


def _with_cursors(found: Page[T]) -> Page[T]:
    return replace(found, next=_cursor(found.next), previous=_cursor(found.previous))


def _cursor(url: str | None) -> str | None:
    return None if url is None else parse_qs(urlsplit(url).query)["cursor"][0]


def _outcome(item: _Item) -> Remembered | MemoryhubError:
    if item.memory:
        return item.memory
    return error_of(item.problem or Problem(item.status))


def _taken(item: _Taken) -> Imported | MemoryhubError:
    if item.memory and item.id:
        return Imported(item.id, item.status, item.memory)
    return error_of(item.problem or Problem(item.status))
