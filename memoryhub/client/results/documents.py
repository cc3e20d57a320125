"""A service's memories of a person as a document."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class ExportPart:
    """A part of the document that holds this service's memories of a person: JSON, to be
    kept as it is and imported again."""

    document: Mapping[str, Any]
    next: str | None = None

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        yield self.document


@dataclass(frozen=True)
class ImportedMemory:
    """The memory here that an item became."""

    id: UUID
    status: str


@dataclass(frozen=True)
class Imported:
    """What an item of a document became; ``id`` is its id in the document, ``status`` that
    of a write: 201, 202 when it waits, 200 when it was here before."""

    id: UUID
    status: int
    memory: ImportedMemory
