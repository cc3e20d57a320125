"""Pairs of memories with what a careful reader says of them: the same fact, or not.

``near_pairs.txt`` was used to tune the comparison and its threshold, ``near_held_out.txt``
(a third of all) was written before and measured once; it stays out of any tuning.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
SAME = "same"

_DIFFERENCE = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


@dataclass(frozen=True)
class Pair:
    """Two texts; ``kind`` is ``same``, or what differs."""

    kind: str
    one: str
    other: str


def pairs(file: str) -> tuple[Pair, ...]:
    """The pairs of a file, in its order."""
    return tuple(_read((FOLDER / file).read_text(encoding="utf-8").splitlines()))


def _read(lines: list[str]) -> Iterator[Pair]:
    kind = ""
    for line in lines:
        if line.startswith("## "):
            kind = line.removeprefix("## ")
        elif line and not line.startswith("# "):
            yield _pair(kind, line)


def _pair(kind: str, line: str) -> Pair:
    if kind == SAME:
        one, other = line.split(" = ")
        return Pair(kind, one, other)
    one, other = (_DIFFERENCE.sub(rf"\{side}", line) for side in (1, 2))
    if one == other:
        raise ValueError(f"a line without a difference: {line}")
    return Pair(kind, one, other)


TUNED = pairs("near_pairs.txt")
HELD_OUT = pairs("near_held_out.txt")
