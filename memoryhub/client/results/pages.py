"""Long answers, page by page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Paged(Protocol[T_co]):
    """A part of something long, and the cursor of the next part."""

    @property
    def next(self) -> str | None:
        """None at the end."""

    def __iter__(self) -> Iterator[T_co]: ...


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list. ``count`` is of the whole list; ``next`` and ``previous`` are
    cursors, for the call that gave this page."""

    count: int
    results: tuple[T, ...]
    next: str | None = None
    previous: str | None = None

    def __iter__(self) -> Iterator[T]:
        return iter(self.results)
