"""Numbers that states give to people: some sixty kinds of forty countries.

Each is proven by its own check digits; what is nothing but digits waits for a word
nearby, and so do passports and driving licences, which have no common form.
"""

import re
from collections.abc import Iterator
from functools import partial

from governance.scrubbing.nearby import supported
from governance.scrubbing.recognisers.rule import (
    LIKELY,
    NOT_AFTER,
    NOT_BEFORE,
    NOT_WITHIN,
    POSSIBLE,
    PROVEN,
    Rule,
)
from governance.scrubbing.recognisers.schemes import BARE, SCHEMES, Bare, Scheme
from governance.scrubbing.results import Match

ENTITY = "GOVERNMENT_ID"
_BARE = re.compile(
    rf"{NOT_WITHIN}(?<![0-9][.,-])[0-9]{{9,13}}{NOT_BEFORE}(?![-.][0-9])"
)
_BY_SIZE = {size: [b for b in BARE if b.size == size] for size in range(9, 14)}
_PAPERS = (
    r"passport|reisepass|passeport|pasaporte|passaporto|paspoort|passaporte|paszport|passnummer|identity card|id card|personalausweis|ausweis"
    r"|carte d'identité|carta d'identità|identiteitskaart|driver'?s?'? licen[cs]e|driving licen[cs]e|licen[cs]e number|führerschein"
    r"|permis de conduire|carnet de conducir|permiso de conducir|patente di guida|rijbewijs|carta de condução|prawo jazdy|körkort"
    # "dl" alone is a decilitre, and "nie" a never.
    r"|dl ?(?:#|no\.?|num(?:ber)?|:)|dln|dni|nif"
)
_LINK = (
    r"(?:[ -]?(?i:numbers?|nummer|numero|número|numéro|num|no|nr|id|is|ist|est|es|è|lautet)(?![A-Za-z])[.:#]{0,2}"
    r"|[ ]?(?:[:#=]|n[°º])){0,4}"
)
_PAPER = re.compile(
    rf"{NOT_AFTER}(?i:{_PAPERS}){_LINK}[ ]{{0,2}}(?P<value>[A-Za-z]{{0,5}}[ -]?[0-9][0-9A-Za-z]{{4,17}}"
    rf"|[0-9]{{2,4}}(?:[ ][0-9]{{2,4}}){{2,4}}){NOT_BEFORE}(?![-.][0-9])"
)


def _find(scheme: Scheme, form: re.Pattern[str], text: str) -> Iterator[Match]:
    for match in form.finditer(text):
        if scheme.is_valid(match.group()):
            yield Match(ENTITY, *match.span(), scheme.score)


def _form(scheme: Scheme) -> re.Pattern[str]:
    return re.compile(
        rf"(?={scheme.begins}){NOT_WITHIN}(?<![0-9][.,-])(?:{scheme.form}){NOT_BEFORE}(?![-.][0-9])"
    )


def find_bare(text: str) -> Iterator[Match]:
    for match in _BARE.finditer(text):
        schemes = _BY_SIZE[len(match.group())]
        if any(_is_told(text, match, scheme) for scheme in schemes):
            yield Match(ENTITY, *match.span(), LIKELY)


def _is_told(text: str, match: re.Match[str], scheme: Bare) -> bool:
    is_valid = scheme.is_valid(match.group())
    return is_valid and supported(text, *match.span(), scheme.cues)


def find_papers(text: str) -> Iterator[Match]:
    """ "passport no. C01X00T47"; at least five of its signs are digits."""
    for match in _PAPER.finditer(text):
        if len(re.findall(r"[0-9]", match["value"])) >= _FEWEST_DIGITS:
            yield Match(ENTITY, *match.span("value"), PROVEN)


_FEWEST_DIGITS = 4


def find_shaped(
    schemes: list[tuple[Scheme, re.Pattern[str]]], text: str
) -> Iterator[Match]:
    for scheme, form in schemes:
        for found in _find(scheme, form, text):
            if scheme.score > POSSIBLE or supported(
                text, found.start, found.end, scheme.cues
            ):
                yield Match(ENTITY, found.start, found.end, max(found.score, LIKELY))


_SHAPED = [(scheme, _form(scheme)) for scheme in SCHEMES]

RULES = (
    Rule("government ids", (ENTITY,), partial(find_shaped, _SHAPED)),
    Rule("government ids of digits alone", (ENTITY,), find_bare),
    Rule("passports and licences", (ENTITY,), find_papers),
)
