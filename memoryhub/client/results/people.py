"""A person as this service knows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Settings:
    """What the person has switched, as far as it concerns this service. ``consents`` are
    the special categories that may be remembered."""

    memory_enabled: bool
    restricted: bool
    remembering: bool = True
    using: bool = True
    temporary_until: datetime | None = None
    consents: tuple[str, ...] = ()


@dataclass(frozen=True)
class Consent:
    """The person's yes to a special category."""

    category: str
    given_at: datetime


@dataclass(frozen=True)
class Person:
    """A person as this service knows them; ``memories`` counts by state, ``files`` are
    memory files."""

    created_at: datetime
    memories: Mapping[str, int]
    sources: int
    settings: Settings
    conversations: int = 0
    files: int = 0


@dataclass(frozen=True)
class Link:
    """A link that opens once."""

    url: str
    expires_at: datetime
