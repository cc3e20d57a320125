"""How sure is it that some groups of digits are a phone number? The numbering plans."""

import re
from functools import cache

import phonenumbers

from governance.scrubbing.recognisers.rule import LIKELY, POSSIBLE, PROVEN, digits

REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "NL", "AT", "CH", "PL", "SE", "PT",
           "BE", "IE", "IN", "AU", "BR", "JP", "DK", "NO", "FI", "CZ", "SK", "HU", "GR",
           "RO", "TR", "LU", "MX", "NZ", "ZA", "IL", "KR", "HR", "SI", "UA")  # fmt: skip
_KINDS = ("fixed_line", "mobile", "toll_free", "voip", "personal_number", "shared_cost")
FEWEST, MOST = 7, 15
# Numbers in the American form are taken by their form: invented ones fail the plan.
_AMERICAN = re.compile(
    r"(?:\+?1[-. ]?|001[-. ]?)?(?:\([0-9]{3}\) ?|[0-9]{3}[-.])[0-9]{3}[-. ][0-9]{4}"
)
_AMERICAN_SIZES = ([3, 3, 4], [1, 3, 3, 4])
# An area code with its trunk zero and the rest, as nothing else is written: areas come
# and go, so the form must do.
_TRUNK = re.compile(
    r"\(0[1-9][0-9]{1,4}\)[ ]?[-/]?[ ]?[0-9]{2,8}(?:[- ][0-9]{2,6}){0,3}"
    r"|0[1-9][0-9]{1,4}(?:[ ]?[/-][ ]?|[ ])[0-9]{5,8}(?:-[0-9]{1,4})?"
    r"|0[1-9][0-9]{1,3}[ ./-][0-9]{3}[ .][0-9]{3,4}|0[1-9][ -][0-9]{4}[ -][0-9]{4}|0[1-9][0-9]{1,2}[ -][0-9]{2,3}[ ][0-9]{2}[ ][0-9]{2}"
)
_FRACTION = re.compile(r"0[.,][0-9]")
_YEARS = re.compile(r"(?:19|20)[0-9]{2}[ /-](?:19|20)[0-9]{2}")
_DATE = re.compile(r"[0-9]{1,2}[./-][0-9]{1,2}[./-](?:19|20)[0-9]{2}(?![0-9])")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")


def score(candidate: str) -> float:
    """Of a number whose groups stand close."""
    number = digits(candidate)
    if not FEWEST <= len(number) <= MOST:
        return 0
    if candidate.lstrip("( ").startswith("+"):
        return _international(candidate)
    if candidate.lstrip("(").startswith("00") and _valid("+" + number[2:]):
        return LIKELY
    if _AMERICAN.fullmatch(candidate):
        return LIKELY
    return _national(candidate, number)


def _international(candidate: str) -> float:
    """A number that no plan knows may be new, or mistyped; "+100000000" is a count."""
    number = digits(candidate.replace("(0)", ""))
    if _valid("+" + digits(candidate)) or _valid("+" + number):
        return PROVEN
    is_likely = _possible("+" + number) and not number.endswith("0000")
    return LIKELY if is_likely else 0


def score_of_list(candidate: str) -> float:
    """Of one whose groups stand apart as the items of a list do: lines, columns, commas.

    "0, 25, 50, 75, 100" has the digits of a number as well, so the form must speak.
    """
    number = digits(candidate)
    sizes = [len(group) for group in re.findall(r"[0-9]+", candidate)]
    if not FEWEST <= len(number) <= MOST or _THOUSANDS.fullmatch(candidate):
        return 0
    if candidate.lstrip("( ").startswith("+"):
        return PROVEN if _valid("+" + number) else 0
    if sizes in _AMERICAN_SIZES:
        return LIKELY if candidate.startswith("(") else POSSIBLE
    if candidate.startswith("00") and sizes[0] > 2 and _valid("+" + number[2:]):
        return LIKELY
    if not _plans().fullmatch(number):
        return 0
    is_trunk = candidate.lstrip("(").startswith("0")
    return LIKELY if is_trunk and _has_area_code(sizes) else POSSIBLE


def is_even(candidate: str) -> bool:
    """Items of a list are rather all of one size: "01067, 01069", "0715  1230"."""
    sizes = {len(group) for group in re.findall(r"[0-9]+", candidate)}
    return len(sizes) == 1 and min(sizes) > 2


def _has_area_code(sizes: list[int]) -> bool:
    return (
        2 < sizes[0] < 6 and len(sizes) < 5 and sum(sizes) > 8 and len(set(sizes)) > 1
    )


def _national(candidate: str, number: str) -> float:
    """A trunk zero with gaps is how a number is written; bare digits may be anything."""
    if _YEARS.fullmatch(candidate):
        return 0
    fewest = 9 if candidate[0] == "(" else 10
    if _TRUNK.fullmatch(candidate) and fewest <= len(number) < 13:
        return POSSIBLE if _DATE.match(candidate) else LIKELY
    if not _plans().fullmatch(number) or _FRACTION.match(candidate):
        return 0
    written = candidate.startswith(("0", "(")) and not candidate.isdigit()
    if _DATE.match(candidate):
        return POSSIBLE
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


def _possible(number: str) -> bool:
    """Of a country, and as long as numbers are there."""
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(number, None))
    except phonenumbers.NumberParseException:
        return False
