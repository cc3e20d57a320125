"""Payment cards: 13 to 19 digits with a valid Luhn sum, however they are spaced."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from governance.scrubbing.recognisers.rule import (
    CERTAIN,
    LIKELY,
    NOT_AFTER,
    POSSIBLE,
    PROVEN,
    Rule,
)
from governance.scrubbing.results import Match

_NAMES = ("card", "karte", "visa", "mastercard", "amex", "credit", "kredit",
          "carte", "tarjeta", "maestro")  # fmt: skip
_CUES = (*_NAMES, "debit", "carta", "cc", "payment")

# First digits and lengths that are issued; a Luhn sum alone fits every tenth number.
_ISSUED = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})"
    r"|(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}"
    r"|3[47]\d{13}"
    r"|(?:6011|64[4-9]\d|65\d{2}|62\d{2}|220[0-4]|9792|352[89]|35[3-8]\d)\d{12,15}"
    r"|(?:60\d{2}|81\d{2}|82\d{2})\d{12}"
    r"|(?:36|38|39|30[0-5])(?:\d{11,12}|\d{13,14})"
    r"|(?:5018|5020|5038|5893|6304|6759|676[123]|6703)\d{9,15}"
)
# How one number is spaced; other gaps also stand between the numbers of a table.
_CLOSE = r"[ ]?[-./_·•][ ]?|[ ]{1,4}"
_GAP = rf"(?:{_CLOSE}|\s{{0,2}}[-./_·•,|;:]\s{{0,2}}|\s{{1,4}})"
_RUN = re.compile(rf"(?<![0-9])[0-9]+(?:{_GAP}[0-9]+)*(?![0-9])")
_CLOSE_GAP = re.compile(_CLOSE)
_GROUP = re.compile(r"[0-9]+")
_BEFORE = re.compile(rf"(?:{NOT_AFTER}|{NOT_AFTER}(?P<word>[A-Za-z]{{1,20}}))\Z")
_BEHIND = re.compile(r"[A-Za-z0-9]{0,21}")
_HEX = re.compile(r"[0-9A-Fa-f]*")
# A comma may part a table's columns as well: "Anna,30,4111…".
_FRACTION = re.compile(r"(?:[0-9]\.|(?<![0-9])0,)\Z")
_IN_A_TABLE = {(4, 4, 4, 4), (4, 6, 5), (4, 6, 4)}
_USUAL = _IN_A_TABLE | {(4, 4, 5), (4, 4, 4, 4, 1), (4, 4, 4, 4, 2), (4, 4, 4, 4, 3)}
_END_OF_UUID = 12
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
_LONGEST = 19
_SHORTEST = 13


class Span(NamedTuple):
    start: int
    end: int


class Part(NamedTuple):
    """Some groups of digits in a row: `groups[first:stop]` of a run."""

    text: str
    groups: Sequence[Span]
    first: int
    stop: int

    @property
    def start(self) -> int:
        return self.groups[self.first].start

    @property
    def end(self) -> int:
        return self.groups[self.stop - 1].end

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(b - a for a, b in self.groups[self.first : self.stop])

    def gap(self, index: int) -> str:
        """What stands before a group; nothing at either end of the run."""
        if not 0 < index < len(self.groups):
            return ""
        return self.text[self.groups[index - 1].end : self.groups[index].start]

    def is_close(self) -> bool:
        inner = range(self.first + 1, self.stop)
        return all(_CLOSE_GAP.fullmatch(self.gap(index)) for index in inner)

    def is_whole(self) -> bool:
        """No further group stands as close."""
        edges = self.gap(self.first), self.gap(self.stop)
        return not any(map(_CLOSE_GAP.fullmatch, edges))

    def goes_on(self) -> bool:
        """More groups of the same size and gap: a row of a table."""
        inner = self.gap(self.stop - 1)
        size = self.sizes[0]
        return any(
            self.gap(edge) == inner and _size(self.groups[group]) == size
            for edge, group in ((self.first, self.first - 1), (self.stop, self.stop))
            if self.gap(edge)
        )


def _size(group: Span) -> int:
    return group.end - group.start


def luhn(number: str) -> bool:
    odd = sum(int(digit) for digit in number[-1::-2])
    even = sum(_DOUBLED[int(digit)] for digit in number[-2::-2])
    return (odd + even) % 10 == 0


def find(text: str) -> Iterator[Match]:
    for groups in _runs(text):
        yield from _in_run(text, groups)


def _runs(text: str) -> Iterator[Sequence[Span]]:
    for run in _RUN.finditer(text):
        if run.end() - run.start() >= _SHORTEST:
            yield [Span(*m.span()) for m in _GROUP.finditer(text, *run.span())]


def _in_run(text: str, groups: Sequence[Span]) -> Iterator[Match]:
    """Every stretch of whole groups that could be a card: a run may hold more."""
    behind = 0
    for first, (start, _) in enumerate(groups):
        best = _best_from(text, groups, first) if start >= behind else None
        if best:
            yield best
        # What is only possible may hide a sure one that begins within it.
        if best and best.score > CERTAIN:
            behind = best.end


def _best_from(text: str, groups: Sequence[Span], first: int) -> Match | None:
    """The surest card that begins with this group, and the longest of those."""
    best: Match | None = None
    number = ""
    for last in range(first, min(first + _LONGEST, len(groups))):
        number += text[slice(*groups[last])]
        if len(number) > _LONGEST:
            break
        if len(number) < _SHORTEST or not luhn(number):
            continue
        part = Part(text, groups, first, last + 1)
        score = _score(part, issued=_ISSUED.fullmatch(number) is not None)
        if score and (best is None or score >= best.score):
            best = Match("CREDIT_CARD", part.start, part.end, score)
    return best


def _score(part: Part, *, issued: bool) -> float:
    close = part.is_close()
    if not issued or not _free(part):
        return POSSIBLE if close else 0
    sizes = part.sizes
    if not close:
        return PROVEN if sizes in _IN_A_TABLE and not part.goes_on() else POSSIBLE
    # One digit at a time is how people write who mean to get past a filter.
    if len(sizes) == 1 or sizes in _USUAL or set(sizes) == {1}:
        return PROVEN
    # Digits in uneven groups are rather a table of numbers than a card, and two groups
    # may be a number with a fraction.
    uneven = len(sizes) > 2 and min(sizes) > 2
    return LIKELY if uneven and part.is_whole() else POSSIBLE


def _free(part: Part) -> bool:
    """Not a piece of a longer name, as in a hash, and not a fraction."""
    if _FRACTION.search(part.text, max(0, part.start - 2), part.start):
        return False
    before = _BEFORE.search(part.text, max(0, part.start - 24), part.start)
    behind = _BEHIND.match(part.text, part.end)
    if before is None or behind is None:
        return False
    return _may_be_glued(part, before["word"], behind.group())


def _may_be_glued(part: Part, before: str | None, behind: str) -> bool:
    """ "4111 1111 1111 1111EUR": what is grouped has shown what it is."""
    if not behind:
        return True
    is_hex = _HEX.fullmatch(behind) is not None
    if part.stop - part.first > 1:
        return not (is_hex and part.sizes[-1] + len(behind) == _END_OF_UUID)
    return not before and not is_hex and behind.isalpha() and len(behind) < 21


def find_mistyped(text: str) -> Iterator[Match]:
    """Grouped as a card is and of a known issuer, though the sum is wrong: still most
    of somebody's number, where a word says that it is a card."""
    for groups in _runs(text):
        for first in range(len(groups)):
            for count in (3, 4):
                part = Part(text, groups, first, first + count)
                if part.stop <= len(groups) and _is_mistyped(part):
                    yield Match("CREDIT_CARD", part.start, part.end, POSSIBLE)


def _is_mistyped(part: Part) -> bool:
    if part.sizes not in _IN_A_TABLE or part.goes_on():
        return False
    number = "".join(part.text[a:b] for a, b in part.groups[part.first : part.stop])
    return _ISSUED.fullmatch(number) is not None and not luhn(number)


RULES = (
    Rule("cards", ("CREDIT_CARD",), find, _CUES),
    Rule("mistyped cards", ("CREDIT_CARD",), find_mistyped, _NAMES),
)
