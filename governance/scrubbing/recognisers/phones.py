"""Phone numbers of many regions, checked with Google's numbering plans.

`phonenumbers` has a search of its own, but it walks once per region and is slow on
baits; here the candidates come from one pass and only the likely ones are parsed.
"""

import re
from collections.abc import Iterator
from functools import cache

import phonenumbers

from governance.scrubbing.recognisers.rule import (
    CERTAIN,
    LIKELY,
    POSSIBLE,
    PROVEN,
    Rule,
    digits,
)
from governance.scrubbing.results import Match

REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "NL", "AT", "CH", "PL", "SE", "PT",
           "BE", "IE", "IN", "AU", "BR", "JP")  # fmt: skip
_CUES = ("phone", "tel", "telefon", "mobil", "handy", "cell", "call", "whatsapp", "sms", "fax",
         "anruf", "rufnummer", "rufe", "dial", "signal", "reach", "erreich", "portable", "móvil", "text me",
         "contact", "kontakt", "ring", "ext")  # fmt: skip

_GAP = r"(?:[ ]?[-./()][ ]?|[ ]|\)[ ]?[-/]?[ ]?|[ ]\()"
_RUN = re.compile(
    rf"(?:(?<![0-9A-Za-z])|(?<![0-9])(?=[+(]))(?<![0-9][.,:])(?:\+[ ]?|\([ ]?\+?)?[0-9]+(?:{_GAP}\(?[0-9]+)*\)?"
)
_GROUP = re.compile(r"(?:\+[ ]?)?\(?[0-9]+")
_EXTENSION = re.compile(
    r"[ ]?(?:x|ext\.?|extension|durchwahl)[ ]?[0-9]{1,6}(?![0-9A-Za-z])", re.IGNORECASE
)
# Numbers in the American form are taken by their form: invented ones fail the plan.
_AMERICAN = re.compile(
    r"(?:\+?1[-. ]?|001[-. ]?)?(?:\([0-9]{3}\) ?|[0-9]{3}[-.])[0-9]{3}[-. ][0-9]{4}"
)
_KINDS = ("fixed_line", "mobile", "toll_free", "voip", "personal_number", "shared_cost")
_FEWEST, _MOST, _MOST_GROUPS = 7, 15, 8
Span = tuple[int, int]


def find(text: str) -> Iterator[Match]:
    for run in _RUN.finditer(text):
        if len(digits(run.group())) >= _FEWEST:
            yield from _in_run(text, run)


def _in_run(text: str, run: re.Match[str]) -> Iterator[Match]:
    groups = [m.span() for m in _GROUP.finditer(text, *run.span())]
    first = 0
    while first < len(groups):
        found = _longest_from(text, groups, first)
        if found:
            yield found
        if found and found.score > CERTAIN:
            first = _first_after(groups, first, found.end)
        else:
            first = _next_start(text, groups, first + 1)


def _first_after(groups: list[Span], first: int, end: int) -> int:
    while first < len(groups) and groups[first][0] < end:
        first += 1
    return first


def _next_start(text: str, groups: list[Span], first: int) -> int:
    """Inside a run only what looks like the head of a number can begin one."""
    while first < len(groups) and not _is_head(text, groups[first][0]):
        first += 1
    return first


def _is_head(text: str, start: int) -> bool:
    """A point before it would make it a fraction."""
    return text[start] in "+(0" and text[start - 1] != "."


def _longest_from(text: str, groups: list[Span], first: int) -> Match | None:
    """The longest sure number that begins here, else the longest weak one."""
    weak: Match | None = None
    for last in reversed(range(first, min(len(groups), first + _MOST_GROUPS))):
        found = _between(text, groups[first : last + 1], len(groups))
        if found and found.score > CERTAIN:
            return found
        weak = weak or found
    return weak


def _between(text: str, part: list[Span], groups: int) -> Match | None:
    start, end = part[0][0], part[-1][1]
    if end - start < _FEWEST or (_thin(part) and len(part) < groups):
        return None
    end = _with_extension(text, end)
    score = _score(text[start : part[-1][1]])
    return Match("PHONE", start, end, score) if _free(text, end, score) else None


def _thin(part: list[Span]) -> bool:
    """Single digits in a row are a table, unless there is nothing else in the row."""
    return sum(end - start for start, end in part) < 2 * len(part)


def _with_extension(text: str, end: int) -> int:
    extension = _EXTENSION.match(text, end)
    return extension.end() if extension else end


def _free(text: str, end: int, score: float) -> bool:
    """Not the front of a longer name or, if it is not sure, of a fraction or a price."""
    after = text[end : end + 2]
    if not score or re.match(r"[A-Za-z0-9]", after):
        return False
    return score > CERTAIN or re.match(r"[,.:][0-9]|[ ]?[%€$£]", after) is None


def _score(candidate: str) -> float:
    number = digits(candidate)
    if not _FEWEST <= len(number) <= _MOST:
        return 0
    if candidate.lstrip("( ").startswith("+"):
        return PROVEN if _valid("+" + number) else 0
    if candidate.lstrip("(").startswith("00") and _valid("+" + number[2:]):
        return LIKELY
    if _AMERICAN.fullmatch(candidate):
        return LIKELY
    return _national(candidate, number)


def _national(candidate: str, number: str) -> float:
    """A trunk zero with gaps is how a number is written; bare digits may be anything."""
    if not _plans().fullmatch(number):
        return 0
    written = candidate.startswith(("0", "(")) and not candidate.isdigit()
    return LIKELY if written and len(number) > 8 else POSSIBLE


@cache
def _plans() -> re.Pattern[str]:
    """What is valid in any region, as one expression: a bait costs no parsing."""
    return re.compile("|".join(map(_plan, REGIONS)))


def _plan(region: str) -> str:
    plan = phonenumbers.PhoneMetadata.metadata_for_region(region)
    if plan is None:
        raise LookupError(region)
    kinds = (getattr(plan, name) for name in _KINDS)
    patterns = [kind.national_number_pattern for kind in kinds if kind]
    return f"(?:{plan.national_prefix or ''})?(?:{'|'.join(filter(None, patterns))})"


def _valid(number: str) -> bool:
    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(number, None))
    except phonenumbers.NumberParseException:
        return False


RULES = (Rule("phones", ("PHONE",), find, _CUES),)
