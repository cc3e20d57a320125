"""Which days are working days somewhere: all but Saturdays, Sundays and public holidays.

Regulation 1182/71 Art. 2: public holidays are the days that the state designates as such
by its law; nothing else (half days, bank holidays of the Continent, days that many take
off) moves the end of a period. Of the library's categories that is ``public``. In doubt a
day counts as worked: that gives the earlier date.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from importlib.metadata import version
from types import MappingProxyType

import holidays

from governance.requests.clock.places import Place
from governance.requests.clock.refusals import Refused
from governance.requests.clock.sentences import gettext_noop

LIBRARY = f"holidays {version('holidays')}"
ONE_DAY = timedelta(days=1)
SATURDAY, SUNDAY = 5, 6
WEEKEND = {SATURDAY: "Saturday", SUNDAY: "Sunday"}

# Hungary and Latvia swap single working days with Saturdays by decree: nobody works, but
# the law names no holiday.
SWAPPED = "substituted from"
# Observed in California's schools; not among the holidays of Gov. Code § 6700.
SCHOOLS_ONLY = "Susan B. Anthony Day"


def why_not_worked(day: date, place: Place) -> str | None:
    """``Saturday``, ``Sunday`` or the holiday's name in English; None on a working day."""
    return _holidays(place, day.year).get(day) or WEEKEND.get(day.weekday())


def why_not_worked_in(language: str, day: date, place: Place) -> str | None:
    """The holiday's name in that language; None where the library has no such name, and on
    a Saturday or Sunday that is none."""
    spoken: Sequence[str] = getattr(holidays, place.country).supported_languages
    name = _holidays(place, day.year).get(day)
    if name is None or language not in spoken:
        return None
    found = holidays.country_holidays(
        place.country,
        subdiv=place.region,
        years=day.year,
        expand=False,
        language=language,
        categories=holidays.PUBLIC,
    )
    return str(found[day])


def next_working_day(day: date, place: Place) -> date:
    """The day itself, or the first working day after it."""
    while why_not_worked(day, place):
        day += ONE_DAY
    return day


def business_days_after(day: date, count: int, place: Place) -> date:
    """The ``count``-th working day after this one, which is not counted."""
    for _ in range(count):
        day = next_working_day(day + ONE_DAY, place)
    return day


@lru_cache(maxsize=1024)
def _holidays(place: Place, year: int) -> Mapping[date, str]:
    first, last = _years(place.country)
    if not first <= year <= last:
        raise Refused(
            gettext_noop(
                "The holidays of %(country)s are known from %(first)s to %(last)s only."
            ),
            country=place.country,
            first=str(first),
            last=str(last),
        )
    # In English whatever the process speaks, and each year on its own: an answer never
    # depends on what was asked before.
    found = holidays.country_holidays(
        place.country,
        subdiv=place.region,
        years=year,
        expand=False,
        language="en_US",
        categories=holidays.PUBLIC,
    )
    kept = {day: _public(name) for day, name in found.items()}
    return MappingProxyType({day: name for day, name in kept.items() if name})


def _years(country: str) -> tuple[int, int]:
    known = getattr(holidays, country)
    return known.start_year, known.end_year


def _public(names: str) -> str:
    """Several holidays may fall on one day."""
    kept = [
        name
        for name in names.split("; ")
        if SWAPPED not in name and name != SCHOOLS_ONLY
    ]
    return "; ".join(kept)
