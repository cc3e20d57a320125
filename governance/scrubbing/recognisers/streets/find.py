"""Street addresses: streets with the number of a house, and what belongs to them."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import LIKELY, POSSIBLE, Rule
from governance.scrubbing.recognisers.streets.boxes import (
    AHEAD_OF_STREET,
    BOXES,
    EAST_ASIAN,
    LOOK_AHEAD,
)
from governance.scrubbing.recognisers.streets.forms import Street, nameless, streets_at
from governance.scrubbing.recognisers.streets.tail import Proof, Tail, is_door, tail
from governance.scrubbing.recognisers.streets.text import Text
from governance.scrubbing.recognisers.streets.words import (
    AT,
    NO_HOUSE_BEHIND,
    OTHER_WORDS,
    PARTICLES,
    UNITS,
)
from governance.scrubbing.results import Match

ENTITY = "STREET_ADDRESS"
_CUES = ("address", "adress", "adres", "anschrift", "dirección", "direccion", "indirizzo", "endereço", "morada",
         "live", "living", "located", "location", "wohn", "vivo", "vive", "habite", "abito", "abita", "moro em", "mieszka",
         "bor på", "send", "sent to", "deliver", "ship to", "moved to", "move to", "liefer", "envoy", "office is",
         "offices", "house is", "apartment", "return to", "taxi to", "parcel", "package", "drops you", "zip", "postcode", "postal code", "letter arrived",
         "restaurant is at", "meet me at", "meet you at", "meet at", "flat is", "statement", "new home")  # fmt: skip
# What could be a postcode, to know without a walk that none follows.
_CODE = re.compile(r"(?<![\w])[A-Za-z0-9]{0,3}[- ]?[0-9][0-9A-Za-z]{1,7}")
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_REACH = 160
_LAST_HOUR = 24


def find(text: str) -> Iterator[Match]:
    if text.isascii() and not re.search(r"[0-9]", text):
        return
    for found in EAST_ASIAN.finditer(text):
        yield Match(ENTITY, *found.span(), LIKELY)
    words = Text.read(text)
    yield from _boxes(words)
    yield from _nameless(words)
    codes = [found.start() for found in _CODE.finditer(text)]
    behind = 0
    for at in words.numbers():
        # The number of a flat within the address before is no house.
        match = _best_at(words, at, codes) if words.starts[at] >= behind else None
        if match:
            yield match
            behind = match.end if match.score >= LIKELY else behind


def _boxes(text: Text) -> Iterator[Match]:
    for found in BOXES.finditer(text.whole):
        last = text.word_at(found.end()) - 1
        yield _match(text, text.word_at(found.start()), tail(text, last).last, LIKELY)


def _best_at(text: Text, at: int, codes: list[int]) -> Match | None:
    scored = [_scored(text, at, street) for street in streets_at(text, at)]
    found = max(scored, key=lambda m: (m.score, m.end - m.start), default=None)
    if found and found.score >= LIKELY:
        return found
    return _before_postcode(text, at, codes) or found


def _scored(text: Text, at: int, street: Street) -> Match:
    behind = tail(text, street.last)
    score = LIKELY if _is_likely(text, at, street, behind) else POSSIBLE
    return _match(text, street.first, behind.last, score)


def _is_likely(text: Text, at: int, street: Street, behind: Tail) -> bool:
    if behind.proof >= Proof.WEAK_POSTCODE:
        return True
    if street.first == at and _counts(text, at):
        return False
    if street.is_sure:
        return True
    if behind.proof is Proof.CITY and _is_high(text, at):
        return True
    return street.first == at and (_is_at(text, at) or _is_a_line(text, at, street))


def _counts(text: Text, at: int) -> bool:
    """ "the 3 Oxford Street shops", "in 1969 Abbey Road"."""
    if text.is_joined(at) and text.bare(at - 1) in NO_HOUSE_BEHIND:
        return True
    is_year = _YEAR.fullmatch(text.words[at]) is not None
    return is_year and text.bare(at - 1) not in AT


def _is_at(text: Text, at: int) -> bool:
    """ "at 84 Charles Pass"; "at 6" is rather an hour."""
    before = text.bare(at - 1) if at and text.is_next_part(at) else ""
    return before in AT and (before != "at" or _is_high(text, at))


def _is_high(text: Text, at: int) -> bool:
    """Too high for an hour or for a count of sights."""
    number = re.match(r"[0-9]+", text.words[at])
    return number is not None and int(number.group()) > _LAST_HOUR


def _is_a_line(text: Text, at: int, street: Street) -> bool:
    whole, end = text.whole, text.end_of_name(street.last)
    start = text.spans[at][0]
    begins = not whole[:start].strip() or whole[:start].rstrip(" \t>").endswith("\n")
    return (
        begins
        and "\n" in whole
        and re.match(r"[ \t,]{0,3}(?:\r?\n|\Z)", whole[end : end + 5]) is not None
    )


def _before_postcode(text: Text, at: int, codes: list[int]) -> Match | None:
    """Any name with a number, a few lines or commas before a postcode: no list knows
    all streets, but what stands so is an address."""
    end = text.spans[at][1]
    if text.bare(at - 1) in NO_HOUSE_BEHIND:
        return None
    nearest = bisect_left(codes, end)
    if nearest == len(codes) or codes[nearest] > end + _REACH:
        return None
    found = filter(None, (_proven(text, at, part) for part in _parts_at(text, at)))
    return max(found, key=lambda m: (m.score, m.end - m.start), default=None)


def _proven(text: Text, at: int, part: Street) -> Match | None:
    behind = tail(text, part.last, loose=part.first == at)
    places = text.words[part.last + 1 : behind.last + 1]
    if not any(word.isalpha() and len(word) > 1 for word in places):
        return None
    if behind.proof is Proof.POSTCODE:
        return _match(text, part.first, behind.last, LIKELY)
    if behind.proof is not Proof.WEAK_POSTCODE:
        return None
    if any(_YEAR.fullmatch(word) for word in places):
        return None
    has_line = "\n" in text.whole[text.spans[at][1] : text.spans[behind.last][0]]
    return _match(text, part.first, behind.last, LIKELY if has_line else POSSIBLE)


def _nameless(text: Text) -> Iterator[Match]:
    for at in range(len(text)):
        street = nameless(text, at)
        found = _proven(text, street.last, street) if street else None
        if found and found.score >= LIKELY:
            yield found


def _parts_at(text: Text, at: int) -> Iterator[Street]:
    following = at + 1
    if at and text.is_joined(at) and text.bare(at - 1) in UNITS:
        yield Street(at - 1, at, is_sure=False)
        return
    if text.is_next_part(following) and text.is_capital(following):
        yield Street(at, at, is_sure=False)
    first = _first_of_street(text, at)
    if first < at:
        yield Street(first, at, is_sure=False)


def _first_of_street(text: Text, at: int) -> int:
    first = at
    for place in range(at - 1, max(-1, at - 6), -1):
        is_joined = text.is_joined(place + 1) or (
            place == at - 1 and text.gap(at) == ", "
        )
        if not is_joined or text.ends(place) or text.bare(place) in OTHER_WORDS:
            break
        if text.is_capital(place):
            first = place
        elif text.lower[place] not in PARTICLES:
            break
    return first


def _match(text: Text, first: int, last: int, score: float) -> Match:
    first = _with_flat(text, first)
    start = text.spans[first][0]
    before = AHEAD_OF_STREET.search(text.whole, max(0, start - LOOK_AHEAD), start)
    if before:
        start = before.start()
    end = text.end_of_name(last)
    # The province of an Italian town stands in brackets.
    end += text.whole[end : end + 1] == ")" and "(" in text.whole[start:end]
    return Match(ENTITY, start, end, score)


def _with_flat(text: Text, first: int) -> int:
    """ "Flat 3, 12 Abbey Road"."""
    for _ in range(3):
        if first < 2 or not (text.is_next_part(first) and text.is_joined(first - 1)):
            break
        if text.bare(first - 2) not in UNITS or not is_door(text, first - 1):
            break
        first -= 2
    return first


RULES = (Rule("street addresses", (ENTITY,), find, _CUES),)
