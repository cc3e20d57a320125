"""Numbers that states give to people, each proven by its own check digits.

A first set; a number that is nothing but digits waits for a word nearby.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from stdnum.at import vnr
from stdnum.be import nn
from stdnum.br import cpf
from stdnum.ca import sin
from stdnum.ch import ssn as ahv
from stdnum.de import idnr
from stdnum.es import dni, nie
from stdnum.fi import hetu
from stdnum.fr import nir
from stdnum.gb import nhs
from stdnum.in_ import aadhaar
from stdnum.it import codicefiscale
from stdnum.nl import bsn
from stdnum.pl import pesel
from stdnum.se import personnummer
from stdnum.us import ssn

from governance.scrubbing.recognisers.rule import (
    LIKELY,
    NOT_BEFORE,
    NOT_WITHIN,
    POSSIBLE,
    PROVEN,
    Rule,
)
from governance.scrubbing.results import Match


class Scheme(NamedTuple):
    form: str
    is_valid: Callable[[str], bool]
    score: float
    cues: tuple[str, ...] = ()
    # Looked at first, since most places of a text hold no digit.
    begins: str = "[0-9]"


def _always(_: str) -> bool:
    return True


_TAX = ("tax", "steuer", "fiscal", "tin", "idnr")
_SOCIAL = ("social", "sozial", "ssn", "insurance", "versicherung", "sécurité")
_SCHEMES = (
    Scheme(r"[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}", ssn.is_valid, LIKELY),
    Scheme(r"[0-9]{9}", ssn.is_valid, POSSIBLE, _SOCIAL),
    # Without check digits, so no glued letter: "ABC123456D" is a part.
    Scheme(r"(?<![A-Za-z])[A-CEGHJ-PR-TW-Za-ceghj-pr-tw-z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-Da-d]", _always, LIKELY, begins="[A-Za-z]"),
    Scheme(r"[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{4}", nhs.is_valid, POSSIBLE, ("nhs",)),
    Scheme(r"[0-9]{2} [0-9]{3} [0-9]{3} [0-9]{3}", idnr.is_valid, LIKELY),
    Scheme(r"[0-9]{11}", idnr.is_valid, POSSIBLE, _TAX),
    Scheme(r"[12] ?[0-9]{2} ?[0-9]{2} ?[0-9][0-9AB] ?[0-9]{3} ?[0-9]{3} ?[0-9]{2}", nir.is_valid, PROVEN),
    Scheme(r"[0-9]{8}[- ]?[A-Za-z]", dni.is_valid, LIKELY),
    Scheme(r"[XYZxyz][- ]?[0-9]{7}[- ]?[A-Za-z]", nie.is_valid, LIKELY, begins="[XYZxyz]"),
    Scheme(r"[A-Za-z]{6}[0-9]{2}[A-Za-z][0-9]{2}[A-Za-z][0-9]{3}[A-Za-z]", codicefiscale.is_valid, PROVEN, begins="[A-Za-z]"),
    Scheme(r"[0-9]{11}", pesel.is_valid, POSSIBLE, ("pesel",)),
    Scheme(r"[0-9]{9}", bsn.is_valid, POSSIBLE, ("bsn", "burgerservice")),
    Scheme(r"(?:[0-9]{2})?[0-9]{6}[-+][0-9]{4}", personnummer.is_valid, LIKELY),
    Scheme(r"[0-9]{6}[-+A-F][0-9]{3}[0-9A-Y]", hetu.is_valid, LIKELY),
    Scheme(r"[0-9]{2}\.[0-9]{2}\.[0-9]{2}-[0-9]{3}\.[0-9]{2}", nn.is_valid, PROVEN),
    Scheme(r"756[.][0-9]{4}[.][0-9]{4}[.][0-9]{2}", ahv.is_valid, PROVEN),
    Scheme(r"[0-9]{4} ?[0-9]{6}", vnr.is_valid, POSSIBLE, _SOCIAL),
    Scheme(r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", cpf.is_valid, PROVEN),
    Scheme(r"[0-9]{11}", cpf.is_valid, POSSIBLE, ("cpf",)),
    Scheme(r"[0-9]{3}[- ][0-9]{3}[- ][0-9]{3}", sin.is_valid, POSSIBLE, ("sin", *_SOCIAL)),
    Scheme(r"[0-9]{4} ?[0-9]{4} ?[0-9]{4}", aadhaar.is_valid, POSSIBLE, ("aadhaar", "aadhar", "uid")),
)  # fmt: skip


def _find(scheme: Scheme, form: re.Pattern[str], text: str) -> Iterator[Match]:
    for match in form.finditer(text):
        if scheme.is_valid(match.group()):
            yield Match("GOVERNMENT_ID", *match.span(), scheme.score)


def _rule(scheme: Scheme) -> Rule:
    form = re.compile(
        rf"(?={scheme.begins}){NOT_WITHIN}(?<![0-9][.,-])(?:{scheme.form}){NOT_BEFORE}(?![-.][0-9])"
    )
    find = partial(_find, scheme, form)
    return Rule("government ids", ("GOVERNMENT_ID",), find, scheme.cues)


RULES = tuple(map(_rule, _SCHEMES))
