"""What would be forgotten, and how far an erasure is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class ErasurePlan:
    """What would be forgotten. ``memories`` are the ``roots`` and what was made from
    them; ``counts`` are rows by store; ``held`` is how many
    have to stay by law; ``rebuilt`` is how many derived texts will at most
    be derived again from what stays. ``conversations`` go with all their items, ``items``
    are single ones of others, ``files`` go with all their versions."""

    roots: tuple[UUID, ...]
    memories: tuple[UUID, ...]
    sources: tuple[UUID, ...]
    counts: Mapping[str, int]
    rebuilt: int = 0
    held: int = 0
    conversations: tuple[UUID, ...] = ()
    items: tuple[UUID, ...] = ()
    files: tuple[UUID, ...] = ()


@dataclass(frozen=True)
class Candidates:
    """What a topic might mean: memories that say it, that mean alike, and texts that were
    made from such; messages of conversations and memory files (``notes``) that say it.
    Look through them and forget by id."""

    certain: tuple[UUID, ...]
    likely: tuple[UUID, ...]
    mentioned: tuple[UUID, ...]
    messages: tuple[UUID, ...] = ()
    notes: tuple[UUID, ...] = ()


@dataclass(frozen=True)
class Recipient:
    """A service that has to know of the erasure (Art. 19 GDPR), and how far it does; it
    never holds the erasure up."""

    service: UUID
    state: str
    reason: str = ""
    told_at: datetime | None = None
    acknowledged_at: datetime | None = None
    closed_at: datetime | None = None


@dataclass(frozen=True)
class Erasure:
    """How far an erasure is. ``counts`` are rows erased so far; ``verification`` is what
    was left in each store at the end, None until then."""

    id: UUID
    state: str
    scope: str
    planned: Mapping[str, int]
    counts: Mapping[str, int]
    created_at: datetime
    undo_until: datetime | None = None
    verification: Mapping[str, int] | None = None
    recipients: Sequence[Recipient] = ()
    started_at: datetime | None = None
    finished_at: datetime | None = None

    @property
    def done(self) -> bool:
        """Whether it has run and every store was found empty of it."""
        return self.state == "done"


@dataclass(frozen=True)
class Certificate:
    """The proof of an erasure: ``content`` byte for byte, to be kept and checked
    (``manage.py verify-certificate``), and the same as a ``document``."""

    content: bytes
    document: Mapping[str, Any]
