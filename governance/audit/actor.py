"""Who acts: written on every audit entry and every version of a memory."""

import uuid
from dataclasses import dataclass
from enum import StrEnum


class ActorKind(StrEnum):
    """What sort of actor."""

    SERVICE = "service"
    ACCOUNT = "account"
    LINK = "link"
    STAFF = "staff"
    SYSTEM = "system"


@dataclass(frozen=True)
class Actor:
    """An actor by kind and id; the system itself has no id."""

    kind: ActorKind
    id: uuid.UUID | None = None


SYSTEM = Actor(ActorKind.SYSTEM)
