"""A fixed third of every set is kept unseen: scored on demand, never shown as a miss.

The split is by a hash of the line itself, so a set can grow and no line changes sides.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def is_unseen(line: str) -> bool:
    """One in three, for good."""
    return sha256(line.encode()).digest()[0] % 3 == 0


def part(items: Iterable[T], *, unseen: bool, by: Callable[[T], str]) -> list[T]:
    """The items of one side."""
    return [item for item in items if is_unseen(by(item)) == unseen]
