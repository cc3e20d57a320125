"""Scores found spans against labelled ones. Characters are letters and digits alone: what
a mask leaves of spaces and dashes tells nothing."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from governance.management.bench.scrubbing.labels import HARD

WORD = re.compile(r"\w+")


class Span(NamedTuple):
    """A stretch of a text, in code points, and what it is."""

    start: int
    end: int
    label: str


class Record(NamedTuple):
    """A text with what stands in it."""

    text: str
    spans: tuple[Span, ...]


@dataclass
class Told:
    """Counts of some labels: what was labelled, and what became of it."""

    spans: int = 0
    spans_covered: int = 0
    characters: int = 0
    characters_covered: int = 0
    records: int = 0
    records_leaking: int = 0

    @property
    def recall(self) -> float | None:
        """Of characters, 0 to 1; None where there was nothing to find."""
        return share(self.characters_covered, self.characters)

    @property
    def covered(self) -> float | None:
        """Spans of which no letter or digit is left, of all."""
        return share(self.spans_covered, self.spans)

    @property
    def leaking(self) -> float | None:
        """Records in which any letter or digit of such a span is left, of those with one."""
        return share(self.records_leaking, self.records)


@dataclass
class Right:
    """Characters that were masked, and those of them that lie in a labelled span."""

    masked: int = 0
    right: int = 0

    @property
    def precision(self) -> float | None:
        """0 to 1; None where nothing was masked."""
        return share(self.right, self.masked)


def share(part: int, whole: int) -> float | None:
    """None of nothing."""
    return part / whole if whole else None


@dataclass
class Score:
    """What one scrubber did to a set: `add` each record, then read.

    `groups` are figures over several labels at once: a character that two of their spans
    share counts once.
    """

    groups: dict[str, Collection[str]] = field(default_factory=lambda: {"hard": HARD})
    told: dict[str, Told] = field(default_factory=lambda: defaultdict(Told))
    by_label: dict[str, Told] = field(default_factory=lambda: defaultdict(Told))
    masks: dict[str, Right] = field(default_factory=lambda: defaultdict(Right))
    mask: Right = field(default_factory=Right)
    words: int = 0
    words_masked: int = 0
    records: int = 0
    failed: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def labels(self) -> set[str]:
        """All that were labelled or masked."""
        return {*self.by_label, *self.masks}

    @property
    def clean_words_masked(self) -> float | None:
        """Words that touch no labelled span but a mask, of all that touch none."""
        return share(self.words_masked, self.words)

    def add(self, record: Record, found: Iterable[Span] | None) -> None:
        """None: the scrubber gave the text up, and it is counted apart."""
        self.records += 1
        if found is None:
            self.failed += 1
            return
        found = list(found)
        text, gold = record
        masked, labelled = covering(text, found), covering(text, gold)
        for name, labels in self.groups.items():
            _tell(self.told[name], text, _of(gold, labels), masked)
        for label in {span.label for span in gold}:
            _tell(self.by_label[label], text, _of(gold, {label}), masked)
        _judge(self.mask, text, masked, labelled)
        for label in {span.label for span in found}:
            _judge(
                self.masks[label], text, covering(text, _of(found, {label})), labelled
            )
        self._count_words(text, masked, labelled)

    def _count_words(self, text: str, masked: bytearray, labelled: bytearray) -> None:
        for word in WORD.finditer(text):
            start, end = word.span()
            if not any(labelled[start:end]):
                self.words += 1
                self.words_masked += any(masked[start:end])


def covering(text: str, spans: Iterable[Span]) -> bytearray:
    """One byte for each code point: 1 where a span lies over it."""
    cover = bytearray(len(text))
    for start, end, _ in spans:
        cover[start:end] = b"\1" * (min(end, len(text)) - start)
    return cover


def left(text: str, span: Span, masked: bytearray) -> int:
    """Letters and digits of the span that no mask covers."""
    return sum(
        text[at].isalnum() and not masked[at] for at in range(span.start, span.end)
    )


def _of(spans: Sequence[Span], labels: Collection[str]) -> list[Span]:
    return [span for span in spans if span.label in labels]


def _tell(told: Told, text: str, gold: Sequence[Span], masked: bytearray) -> None:
    if not gold:
        return
    uncovered = [left(text, span, masked) for span in gold]
    told.records += 1
    told.records_leaking += any(uncovered)
    told.spans += len(gold)
    told.spans_covered += uncovered.count(0)
    for at, inside in enumerate(covering(text, gold)):
        if inside and text[at].isalnum():
            told.characters += 1
            told.characters_covered += masked[at]


def _judge(right: Right, text: str, masked: bytearray, labelled: bytearray) -> None:
    for at, inside in enumerate(masked):
        if inside and text[at].isalnum():
            right.masked += 1
            right.right += labelled[at]
