"""A text as words and the gaps between them: one pass, and every later look is short."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

_WORD = re.compile(
    r"[cC]/(?=[ ]?[A-Z])|[^\W_](?:[^\W_]|['’./-](?=[^\W_])){0,40}(?:\.(?=[ ,\n]|\Z))?(?:['’](?=[^\W_]))?"
)
_ABBREVIATED = 5
_SPACE = re.compile(r"[ \t]{1,4}(?:&[ \t])?")
# Between the parts of an address: a comma, a line's end, and the marks of a quotation.
_PART = re.compile(
    r"[ \t]{0,6}(?:[,;|·]|-(?=[ \t]))?[ \t]{0,6}(?:\r?\n[ \t]{0,8}(?:[>?*|]{1,3}[ \t]{0,4})?){0,2}['’]?"
)
_NUMBER = re.compile(
    r"[sS]/[nN]|[0-9]{1,5}(?:[A-Za-z]{1,2})?(?:[-/][0-9]{1,4}[A-Za-z]?|[-/](?:[IVX]{1,4}|[A-Za-z]{1,3}|bis|hs))?\.?"
)


@dataclass(frozen=True)
class Text:
    whole: str
    spans: Sequence[tuple[int, int]]

    @classmethod
    def read(cls, whole: str) -> Self:
        return cls(whole, [found.span() for found in _WORD.finditer(whole)])

    def __len__(self) -> int:
        return len(self.spans)

    @cached_property
    def words(self) -> list[str]:
        return [self.whole[start:end] for start, end in self.spans]

    @cached_property
    def lower(self) -> list[str]:
        return [word.lower() for word in self.words]

    @cached_property
    def starts(self) -> list[int]:
        return [start for start, _ in self.spans]

    def numbers(self) -> Iterator[int]:
        """What may be the number of a house: not a part of an amount or a date."""
        for at, word in enumerate(self.words):
            if (word[0].isdigit() or word[1:2] == "/") and _NUMBER.fullmatch(word) and self._is_free(at):
                yield at

    def _is_free(self, at: int) -> bool:
        start, end = self.spans[at]
        before, behind = self.whole[max(0, start - 1) : start], self.whole[end : end + 2]
        return (
            before not in tuple("$€£¥#&@=:/.,_+-%")
            and behind[:1] not in tuple("%€$£°@_=:+")
            and not (behind[:1] in tuple(".,:/-") and behind[1:].isdigit())
        )

    def gap(self, at: int) -> str:
        """What stands before a word."""
        before = self.spans[at - 1][1] if at else 0
        return self.whole[before : self.spans[at][0]]

    def is_joined(self, at: int) -> bool:
        """By spaces alone, or glued as in "d'Alsace", to the word before."""
        if not 0 < at < len(self.spans):
            return False
        gap = self.gap(at)
        return not gap or (len(gap) < 5 and _SPACE.fullmatch(gap) is not None)

    def is_next_part(self, at: int) -> bool:
        """By a comma or a line's end, or less."""
        return 0 < at < len(self.spans) and _PART.fullmatch(self.gap(at)) is not None

    def is_capital(self, at: int) -> bool:
        word = self.words[at]
        return word[0].isupper() or word.startswith("s-")  # 's-Gravenhage

    def ends_with_point(self, at: int) -> bool:
        return self.words[at].endswith(".")

    def word_at(self, place: int) -> int:
        """The index of the first word that begins at or behind a place."""
        return bisect_right(self.starts, place - 1)

    def bare(self, at: int) -> str:
        """Lower-case and without the point of an abbreviation or a sentence."""
        return self.lower[at].rstrip(".") if 0 <= at < len(self.spans) else ""

    def ends(self, at: int) -> bool:
        """A sentence: what is longer than an abbreviation and has a point behind it."""
        if not self.ends_with_point(at):
            return False
        is_number = self.words[at][0].isdigit() and self.is_joined(at + 1)
        is_long = len(self.words[at]) > _ABBREVIATED and self.lower[at][-4:] != "str."
        return is_number or is_long

    def end_of_name(self, at: int) -> int:
        start, end = self.spans[at]
        return end - (self.words[at][-1] == ".")
