"""A text as words and the gaps between them: one pass, and every later look is short."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

_WORD = re.compile(
    r"[cC]/(?=[ ]?[A-Z])|[^\W_](?:[^\W_]|['’./-](?=[^\W_])){0,40}(?:\.(?=[ ,\n]|\Z))?(?:['’](?=[^\W_]))?"
)
_ABBREVIATED = 5
ORDINALS = ("st", "nd", "rd", "th")
_SPACE = re.compile(r"[ ]{1,4}(?:&[ ])?")
# Between the parts of an address: a comma, a line's end, and the marks of a quotation.
_PART = re.compile(
    r"[ \t]{0,6}(?:[,;|·]|-(?=[ \t]))?[ \t]{0,6}(?:\r?\n[ \t]{0,8}(?:[>?*|]{1,3}[ \t]{0,4})?){0,2}['’]?"
)
_NUMBER = re.compile(
    r"[sS]/[nN]|[0-9]{1,5}(?:[A-Za-z]{1,2})?(?:[-/][0-9]{1,4}[A-Za-z]?|[-/](?:[IVX]{1,4}|[A-Za-z]{1,3}|bis|hs))?\.?"
)


# How a word stands to the one before it.
_APART, _NEXT_PART, _JOINED = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Text:
    whole: str
    spans: Sequence[tuple[int, int]]
    words: Sequence[str]
    lower: Sequence[str]
    # Lower-case and without the point of an abbreviation or a sentence.
    bares: Sequence[str]
    starts: Sequence[int]
    ties: Sequence[int]

    @classmethod
    def read(cls, whole: str) -> Self:
        spans = [found.span() for found in _WORD.finditer(whole)]
        words = [whole[start:end] for start, end in spans]
        lower = [word.lower() for word in words]
        bares = [word.rstrip(".") for word in lower]
        gaps = (whole[a[1] : b[0]] for a, b in pairwise(spans))
        ties = [_APART, *map(_tie, gaps), _APART]
        return cls(whole, spans, words, lower, bares, [a for a, _ in spans], ties)

    def __len__(self) -> int:
        return len(self.spans)

    def numbers(self) -> Iterator[int]:
        """What may be the number of a house: words beside it, and not a part of an
        amount or a date."""
        for at, word in enumerate(self.words):
            if not (word[0].isdigit() or word[1:2] == "/") or not _NUMBER.fullmatch(
                word
            ):
                continue
            if (self.is_word(at - 1) or self.is_word(at + 1)) and self._is_free(at):
                yield at

    def is_word(self, at: int) -> bool:
        """No number, or one that streets have for a name: "350 5th Avenue"."""
        if not 0 <= at < len(self.spans):
            return False
        return not self.words[at][0].isdigit() or self.bares[at].endswith(ORDINALS)

    def _is_free(self, at: int) -> bool:
        start, end = self.spans[at]
        before, behind = (
            self.whole[max(0, start - 1) : start],
            self.whole[end : end + 2],
        )
        return (
            before not in _GLUED_BEFORE
            and behind[:1] not in _GLUED_BEHIND
            and not (behind[:1] in _INNER and behind[1:].isdigit())
        )

    def gap(self, at: int) -> str:
        """What stands before a word."""
        before = self.spans[at - 1][1] if at else 0
        return self.whole[before : self.spans[at][0]]

    def is_joined(self, at: int) -> bool:
        """By spaces alone, or glued as in "d'Alsace", to the word before."""
        return at >= 0 and at < len(self.spans) and self.ties[at] == _JOINED

    def is_next_part(self, at: int) -> bool:
        """By a comma or a line's end, or less."""
        return at >= 0 and at < len(self.spans) and self.ties[at] != _APART

    def is_capital(self, at: int) -> bool:
        word = self.words[at]
        return word[0].isupper() or word.startswith("s-")  # 's-Gravenhage

    def ends_with_point(self, at: int) -> bool:
        return self.words[at][-1] == "."

    def word_at(self, place: int) -> int:
        """The index of the first word that begins at or behind a place."""
        return bisect_right(self.starts, place - 1)

    def bare(self, at: int) -> str:
        return self.bares[at] if 0 <= at < len(self.spans) else ""

    def ends(self, at: int) -> bool:
        """A sentence: what is longer than an abbreviation and has a point behind it."""
        if self.words[at][-1] != ".":
            return False
        is_number = self.words[at][0].isdigit() and self.is_joined(at + 1)
        is_long = len(self.words[at]) > _ABBREVIATED and self.lower[at][-4:] != "str."
        return is_number or is_long

    def end_of_name(self, at: int) -> int:
        end = self.spans[at][1]
        return end - (self.words[at][-1] == ".")


def _tie(gap: str) -> int:
    if gap == " " or not gap or _SPACE.fullmatch(gap):
        return _JOINED
    return _NEXT_PART if _PART.fullmatch(gap) else _APART


_GLUED_BEFORE = frozenset("$€£¥#&@=:/.,_+-%")
_GLUED_BEHIND = frozenset("%€$£°@_=:+")
_INNER = frozenset(".,:/-")
