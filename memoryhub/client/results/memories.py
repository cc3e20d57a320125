"""What a memory is, as answers tell it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class Finding:
    """Where the scrub gate found something, and what it did; never what it found.
    ``start`` and ``end`` are in code points of the text sent."""

    entity: str
    action: str
    start: int
    end: int


@dataclass(frozen=True)
class StoredSource:
    """Where a memory came from."""

    type: str
    ref: str = ""
    conversation: str = ""
    url: str = ""
    trust: str = ""


@dataclass(frozen=True, kw_only=True)
class MemoryFacts:
    """What every answer about one memory may tell. ``reason`` says why it is not in use;
    ``categories`` are special ones (Art. 9 and 10 GDPR) that it tells of; ``etag`` is for
    ``if_match``."""

    id: UUID
    status: str
    created_at: datetime
    expires_at: datetime | None = None
    reason: str = ""
    categories: tuple[str, ...] = ()
    text: str = ""
    findings: tuple[Finding, ...] = ()
    key: str = ""
    kind: str = "fact"
    space: str = ""
    importance: int = 5
    sensitivity: str = "normal"
    pinned: bool = False
    inferred: bool = False
    metadata: Mapping[str, Any] = field(default_factory=dict)
    etag: str = ""


@dataclass(frozen=True, kw_only=True)
class Memory(MemoryFacts):
    """A memory as it stands now, scrubbed."""

    source: StoredSource
    said_at: datetime
    updated_at: datetime


@dataclass(frozen=True, kw_only=True)
class Remembered(MemoryFacts):
    """The memory that now holds what was written. Of one that is ``held`` neither the text
    nor the source is told again."""

    source: StoredSource | None = None
    said_at: datetime | None = None
    updated_at: datetime | None = None
    supersedes: tuple[UUID, ...] = ()
    """Memories whose value for the same key this one replaces."""
    duplicate_of: UUID | None = None
    """Its own id, when the same was there before and was refreshed."""

    @property
    def duplicate(self) -> bool:
        """Whether the same was there before."""
        return self.duplicate_of is not None

    @property
    def held(self) -> bool:
        """Whether it is sealed until the person says yes to its ``categories``."""
        return self.status == "proposed"

    @property
    def quarantined(self) -> bool:
        """Whether it waits for review: untrusted, or it reads like an instruction."""
        return self.status == "quarantined"


@dataclass(frozen=True, kw_only=True)
class Corrected(Memory):
    """A memory after its correction; ``erasure`` is the run that takes what was derived
    from its old text, if anything was."""

    erasure: UUID | None = None
