"""One call of REST, described without doing any I/O, so that both twins share it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Generic, TypeVar
from urllib.parse import quote
from uuid import uuid4

import msgspec

from memoryhub.client.problem import Problem

T_co = TypeVar("T_co", covariant=True)


def _never(problem: Problem) -> None:
    return None


@dataclass(frozen=True)
class Endpoint(Generic[T_co]):
    """A call of the API. ``operation`` is its name in ``docs/openapi.json``, ``path`` a
    template below ``/api/v1``."""

    operation: str
    method: str
    path: str
    read: Callable[[bytes], T_co]
    repeatable: bool = False
    """Whether doing it twice is as doing it once, so that it may be sent again when its
    answer was lost."""
    done_before: Callable[[Problem], T_co | None] = _never
    """What a refusal of such a second try tells of the first, if it was carried out."""

    def call(
        self,
        places: Mapping[str, object],
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str | None] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> "Call[T_co]":
        """The call with its places filled; what is None of query and headers stays out."""
        return Call(
            self,
            self.path.format_map({name: part(each) for name, each in places.items()}),
            query={
                name: _as_text(value)
                for name, value in (query or {}).items()
                if value is not None
            },
            headers={
                name: checked(name, value)
                for name, value in (headers or {}).items()
                if value is not None
            },
            content=None if body is None else msgspec.json.encode(body),
            repeatable=self.repeatable,
        )


@dataclass(frozen=True)
class Call(Generic[T_co]):
    """What to send, and by its endpoint how to read the answer."""

    endpoint: Endpoint[T_co]
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None
    repeatable: bool = False

    def of_page(self, cursor: str) -> "Call[T_co]":
        """The same call for another page."""
        return replace(self, query={**self.query, "cursor": cursor})


def part(value: object) -> str:
    """Anything as one part of a path. Dots too: a person called ``..`` is a person, and
    not the folder above."""
    return quote(str(value), safe="").replace(".", "%2E")


def once(key: str | None) -> dict[str, str]:
    """The header that makes a second try safe; a key of its own unless one is given."""
    return {"Idempotency-Key": str(uuid4()) if key is None else key}


def checked(name: str, value: str) -> str:
    """A header's value; what cannot be one would be refused by a message that repeats
    it."""
    if not (value.isascii() and value.isprintable()):
        raise ValueError(f"{name} must be printable ASCII")
    return value


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, datetime) else str(value)
