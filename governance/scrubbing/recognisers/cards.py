"""Payment cards: 13 to 19 digits with a valid Luhn sum, however they are spaced."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import (
    CERTAIN,
    LIKELY,
    NOT_AFTER,
    POSSIBLE,
    PROVEN,
    Rule,
)
from governance.scrubbing.results import Match

_CUES = ("card", "karte", "visa", "mastercard", "amex", "credit", "kredit", "debit",
         "carte", "tarjeta", "carta", "maestro", "cc", "payment")  # fmt: skip

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
_GAP = r"(?: ?[-./_] ?| {1,3})"
_RUN = re.compile(rf"(?<![0-9])[0-9]+(?:{_GAP}[0-9]+)*(?![0-9])")
_GROUP = re.compile(r"[0-9]+")
_BEFORE = re.compile(rf"(?:{NOT_AFTER}|{NOT_AFTER}[A-Za-z]{{1,20}})\Z")
Span = tuple[int, int]
_FRACTION = re.compile(r"[0-9][.,]\Z")
_USUAL = {(4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 5), (4, 4, 4, 4, 1), (4, 4, 4, 4, 2), (4, 4, 4, 4, 3)}  # fmt: skip
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
_LONGEST = 19
_SHORTEST = 13


def luhn(number: str) -> bool:
    odd = sum(int(digit) for digit in number[-1::-2])
    even = sum(_DOUBLED[int(digit)] for digit in number[-2::-2])
    return (odd + even) % 10 == 0


def find(text: str) -> Iterator[Match]:
    for run in _RUN.finditer(text):
        if run.end() - run.start() >= _SHORTEST:
            yield from _in_run(text, run)


def _in_run(text: str, run: re.Match[str]) -> Iterator[Match]:
    """Every stretch of whole groups that could be a card: a run may hold more."""
    groups = [m.span() for m in _GROUP.finditer(text, *run.span())]
    behind = 0
    for first, (start, _) in enumerate(groups):
        best = _best_from(text, groups, first) if start >= behind else None
        if best:
            yield best
        # What is only possible may hide a sure one that begins within it.
        if best and best.score > CERTAIN:
            behind = best.end


def _best_from(text: str, groups: list[Span], first: int) -> Match | None:
    """The surest card that begins with this group, and the longest of those."""
    best: Match | None = None
    number = ""
    for last in range(first, min(first + _LONGEST, len(groups))):
        number += text[slice(*groups[last])]
        if len(number) > _LONGEST:
            break
        if len(number) >= _SHORTEST and luhn(number):
            found = _match(text, number, groups[first : last + 1], groups)
            if best is None or found.score >= best.score:
                best = found
    return best


def _match(text: str, number: str, part: list[Span], run: list[Span]) -> Match:
    start, end = part[0][0], part[-1][1]
    score = POSSIBLE
    if _ISSUED.fullmatch(number) and _free(text, start, end):
        score = _form([b - a for a, b in part], whole=len(part) == len(run))
    return Match("CREDIT_CARD", start, end, score)


def _form(sizes: list[int], *, whole: bool) -> float:
    """Digits in uneven groups are rather a table of numbers than a card."""
    # One digit at a time is how people write who mean to get past a filter.
    if len(sizes) == 1 or tuple(sizes) in _USUAL or set(sizes) == {1}:
        return PROVEN
    # Two groups may be a number with a fraction.
    return LIKELY if whole and len(sizes) > 2 and min(sizes) > 2 else POSSIBLE


def _free(text: str, start: int, end: int) -> bool:
    """Not a piece of a longer name, as in a hash, and not a fraction."""
    if _FRACTION.search(text, max(0, start - 2), start):
        return False
    if text[end : end + 1].isascii() and text[end : end + 1].isalpha():
        return False
    return _BEFORE.search(text, max(0, start - 24), start) is not None


RULES = (Rule("cards", ("CREDIT_CARD",), find, _CUES),)
