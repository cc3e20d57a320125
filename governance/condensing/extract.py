"""The default way to condense: whole sentences of the sources, the most telling first
choice, in the order in which they were said. Pure and deterministic: no database, no
model beyond the vectors that are passed in, and never a sentence that no source says.
"""

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from governance.condensing.sentences import ends_whole, sentences
from governance.condensing.survives import weight
from governance.writing.differences import Said

BUDGET = 1_200
"""Longest text that is made, in characters."""

ELLIPSIS = "…"

MOST = 1_000
"""How many of the best sentences are looked at; the rest would not fit anyway."""

LEAST_CUT = 80
"""Fewest characters for which the start of an over-long sentence is still worth it."""


@dataclass(frozen=True)
class Passage:
    """One source: what it says, when it was said, 1–10 how much it matters, and its
    embedding, where it has one."""

    text: str
    said_at: datetime
    importance: int = 5
    vector: Sequence[float] | None = None


@dataclass(frozen=True)
class Candidate:
    """A sentence, where it stands, and how much it should be kept."""

    text: str
    gap: str
    passage: int
    place: int
    score: float

    @property
    def order(self) -> tuple[int, int]:
        """By which it stands in the result."""
        return self.passage, self.place


def extract(passages: Sequence[Passage], *, budget: int = BUDGET) -> str:
    """The sentences of the passages that say most, in at most ``budget`` characters.

    Equal passages give an equal text, in whatever order they come. Empty where none of
    them says anything.
    """
    if budget < 1:
        raise ValueError("A text needs at least one character.")
    ranked = sorted(_candidates(passages), key=lambda each: (-each.score, each.order))[
        :MOST
    ]
    taken: list[Candidate] = []
    for each in ranked:
        if _fits(each, taken, budget) and not _said(each, taken):
            taken.append(each)
    return _joined([*taken, *_start_of_a_long_one(ranked, taken, budget)])


def _candidates(passages: Sequence[Passage]) -> list[Candidate]:
    ordered = sorted(passages, key=lambda p: (p.said_at, p.text, p.importance))
    closeness = _closeness([each.vector for each in ordered])
    return [
        Candidate(
            text=sentence.text,
            gap=sentence.gap,
            passage=number,
            place=place,
            # The first sentences of a long text say most; 0.2 is as much as a name.
            score=closeness[number]
            + passage.importance / 20
            + weight(sentence.text)
            - min(place * 0.02, 0.2),
        )
        for number, passage in enumerate(ordered)
        for place, sentence in enumerate(sentences(passage.text))
    ]


def _closeness(vectors: Sequence[Sequence[float] | None]) -> list[float]:
    """How close each is to the middle of all (−1 to 1); 0.5 for one without a vector."""
    known = [each for each in vectors if each is not None]
    if not known:
        return [0.5] * len(vectors)
    middle = [math.fsum(column) for column in zip(*known, strict=True)]
    return [0.5 if each is None else _cosine(each, middle) for each in vectors]


def _cosine(a: Sequence[float], b: Sequence[float]) -> float:
    lengths = math.hypot(*a) * math.hypot(*b)
    if not lengths:
        return 0.5
    dot = math.fsum(x * y for x, y in zip(a, b, strict=True))
    return round(dot / lengths, 6)


def _fits(each: Candidate, taken: Sequence[Candidate], budget: int) -> bool:
    if sum(len(other.text) for other in taken) + len(each.text) > budget:
        return False
    return len(_joined([*taken, each])) <= budget


def _said(each: Candidate, taken: Sequence[Candidate]) -> bool:
    """Whether it is there already, in these words or in some that mean the same."""
    words = Said(each.text)
    return any(each.text == t.text or words.the_same_as(t.text) for t in taken)


def _start_of_a_long_one(
    ranked: Sequence[Candidate], taken: Sequence[Candidate], budget: int
) -> list[Candidate]:
    """A sentence longer than the whole budget is cut, if there is room for a part."""
    long = next((each for each in ranked if len(each.text) > budget), None)
    room = budget - len(_joined(taken)) - 1 if taken else budget
    if long is None or (taken and room < LEAST_CUT):
        return []
    cut = _cut(long.text, room)
    return [Candidate(cut, long.gap, long.passage, long.place, long.score)]


def _cut(text: str, room: int) -> str:
    """The start of a text, up to the end of a word, with an ellipsis."""
    start = text[: room - 1]
    words, space, _ = start.rpartition(" ")
    return (words if space else _whole(start, text)).rstrip() + ELLIPSIS


def _whole(start: str, text: str) -> str:
    """Without half of a character that is made of several."""
    while start and _joins(text[len(start)]):
        start = start[:-1]
    return start.rstrip("\u200d")


def _joins(char: str) -> bool:
    return bool(unicodedata.combining(char)) or char in "\u200d\ufe0e\ufe0f"


def _joined(chosen: Sequence[Candidate]) -> str:
    parts: list[str] = []
    before: Candidate | None = None
    for each in sorted(chosen, key=lambda one: one.order):
        parts += [_between(before, each) if before else "", each.text]
        before = each
    return "".join(parts)


def _between(before: Candidate, after: Candidate) -> str:
    """Neighbours stay as they stood. A line end, where a space would make one sentence
    of two."""
    if (before.passage, before.place + 1) == after.order:
        return after.gap
    return " " if ends_whole(before.text) else "\n"
