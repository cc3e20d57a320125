"""Requests of people who exercise a right."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID


@dataclass(frozen=True)
class Request:
    """How far a request is. Days are of ``zone`` and last until their end; ``due`` is the
    one to work to, and ``explanation`` says in sentences why. ``erasures`` are of your
    part: their certificates are the proof. Open while ``closed_at`` is None;
    while there is a ``question`` it waits for the person's answer."""

    id: UUID
    reference: str
    right: str
    state: str
    channel: str
    received_at: datetime
    received_on: date
    due: date
    due_at: datetime
    due_with_pause: date | None
    extended: bool
    extended_due: date
    paused_since: date | None
    closed_at: datetime | None
    erasures: tuple[UUID, ...]
    explanation: tuple[str, ...]
    rule: str
    zone: str
    question: str | None = None

    @property
    def open(self) -> bool:
        """Whether the person still waits for an answer."""
        return self.closed_at is None
