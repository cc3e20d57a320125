"""Days with their year, and among them those on which somebody was born."""

from collections.abc import Iterator

from governance.scrubbing.dates import days_in
from governance.scrubbing.nearby import supported
from governance.scrubbing.recognisers.rule import PROVEN, Rule
from governance.scrubbing.results import Match

_BORN = """
    born birth birthday birthdate dob bday geboren geburtstag geburtsdatum geb. née naissance
    anniversaire nacido nacida nació nacimiento cumpleaños nato nata nascita compleanno geboorte
    verjaardag nascido nascida nasceu nascimento född födelse födelsedag urodzon urodzin
"""
_CUES = (*_BORN.split(), "né le", "née le", "d.o.b")


def _days(text: str) -> Iterator[Match]:
    """Proven, for a day would be shielded as a machine's own otherwise."""
    for start, end in days_in(text):
        born = supported(text, start, end, _CUES)
        yield Match("BIRTH_DATE" if born else "DATE", start, end, PROVEN)


RULES = (Rule("days", ("BIRTH_DATE", "DATE"), _days),)
