"""Items of conversations, and what the memory tool answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True)
class ConversationItem:
    """One item. ``id`` is the server's, ``item`` what was added, scrubbed; ``expires_at``
    is set where it tells of a special category and there is no consent."""

    id: UUID
    item: Mapping[str, Any]
    created_at: datetime
    expires_at: datetime | None = None


@dataclass(frozen=True)
class ToolResult:
    """What the model is told; ``erasure`` is what erases what ``delete`` named."""

    content: str
    is_error: bool
    erasure: UUID | None = None
