"""Versions of a memory, and the graph around it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memoryhub.client.results.memories import StoredSource


@dataclass(frozen=True)
class Actor:
    """Who did it; the system itself has no id."""

    kind: str
    id: str = ""


@dataclass(frozen=True)
class Version:
    """What a memory said at one time; ``text`` is None once it was redacted."""

    number: int
    text: str | None
    redacted_at: datetime | None
    actor: Actor
    created_at: datetime


@dataclass(frozen=True)
class MemoryInGraph:
    """A memory in the graph."""

    id: UUID
    text: str = ""
    status: str = ""


@dataclass(frozen=True, kw_only=True)
class SourceInGraph(StoredSource):
    """A source in the graph."""

    id: UUID
    said_at: datetime


@dataclass(frozen=True)
class Edge:
    """The memory ``made`` was made from ``origin``, a memory or a source."""

    made: UUID
    origin: UUID


@dataclass(frozen=True)
class Provenance:
    """Up to the sources, and down to what was made from the memory; ``more`` edges are
    left out."""

    memory: UUID
    memories: tuple[MemoryInGraph, ...]
    sources: tuple[SourceInGraph, ...]
    edges: tuple[Edge, ...]
    more: int = 0
