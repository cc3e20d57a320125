"""Patterns that begin or end with a word are tried only where such a word stands.

Most texts have none, and a search for fixed stems costs a hundredth of the pattern.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

# How far a match may go on behind its window.
_REACH = 700
_NARROW = 80


def lowered(text: str) -> str:
    """In small letters and of equal length, so that places still hold."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


@dataclass(frozen=True)
class Cued:
    """A pattern for small letters, and stems of which each match holds one."""

    pattern: re.Pattern[str]
    stems: Sequence[str]
    # Characters of a match that may stand before the stem.
    before: int = 40

    def finditer(self, low: str) -> Iterator[re.Match[str]]:
        done = 0
        for start, stop in self._windows(low):
            for match in self._within(low, max(start, done), stop):
                yield match
                done = match.end()

    def _within(self, low: str, start: int, stop: int) -> Iterator[re.Match[str]]:
        """Those that begin there. A search would go on where none can begin, which for
        a narrow window costs more than it saves."""
        if stop - start > _NARROW:
            found = self.pattern.finditer(low, start, min(len(low), stop + _REACH))
            yield from takewhile(lambda match: match.start() < stop, found)
            return
        while start < stop:
            match = self.pattern.match(low, start)
            start = match.end() if match else start + 1
            if match:
                yield match

    def _windows(self, low: str) -> Iterator[tuple[int, int]]:
        """Where a match may begin: merged, in order."""
        first = stop = None
        for place in sorted(self._places(low)):
            if first is None or stop is None or place - self.before > stop:
                if first is not None and stop is not None:
                    yield first, stop
                first = max(0, place - self.before)
            stop = place + 1
        if first is not None and stop is not None:
            yield first, stop

    def _places(self, low: str) -> Iterator[int]:
        for stem in self.stems:
            place = low.find(stem)
            while place >= 0:
                yield place
                place = low.find(stem, place + 1)
