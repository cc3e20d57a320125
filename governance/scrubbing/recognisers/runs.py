"""Groups of digits in a row, and which of them stand as close as those of one number."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self


class Span(NamedTuple):
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Run:
    text: str
    groups: Sequence[Span]
    # For each group the first and the stop of the close groups that it is among.
    stretches: Sequence[tuple[int, int]]

    @classmethod
    def read(
        cls,
        found: re.Match[str],
        group: re.Pattern[str],
        is_close: re.Pattern[str],
    ) -> Self:
        text = found.string
        groups = [Span(*m.span()) for m in group.finditer(text, *found.span())]
        return cls(text, groups, _stretches(text, groups, is_close))

    def gap(self, index: int) -> str:
        """What stands before a group; nothing at either end of the run."""
        if not 0 < index < len(self.groups):
            return ""
        return self.text[self.groups[index - 1].end : self.groups[index].start]

    def size(self, index: int) -> int:
        return self.groups[index].end - self.groups[index].start

    def is_close(self, first: int, stop: int) -> bool:
        return stop <= self.stretches[first][1]

    def is_stretch(self, first: int, stop: int) -> bool:
        """All of a stretch: no further group stands as close."""
        return self.stretches[first] == (first, stop)


def _stretches(
    text: str, groups: Sequence[Span], is_close: re.Pattern[str]
) -> list[tuple[int, int]]:
    stretches: list[tuple[int, int]] = []
    first = 0
    for index in range(1, len(groups) + 1):
        if index < len(groups):
            gap = groups[index - 1].end, groups[index].start
            if gap[0] == gap[1] or is_close.fullmatch(text, *gap):
                continue
        stretches += [(first, index)] * (index - first)
        first = index
    return stretches
