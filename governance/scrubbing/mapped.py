"""A text that remembers where each of its characters came from.

Every step of normalising and redacting makes a new one, and `after` chains them, so a
finding can be told in code points of the very first input.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self


class Edit(NamedTuple):
    """Replace source[start:end] by text, which stands for the whole stretch."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Mapped:
    """Character i of `text` came from source[starts[i]:ends[i]]."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def same(cls, text: str) -> Self:
        return cls(text, range(len(text)), range(1, len(text) + 1))

    def source(self, start: int, end: int) -> tuple[int, int]:
        return self.starts[start], self.ends[end - 1]

    def after(self, earlier: "Mapped") -> "Mapped":
        """The same characters, traced through `earlier`, whose text I was made from."""
        starts = [earlier.starts[i] for i in self.starts]
        ends = [earlier.ends[i - 1] for i in self.ends]
        return Mapped(self.text, starts, ends)

    def then(self, step: "Callable[[str], Mapped]") -> "Mapped":
        later = step(self.text)
        return self if later.text == self.text else later.after(self)


def edited(text: str, edits: Iterable[Edit]) -> Mapped:
    """Apply edits that are sorted and do not overlap."""
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    position = 0
    for edit in edits:
        pieces += text[position : edit.start], edit.text
        starts += [*range(position, edit.start), *[edit.start] * len(edit.text)]
        ends += [*range(position + 1, edit.start + 1), *[edit.end] * len(edit.text)]
        position = edit.end
    pieces.append(text[position:])
    starts += range(position, len(text))
    ends += range(position + 1, len(text) + 1)
    return Mapped("".join(pieces), starts, ends)
