"""What goes with a street: flat and floor, district, postcode, city, state, country."""

import re
from enum import IntEnum
from typing import NamedTuple

from governance.scrubbing.recognisers.streets.text import Text
from governance.scrubbing.recognisers.streets.words import (
    AMERICAN_STATES,
    COUNTRIES,
    OTHER_WORDS,
    PARTICLES,
    SHORT_UNITS,
    UNITS,
)


class Proof(IntEnum):
    """How much what follows says that it is an address."""

    NOTHING = 0
    CITY = 1
    # Four digits may be a year.
    WEAK_POSTCODE = 2
    UNIT = 3
    POSTCODE = 4


class Tail(NamedTuple):
    # The index of the last word.
    last: int
    proof: Proof


_LETTERED = (
    r"(?i:[a-z]{1,2}[0-9][a-z0-9]?[ ]?[0-9][a-z]{2})|[A-Z][0-9][A-Z][ -]?[0-9][A-Z][0-9]"
    r"|[A-Z][0-9][0-9W][ ]?[A-Z0-9]{4}"
)
_DIGITS = (
    r"(?:[A-Z]{1,3}[ -])?(?:[0-9]{5}-[0-9]{3,4}|[0-9]{4}-[0-9]{3}|[0-9]{3}-[0-9]{4}|[0-9]{2}-[0-9]{3}|[0-9]{3}[ ][0-9]{2}|[0-9]{5,8})"
    r"|[A-Z]{1,3}-[0-9]{3,4}|[1-9][0-9]{3}[ ]?[A-Z]{2}"
)
POSTCODE = re.compile(
    rf"(?:(?P<lettered>{_LETTERED})|(?P<digits>{_DIGITS})|(?P<weak>[0-9]{{4}}))(?![A-Za-z0-9]|[.,:/-][0-9])"
)
_STATE = re.compile(r"[A-Z]{2,3}")
_ZIP = re.compile(r"[0-9]{5}(?:-[0-9]{4})?")
_DOOR = re.compile(
    r"(?:[0-9]{1,5}[A-Za-z]{0,2}|[A-Z]{1,2}[0-9]{0,4})\.?(?:[-/][0-9A-Z]{1,4})?"
)
_STOREY = re.compile(r"[0-9]{1,2}(?:o|a|st|nd|rd|th|er|e|ème|de|ste|\.)?")
_SIDE = re.compile(r"(?:[A-K]|izda|izq|dcha|der|dx|sx|esq|dto|drt|fte)\.?")
_SIDES = frozenset(
    {"links", "rechts", "mitte", "left", "right", "izquierda", "derecha"}
)
_NUMBER_SIGN = re.compile(r"[ ,]{0,3}\n?[ ]{0,3}#[ ]?")
_PROVINCE = re.compile(r"[ ]?(?:\([A-Z]{2}\)|/[ ]?[A-Z]{2}(?![\w]))")
_CLAUSE_ENDS = re.compile(
    r"[ ]?(?:[.,;:!?)\"”]|\n|\Z|(?:for|since|in|until|on|with|from|seit|und|depuis|desde|dal)[ ])"
)
ARTICLES = frozenset(
    {"das", "dos", "da", "do", "la", "las", "los", "el", "le", "les", "den", "de"}
)
# "Mumbai-400001"
_INDIAN = re.compile(r"[A-Z][a-z]{1,30}-[0-9]{6}")
_MOST_PARTS, _MOST_WORDS, _MOST_IN_A_PART = 5, 14, 6


def tail(text: Text, last: int, *, loose: bool = False) -> Tail:
    """From the last word of the street; `loose` takes any words for the next part."""
    unit = _units(text, last)
    has_unit = unit > last and len(text.bare(last + 1)) > 2
    found = _postcode(text, unit, loose=loose)
    if found:
        return found
    city = _city(text, unit)
    if has_unit:
        return Tail(city, Proof.UNIT)
    return Tail(city, Proof.CITY if city > unit else Proof.NOTHING)


def _units(text: Text, last: int) -> int:
    for _ in range(4):
        following = _unit(text, last)
        if following == last:
            break
        last = following
        is_side = text.is_joined(last + 1) and text.bare(last + 1) in _SIDES
        last += is_side and not text.ends(last)
    return last


def _unit(text: Text, last: int) -> int:
    at = last + 1
    if at < len(text) and _NUMBER_SIGN.fullmatch(text.gap(at)):
        return at if is_door(text, at) else last
    if not text.is_next_part(at) or text.ends(last):
        return last
    word = text.bare(at)
    if word in UNITS and text.is_joined(at + 1) and is_door(text, at + 1):
        return at + 1
    if not _STOREY.fullmatch(word):
        return last
    return _storey(text, last, at)


def is_door(text: Text, at: int) -> bool:
    return _DOOR.fullmatch(text.words[at]) is not None


