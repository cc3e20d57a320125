"""IBANs, proven by country length and mod 97, and the codes on the back of cards."""

import re
from collections.abc import Iterator
from functools import cache
from string import ascii_uppercase

from stdnum import iban, numdb

from governance.scrubbing.recognisers.rule import (
    NOT_AFTER,
    NOT_BEFORE,
    POSSIBLE,
    PROVEN,
    Rule,
)
from governance.scrubbing.results import Match

# A word may be glued before it ("IBANDE89…"): country, length and sum prove it still.
_HEAD = re.compile(
    rf"{NOT_AFTER}[A-Za-z]{{0,20}}?(?P<country>[A-Za-z]{{2}})[ _.-]{{0,2}}[0-9]{{2}}"
)
_MISTYPED = re.compile(
    rf"{NOT_AFTER}(?P<country>[A-Za-z]{{2}})[ ]?[0-9]{{2}}(?:[0-9A-Za-z]{{11,30}}|(?:[ -][0-9A-Z]{{4}}){{2,7}}(?:[ -][0-9A-Z]{{1,3}})?){NOT_BEFORE}"
)
_GAPS = frozenset(" \t\r\n-_./·•,|:")
_LONGEST_GAP = 4
_CODE = re.compile(
    rf"{NOT_AFTER}(?:cvv2?|cvc2?|cav2|security code|card verification(?: code| number)?"
    r"|kartenprüfnummer|prüfziffer|sicherheitscode|cryptogramme)"
    rf"\W{{0,3}}(?:(?:is|ist|lautet|number|code|no)\W{{0,3}}){{0,2}}(?P<value>[0-9]{{3,4}}){NOT_BEFORE}",
    re.IGNORECASE,
)


@cache
def _lengths() -> dict[str, int]:
    """Country → length of its IBANs, from the register that stdnum carries."""
    register = numdb.get("iban")
    lengths = {}
    for country in (a + b for a in ascii_uppercase for b in ascii_uppercase):
        info = register.info(country)[0][1]
        if "bban" in info:
            sizes = re.findall(r"([0-9]+)!", info["bban"])
            lengths[country] = 4 + sum(map(int, sizes))
    return lengths


def find_ibans(text: str) -> Iterator[Match]:
    for head in _HEAD.finditer(text):
        length = _lengths().get(head["country"].upper())
        if length is None:
            continue
        start = head.start("country")
        if _is_a_word(text, start):
            continue
        number, end = _collect(text, start, length)
        if len(number) == length and iban.is_valid(number, check_country=False):
            yield Match("IBAN", start, end, PROVEN)


def find_mistyped(text: str) -> Iterator[Match]:
    """With a wrong sum or length it is still most of somebody's number, where a word
    says that it is one."""
    for found in _MISTYPED.finditer(text):
        has_country = found["country"].upper() in _lengths()
        if has_country and not _is_a_word(text, found.start()):
            yield Match("IBAN", *found.span(), POSSIBLE)


def _is_a_word(text: str, start: int) -> bool:
    """ "card no 4062…", "it is 12…": in small letters the country stands at its digits."""
    return text[start : start + 2].islower() and not text[start + 2].isdigit()


def _collect(text: str, start: int, length: int) -> tuple[str, int]:
    """The next `length` letters and digits, over at most small gaps."""
    number: list[str] = []
    gap = 0
    for index in range(start, min(len(text), start + length * (1 + _LONGEST_GAP))):
        char = text[index]
        if char.isascii() and char.isalnum():
            number.append(char)
            gap = 0
        else:
            gap += 1
        if len(number) == length:
            return "".join(number), index + 1
        if gap > _LONGEST_GAP or (gap and char not in _GAPS):
            break
    return "", start


def find_codes(text: str) -> Iterator[Match]:
    for match in _CODE.finditer(text):
        yield Match("CARD_CODE", *match.span("value"), PROVEN)


RULES = (
    Rule("ibans", ("IBAN",), find_ibans),
    Rule("mistyped ibans", ("IBAN",), find_mistyped, ("iban",)),
    Rule("card codes", ("CARD_CODE",), find_codes),
)
