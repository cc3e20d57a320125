"""The worst misses and false alarms, told by label, place and shape alone."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter

from governance.management.bench.scrubbing.labels import ADDRESS, HARD, SECRETS
from governance.management.bench.scrubbing.score import Record, Span, covering, left

AROUND = 16
"""Characters shown on either side."""
MISSED = "missed"
ALARM = "false alarm"


@dataclass(frozen=True)
class Trouble:
    """A labelled span that was not wholly masked, or a mask over what nobody labelled."""

    kind: str
    label: str
    record: int
    start: int
    end: int
    characters: int
    text: str

    def told(self, *, show_text: bool) -> dict[str, object]:
        """As a row; the text itself only when it was asked for."""
        shown = self.text if show_text else shape(self.text)
        return {
            "kind": self.kind,
            "label": self.label,
            "record": self.record,
            "start": self.start,
            "end": self.end,
            "characters": self.characters,
            "text" if show_text else "shape": shown,
        }


def shape(text: str) -> str:
    """Letters become a, digits 9; the rest is what tells how it was written."""
    return re.sub(r"\d", "9", re.sub(r"[^\W\d_]", "a", text))


@dataclass
class Troubles:
    """Collects, over a set."""

    labels: frozenset[str] = HARD | ADDRESS | SECRETS
    found: list[Trouble] = field(default_factory=list)

    def add(self, number: int, record: Record, found: Iterable[Span] | None) -> None:
        """Of the record of that number (from 1)."""
        if found is None:
            return
        found = list(found)
        masked = covering(record.text, found)
        labelled = covering(record.text, record.spans)
        for span in record.spans:
            if span.label in self.labels:
                self._note(
                    MISSED, number, record, span, left(record.text, span, masked)
                )
        for span in found:
            self._note(ALARM, number, record, span, left(record.text, span, labelled))

    def worst(self, count: int) -> list[Trouble]:
        """So many of each kind: of every label the longest, then the next of each."""
        return [
            trouble
            for kind in (MISSED, ALARM)
            for trouble in self._in_order(kind)[:count]
        ]

    def _in_order(self, kind: str) -> list[Trouble]:
        longest = sorted(self.found, key=lambda each: -each.characters)
        seen: Counter[str] = Counter()
        ranked = []
        for trouble in longest:
            if trouble.kind == kind:
                ranked.append((seen[trouble.label], -trouble.characters, trouble))
                seen[trouble.label] += 1
        return [trouble for *_, trouble in sorted(ranked, key=itemgetter(0, 1))]

    def _note(
        self, kind: str, number: int, record: Record, span: Span, characters: int
    ) -> None:
        if not characters:
            return
        text = record.text[max(0, span.start - AROUND) : span.end + AROUND]
        self.found.append(
            Trouble(kind, span.label, number, span.start, span.end, characters, text)
        )
