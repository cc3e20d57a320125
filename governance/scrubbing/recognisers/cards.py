"""Payment cards: 12 to 19 digits with a valid Luhn sum, however they are spaced."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from governance.scrubbing.recognisers.rule import (
    CERTAIN,
    LIKELY,
    NOT_AFTER,
    POSSIBLE,
    PROVEN,
    Rule,
)
from governance.scrubbing.recognisers.runs import Run
from governance.scrubbing.results import Match

_NAMES = ("card", "karte", "visa", "mastercard", "amex", "credit", "kredit",
          "carte", "tarjeta", "maestro")  # fmt: skip
_CUES = (*_NAMES, "debit", "carta", "cc", "payment", "pay")

# First digits and lengths that are issued; a Luhn sum alone fits every tenth number.
_ISSUED = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})"
    r"|(?:5[1-5]\d{2}|222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}"
    r"|3[47]\d{13}"
    r"|(?:6011|64[4-9]\d|65\d{2}|62\d{2}|220[0-4]|9792|35\d{2})\d{12,15}"
    r"|(?:60\d{2}|81\d{2}|82\d{2})\d{12}"
    r"|(?:36|38|39|30[0-5])(?:\d{11,12}|\d{13,14})"
    r"|(?:2131|1800)\d{11}"
    r"|(?:5018|5020|5038|5893|6304|6759|676[123]|6703)\d{8,15}"
)
# How one number is spaced; other gaps also stand between the numbers of a table.
_CLOSE = r"[ ]?[-./_·•][ ]?|[ ]{1,4}"
_GAP = rf"(?:{_CLOSE}|\s{{0,2}}[-./_·•,|;:]\s{{0,2}}|\s{{1,4}})"
_RUN = re.compile(rf"(?<![0-9])[0-9]+(?:{_GAP}[0-9]+)*(?![0-9])")
_CLOSE_GAP = re.compile(_CLOSE)
_GROUP = re.compile(r"[0-9]+")
_BEFORE = re.compile(rf"(?:{NOT_AFTER}|{NOT_AFTER}(?P<word>[A-Za-z]{{1,20}}))\Z")
_BEHIND = re.compile(r"[A-Za-z0-9]{0,21}")
_YEAR = re.compile(r"20[0-9]{2}")
_HEX = re.compile(r"[0-9A-Fa-f]*")
# A comma may part a table's columns as well: "Anna,30,4111…".
_FRACTION = re.compile(r"(?:[0-9]\.|(?<![0-9])0,)\Z")
_IN_A_TABLE = {(4, 4, 4, 4), (4, 6, 5), (4, 6, 4)}
_BY_FOURS = {(4, 4, 4), (4, 4, 5), (4, 4, 4, 1), (4, 4, 4, 2)}
_USUAL = _IN_A_TABLE | _BY_FOURS | {(4, 4, 4, 4, 1), (4, 4, 4, 4, 2), (4, 4, 4, 4, 3)}
_END_OF_UUID = 12
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
_LONGEST = 19
_SHORTEST = 12
# The shortest of all are of one network, and not many: only with a word nearby.
_SHORT = re.compile(r"(?:50|5[6-9]|6[0-9])[0-9]{10}")
# In more groups than this only a number of a known issuer is one, not a table.
_MOST_GROUPS = 8
_FIRST_DIGITS = "12345689"


class Part(NamedTuple):
    """Some groups of digits in a row: `groups[first:stop]` of a run."""

    run: Run
    first: int
    stop: int

    @property
    def start(self) -> int:
        return self.run.groups[self.first].start

    @property
    def end(self) -> int:
        return self.run.groups[self.stop - 1].end

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(self.run.size, range(self.first, self.stop)))

    def goes_on(self) -> bool:
        """More groups of the same size and gap: a row of a table."""
        ends = (self.first, self.first - 1), (self.stop, self.stop)
        return any(self._is_like(gap, neighbour) for gap, neighbour in ends)

    def _is_like(self, gap: int, neighbour: int) -> bool:
        """A year beside a card is rather when it ends."""
        if self.run.gap(gap) != self.run.gap(self.stop - 1):
            return False
        number = self.run.text[slice(*self.run.groups[neighbour])]
        return len(number) == self.run.size(self.first) and not _YEAR.fullmatch(number)


def luhn(number: str) -> bool:
    odd = sum(int(digit) for digit in number[-1::-2])
    even = sum(_DOUBLED[int(digit)] for digit in number[-2::-2])
    return (odd + even) % 10 == 0


def find(text: str) -> Iterator[Match]:
    for run in _runs(text):
        yield from _in_run(run)


def _runs(text: str) -> Iterator[Run]:
    for found in _RUN.finditer(text):
        if found.end() - found.start() >= _SHORTEST:
            yield Run.read(found, _GROUP, _CLOSE_GAP)


def _in_run(run: Run) -> Iterator[Match]:
    """Every stretch of whole groups that could be a card: a run may hold more."""
    behind = 0
    for first, (start, _) in enumerate(run.groups):
        best = _best_from(run, first) if start >= behind else None
        if best:
            yield best
        # What is only possible may hide a sure one that begins within it.
        if best and best.score > CERTAIN:
            behind = best.end


def _best_from(run: Run, first: int) -> Match | None:
    """The surest card that begins with this group, and the longest of those."""
    best: Match | None = None
    number = ""
    for last in range(first, min(first + _LONGEST, len(run.groups))):
        number += run.text[slice(*run.groups[last])]
        if len(number) > _LONGEST:
            break
        if last - first >= _MOST_GROUPS and number[0] not in _FIRST_DIGITS:
            break
        if len(number) < _SHORTEST:
            continue
        if len(number) == _SHORTEST and not _SHORT.fullmatch(number):
            continue
        issued = _ISSUED.fullmatch(number) is not None
        if not (issued or last - first < _MOST_GROUPS) or not luhn(number):
            continue
        part = Part(run, first, last + 1)
        score = _score(part, issued=issued)
        if score and (best is None or score >= best.score):
            best = Match("CREDIT_CARD", part.start, part.end, score)
    return best


def _score(part: Part, *, issued: bool) -> float:
    close = part.run.is_close(part.first, part.stop)
    if not issued or not _free(part):
        return POSSIBLE if close else 0
    sizes = part.sizes
    if sizes == (_SHORTEST,):
        # Twelve digits in a row are as often an order's.
        return POSSIBLE
    if not close:
        return PROVEN if sizes in _IN_A_TABLE and not part.goes_on() else POSSIBLE
    # One digit at a time is how people write who mean to get past a filter.
    if len(sizes) == 1 or sizes in _USUAL or set(sizes) == {1}:
        return PROVEN
    # Digits in uneven groups are rather a table of numbers than a card, and two groups
    # may be a number with a fraction.
    uneven = len(sizes) > 2 and min(sizes) > 2
    return LIKELY if uneven and part.run.is_stretch(part.first, part.stop) else POSSIBLE


def _free(part: Part) -> bool:
    """Not a piece of a longer name, as in a hash, and not a fraction."""
    if _FRACTION.search(part.run.text, max(0, part.start - 2), part.start):
        return False
    before = _BEFORE.search(part.run.text, max(0, part.start - 24), part.start)
    behind = _BEHIND.match(part.run.text, part.end)
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
    for run in _runs(text):
        for first in range(len(run.groups)):
            for stop in range(first + 3, min(first + 4, len(run.groups)) + 1):
                part = Part(run, first, stop)
                if _is_mistyped(part):
                    yield Match("CREDIT_CARD", part.start, part.end, POSSIBLE)


def _is_mistyped(part: Part) -> bool:
    if part.sizes not in _IN_A_TABLE or part.goes_on():
        return False
    number = "".join(
        part.run.text[a:b] for a, b in part.run.groups[part.first : part.stop]
    )
    return _ISSUED.fullmatch(number) is not None and not luhn(number)


RULES = (
    Rule("cards", ("CREDIT_CARD",), find, _CUES),
    Rule("mistyped cards", ("CREDIT_CARD",), find_mistyped, _NAMES),
)
