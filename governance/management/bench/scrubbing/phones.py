"""Telephone numbers of many countries by their numbering plans, as people write them."""

import random

import phonenumbers
from phonenumbers import PhoneNumberFormat, PhoneNumberType

REGIONS = (
    "US", "GB", "DE", "FR", "ES", "IT", "NL", "SE", "AT", "CH", "BE", "DK", "NO", "FI",
    "PL", "PT", "IE", "CZ", "GR", "IN", "AU", "NZ", "ZA", "BR", "MX", "JP", "KR", "SG",
)  # fmt: skip
KINDS = (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE)
FORMS = (
    PhoneNumberFormat.INTERNATIONAL,
    PhoneNumberFormat.NATIONAL,
    PhoneNumberFormat.E164,
)
CHANGED = 4
"""Last digits that are drawn afresh."""


def phone(chance: random.Random) -> str:
    """A number that its country could have given out."""
    number = _possible(chance, chance.choice(REGIONS), chance.choice(KINDS))
    written = phonenumbers.format_number(number, chance.choice(FORMS))
    return _by_hand(written, chance)


def _possible(
    chance: random.Random, region: str, kind: int
) -> phonenumbers.PhoneNumber:
    example = phonenumbers.example_number_for_type(region, kind)
    if example is None:
        raise ValueError(f"no example of a number in {region}")
    while True:
        end = chance.randrange(10**CHANGED)
        head = (example.national_number or 0) // 10**CHANGED * 10**CHANGED
        drawn = phonenumbers.PhoneNumber(
            country_code=example.country_code,
            national_number=head + end,
            italian_leading_zero=example.italian_leading_zero,
        )
        if phonenumbers.is_valid_number(drawn):
            return drawn


def _by_hand(written: str, chance: random.Random) -> str:
    """Other separators, 00 for the plus, (0) for the trunk digit."""
    way = chance.randrange(6)
    if way == 0:
        return written.replace(" ", "-")
    if way == 1 and "(" not in written:
        return written.replace(" ", ".")
    if way == 2 and written.startswith("+"):
        return "00" + written[1:]
    if way == 3 and written.startswith(("+49 ", "+44 ")):
        return written[:4] + "(0)" + written[4:]
    return written
