"""Webhooks, and what was told through them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class Webhook:
    """Where this service is told of which events. While ``rests_until`` lies ahead it did
    not answer and is left in peace; ``disabled_at`` is when it answered 410."""

    id: UUID
    url: str
    events: tuple[str, ...]
    created_at: datetime
    rests_until: datetime | None = None
    disabled_at: datetime | None = None
    disabled_reason: str = ""
    earlier_secret_until: datetime | None = None


@dataclass(frozen=True)
class NewWebhook(Webhook):
    """With its ``secret``, which cannot be shown again."""

    secret: str = ""


@dataclass(frozen=True)
class Delivery:
    """How far one message is. ``message`` is its ``webhook-id``; ``response_status`` is of
    the last answer; ``erasure`` is set where the recipient has to acknowledge."""

    id: UUID
    type: str
    state: str
    created_at: datetime
    message: str = ""
    tries: int = 0
    reason: str = ""
    erasure: UUID | None = None
    response_status: int | None = None
    next_at: datetime | None = None
    told_at: datetime | None = None
    acknowledged_at: datetime | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True)
class Told:
    """A message that came by a webhook and was proved to be Memoryhub's. ``id`` is the
    same when it comes a second time; ``data`` holds ids, and your own id for the person
    as ``person``."""

    id: str
    type: str
    timestamp: datetime
    data: dict[str, Any]
