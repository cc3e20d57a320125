"""The closed list of what can be found: each kind's category and plain words.

The category decides what a policy does; the words stand in the placeholder.
"""

import re
from enum import StrEnum
from functools import cache
from typing import NamedTuple


class Category(StrEnum):
    CREDENTIALS = "credentials"
    PAYMENT = "payment"
    GOVERNMENT_ID = "government_id"
    CONTACT = "contact"
    NAMES = "names"
    PLACES = "places"


# Hard identifiers may not leave a remnant; names and places give way to them.
HARD = frozenset(Category) - {Category.NAMES, Category.PLACES}


class Kind(NamedTuple):
    category: Category
    words: str


KINDS: dict[str, Kind] = {
    "API_KEY": Kind(Category.CREDENTIALS, "API key"),
    "ACCESS_TOKEN": Kind(Category.CREDENTIALS, "access token"),
    "PRIVATE_KEY": Kind(Category.CREDENTIALS, "private key"),
    "PASSWORD": Kind(Category.CREDENTIALS, "password"),
    "PIN": Kind(Category.CREDENTIALS, "PIN"),
    "CREDIT_CARD": Kind(Category.PAYMENT, "card number"),
    "CARD_CODE": Kind(Category.PAYMENT, "card code"),
    "IBAN": Kind(Category.PAYMENT, "IBAN"),
    "GOVERNMENT_ID": Kind(Category.GOVERNMENT_ID, "government id"),
    "EMAIL": Kind(Category.CONTACT, "e-mail"),
    "PHONE": Kind(Category.CONTACT, "phone number"),
    "STREET_ADDRESS": Kind(Category.CONTACT, "street address"),
    "IP_ADDRESS": Kind(Category.CONTACT, "IP address"),
    "MAC_ADDRESS": Kind(Category.CONTACT, "device address"),
    "PERSON": Kind(Category.NAMES, "name"),
    "LOCATION": Kind(Category.PLACES, "place"),
    "ORGANIZATION": Kind(Category.PLACES, "organisation"),
}


def category(entity: str) -> Category:
    return KINDS[entity].category


def is_hard(entity: str) -> bool:
    return category(entity) in HARD


def placeholder(entity: str) -> str:
    return f"[{KINDS[entity].words} removed]"


@cache
def any_placeholder() -> re.Pattern[str]:
    words = "|".join(re.escape(kind.words) for kind in KINDS.values())
    return re.compile(rf"\[(?:{words}) removed\]")
