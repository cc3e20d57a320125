"""Days of the calendar, in figures and in words of eight languages, and what is left of
them once they say less.

A day of birth with its year tells who somebody is together with little else (Sweeney
2000: with sex and postcode, 87 % of a country), while "her birthday is 3 May" is what a
memory is for.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_MONTHS = """
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    januar februar märz mai juni juli oktober dezember mär okt dez
    janvier février mars avril juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
    januari februari maart mei augustus mrt
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
    maj augusti
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października
    listopada grudnia
"""
_MONTH = "|".join(sorted(set(_MONTHS.split()), key=len, reverse=True))
_YEAR = r"(?:1[89]|20)[0-9]{2}"
_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
_OF = r"(?: of| de| del| di|,)?"
_WORDS = rf"{_DAY}(?:st|nd|rd|th|er|º|\.)? ?{_OF} ?(?:{_MONTH})\.?"
_FORMS = (
    rf"(?P<day_first>{_WORDS}){_OF} ?(?P<y1>{_YEAR})",
    rf"(?P<month_first>(?:{_MONTH})\.? {_DAY}(?:st|nd|rd|th)?),? (?P<y2>{_YEAR})",
    rf"(?P<y3>{_YEAR})(?P<s3>[-/.])(?P<year_first>[0-9]{{1,2}}(?P=s3)[0-9]{{1,2}})",
    rf"(?P<figures>(?:{_DAY}(?P<s4>[-/.]){_DAY}))(?P=s4) ?(?P<y4>{_YEAR}|[0-9]{{2}})",
)
# Not within a number, a version or a timestamp that a program wrote.
_DATE = re.compile(
    rf"(?<![\w.:/-])(?:{'|'.join(_FORMS)})(?![\w]|[-/:.][0-9])", re.IGNORECASE
)
_MONTH_ALONE = re.compile(rf"(?<!\w)(?:{_MONTH})(?!\w)", re.IGNORECASE)


_MONTHS_OF_A_YEAR = 12


class Day(NamedTuple):
    start: int
    end: int


def days_in(text: str) -> Iterator[Day]:
    """Every day with its year."""
    for found in _DATE.finditer(text):
        if _may_be(found):
            yield Day(*found.span())


def _may_be(found: re.Match[str]) -> bool:
    """One of two figures is a month: "29.18.24" is a version."""
    figures = found["figures"]
    if not figures:
        return True
    return min(map(int, re.split("[-/.]", figures))) <= _MONTHS_OF_A_YEAR


def generalised(entity: str, value: str) -> str | None:
    """A day of birth without its year, any other without its day; None if it is none."""
    found = _DATE.search(value)
    if found is None:
        return None
    return _without_year(found) if entity == "BIRTH_DATE" else _without_day(found)


def _without_year(found: re.Match[str]) -> str:
    kept = [found[name] for name in ("day_first", "month_first", "year_first")]
    day = next((each for each in kept if each), None)
    if day:
        return day
    # "03.05." is a day in writing where "03.05" could be a number.
    return found["figures"] + ("." if found["s4"] == "." else "")


def _without_day(found: re.Match[str]) -> str | None:
    words = found["day_first"] or found["month_first"]
    if words:
        month = _MONTH_ALONE.search(words)
        return f"{month.group()} {found['y1'] or found['y2']}" if month else None
    if found["y3"]:
        return f"{found['y3']}-{found['year_first'].split(found['s3'])[0]:0>2}"
    # Which of the two figures is the month depends on the country.
    return found["y4"] if len(found["y4"]) > 2 else None  # "24" is no year
