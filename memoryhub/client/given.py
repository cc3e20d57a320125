"""What a service gives: a memory, where it comes from, and the closed lists it picks
from (``docs/openapi.json`` has the same)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

Kind = Literal[
    "fact", "preference", "decision", "event", "procedure", "summary", "reflection"
]
Sensitivity = Literal["normal", "personal", "sensitive"]
SourceType = Literal[
    "user_message", "tool_result", "document", "web", "import", "service", "user_edit"
]
Trust = Literal["user", "trusted", "untrusted"]
MemoryState = Literal[
    "proposed", "quarantined", "active", "paused", "superseded", "forgotten"
]
Ordering = Literal[
    "created_at",
    "-created_at",
    "updated_at",
    "-updated_at",
    "said_at",
    "-said_at",
    "importance",
    "-importance",
    "relevance",
    "-relevance",
]
SpecialCategory = Literal[
    "health",
    "religion",
    "politics",
    "union",
    "sex_life",
    "ethnicity",
    "biometric",
    "genetic",
    "convictions",
]
Event = Literal[
    "memory.erased",
    "person.erased",
    "memory.corrected",
    "summary.rebuild_needed",
    "settings.changed",
    "request.updated",
]
Right = Literal[
    "access",
    "rectification",
    "erasure",
    "restriction",
    "portability",
    "objection",
]
Language = Literal["en", "de"]
Id = UUID | str
"""The id of a memory, an erasure or a request; text that is no UUID is found nowhere."""


@dataclass(frozen=True)
class Source:
    """Where a memory comes from. ``ref`` is your own name for it, to find or erase by;
    ``said_at`` needs an offset and is now unless given; ``trust`` can only lower what
    the type implies."""

    type: SourceType
    ref: str = ""
    conversation: str = ""
    url: str = ""
    said_at: datetime | None = None
    trust: Trust | None = None


@dataclass(frozen=True)
class NewMemory:
    """A memory to write: one plain sentence or a short text, and its source.

    A new value for a ``key`` takes the place of the old one in that ``space``. It ends at
    ``expires_at`` or after ``ttl_seconds``; give one of the two, or neither.
    """

    text: str
    source: Source
    kind: Kind = "fact"
    key: str = ""
    space: str = ""
    importance: int = 5
    sensitivity: Sensitivity = "normal"
    derived_from: Sequence[Id] = ()
    expires_at: datetime | None = None
    ttl_seconds: int | None = None
    pinned: bool = False
    inferred: bool = False
    metadata: Mapping[str, Any] | None = None

    def members(self) -> dict[str, Any]:
        """As the body of a write."""
        return given(**_members(self) | {"source": given(**_members(self.source))})


def given(**members: Any) -> dict[str, Any]:
    """What was given of the members; nothing stands for what was not."""
    return {name: value for name, value in members.items() if value is not None}


def _members(shape: Any) -> dict[str, Any]:
    return {each.name: getattr(shape, each.name) for each in fields(shape)}