def _storey(text: Text, last: int, at: int) -> int:
    """ "2nd Floor", "3º B", "2. OG"; a bare number is none."""
    if not text.is_joined(at + 1):
        return at if re.fullmatch(r"[0-9]{1,2}[oa]", text.words[at]) else last
    if text.bare(at + 1) in UNITS and text.bare(at + 1) not in SHORT_UNITS - {"floor"}:
        return at + 1
    if text.words[at].isdigit():
        return last
    return at + 1 if _SIDE.fullmatch(text.words[at + 1]) else last


def _postcode(text: Text, last: int, *, loose: bool) -> Tail | None:
    """Over some lines or parts that may be a place, up to a postcode and what it is of."""
    parts = in_part = 0
    for at in range(last + 1, min(len(text), last + 1 + _MOST_WORDS)):
        if not text.is_next_part(at) or (at > last + 1 and text.ends(at - 1)):
            return None
        is_new = not text.is_joined(at)
        parts, in_part = parts + is_new, 1 if is_new else in_part + 1
        found = POSTCODE.match(text.whole, text.spans[at][0])
        if found:
            return _from_postcode(text, found, places=at - last - 1)
        if _INDIAN.fullmatch(text.words[at].rstrip(".")):
            return Tail(_country(text, at), Proof.POSTCODE)
        any_word = loose and parts <= 1 and in_part <= 3 and text.words[at].isalpha()
        if parts > _MOST_PARTS or in_part > _MOST_IN_A_PART:
            return None
        if not any_word and not _is_of_a_place(text, at):
            return None
    return None


def _is_of_a_place(text: Text, at: int) -> bool:
    if text.lower[at] in PARTICLES:
        return True
    is_name = text.is_capital(at) and text.bare(at) not in OTHER_WORDS
    is_name = is_name or _STATE.fullmatch(text.words[at]) is not None
    # Between a street and its city a flat may stand, or a box.
    return is_name or (text.words[at].isdigit() and text.bare(at - 1) in UNITS)


def _from_postcode(text: Text, found: re.Match[str], *, places: int) -> Tail | None:
    first = text.word_at(found.start())
    last = text.word_at(found.end()) - 1
    city = last
    if found["lettered"] is None and not _is_american(text, first, found.group()):
        city = _city_behind(text, last, places=places)
    if found["weak"] and city == last and not places:
        return None
    proof = Proof.WEAK_POSTCODE if found["weak"] else Proof.POSTCODE
    return Tail(_country(text, city), proof)


def _is_american(text: Text, at: int, code: str) -> bool:
    """ "IN 68702" ends an address there: what follows is no city."""
    state, number = (text.bare(at - 1), code) if at else ("", code)
    if code[:2].isalpha():
        state, number = code[:2].lower(), code[3:]
    return state in AMERICAN_STATES and _ZIP.fullmatch(number) is not None


def _city_behind(text: Text, last: int, *, places: int) -> int:
    """ "50667 Köln", also on the next line where no place stood before the postcode."""
    at = last + 1
    if (
        not text.is_next_part(at)
        or text.ends(last)
        or (places and not text.is_joined(at))
    ):
        return last
    end = _name(text, at, most=5)
    # "Praha 2", "Dublin 4"
    is_district = text.is_joined(end + 1) and re.fullmatch(
        r"[0-9]{1,2}\.?", text.words[end + 1]
    )
    if is_district and _CLAUSE_ENDS.match(text.whole, text.end_of_name(end + 1)):
        end += 1
    return _with_province(text, end) if end >= at else last


def _name(text: Text, at: int, *, most: int) -> int:
    """The last of the capitalised words from here on, particles between them."""
    end = at - 1
    if text.lower[at] in ARTICLES and text.is_joined(at) and text.is_joined(at + 1):
        at += 1
    for place in range(at, min(len(text), at + most)):
        if place > at and (not text.is_joined(place) or text.ends(place - 1)):
            break
        is_name = text.is_capital(place) and text.bare(place) not in OTHER_WORDS
        if is_name:
            end = place
        elif place == at or text.lower[place] not in PARTICLES:
            break
    return end


def _with_province(text: Text, last: int) -> int:
    found = _PROVINCE.match(text.whole, text.spans[last][1])
    return text.word_at(found.end()) - 1 if found else last


def _country(text: Text, last: int) -> int:
    at = last + 1
    if not text.is_next_part(at) or text.ends(last):
        return last
    for end in range(min(len(text), at + 4), at, -1):
        words = text.whole[text.spans[at][0] : text.spans[end - 1][1]].lower()
        if words in COUNTRIES or words.rstrip(".") in COUNTRIES:
            return end - 1
    return last


def _city(text: Text, last: int) -> int:
    """Without a postcode: behind a comma, and the clause ends with it."""
    for _ in range(3):
        at = last + 1
        if not text.is_next_part(at) or text.ends(last) or "," not in text.gap(at):
            break
        end = _name(text, at, most=4)
        if end < at or not _CLAUSE_ENDS.match(text.whole, text.end_of_name(end)):
            break
        last = _with_province(text, end)
    return _country(text, last)
