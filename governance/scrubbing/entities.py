"""The closed list of what can be found: each kind's category and plain words.

The category decides what a policy does; the words stand in the placeholder.
"""

import re
from collections.abc import Mapping
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
    DATES = "dates"
    BIRTH_DATES = "birth_dates"
    # Whatever the deployment looks for by recognisers of its own.
    OTHER = "other"


# Hard identifiers may not leave a remnant; the others give way to them.
_SOFT = {Category.NAMES, Category.PLACES, Category.DATES, Category.BIRTH_DATES}
HARD = frozenset(Category) - _SOFT


class Kind(NamedTuple):
    category: Category
    words: str


KINDS: dict[str, Kind] = {
    "API_KEY": Kind(Category.CREDENTIALS, "API key"),
    "ACCESS_TOKEN": Kind(Category.CREDENTIALS, "access token"),
    "PRIVATE_KEY": Kind(Category.CREDENTIALS, "private key"),
    "PASSWORD": Kind(Category.CREDENTIALS, "password"),
    "PIN": Kind(Category.CREDENTIALS, "PIN"),
    "RECOVERY_CODE": Kind(Category.CREDENTIALS, "recovery code"),
    "SEED_PHRASE": Kind(Category.CREDENTIALS, "recovery phrase"),
    "CREDIT_CARD": Kind(Category.PAYMENT, "card number"),
    "CARD_CODE": Kind(Category.PAYMENT, "card code"),
    "IBAN": Kind(Category.PAYMENT, "IBAN"),
    "GOVERNMENT_ID": Kind(Category.GOVERNMENT_ID, "government id"),
    "EMAIL": Kind(Category.CONTACT, "e-mail"),
    "PHONE": Kind(Category.CONTACT, "phone number"),
    "STREET_ADDRESS": Kind(Category.CONTACT, "street address"),
    "IP_ADDRESS": Kind(Category.CONTACT, "IP address"),
    "MAC_ADDRESS": Kind(Category.CONTACT, "device address"),
    "BIRTH_DATE": Kind(Category.BIRTH_DATES, "birth date"),
    "DATE": Kind(Category.DATES, "date"),
    "PERSON": Kind(Category.NAMES, "name"),
    "LOCATION": Kind(Category.PLACES, "place"),
    "ORGANIZATION": Kind(Category.PLACES, "organisation"),
}


def category(entity: str) -> Category:
    return KINDS[entity].category


def is_hard(entity: str) -> bool:
    return category(entity) in HARD


_OURS = frozenset(KINDS)


def add_kinds(custom: Mapping[str, Kind]) -> None:
    """What the deployment looks for itself, in place of what was added before."""
    for entity in KINDS.keys() - _OURS:
        del KINDS[entity]
    KINDS.update(custom)


TOKENS = {"PERSON": "person", "LOCATION": "place", "ORGANIZATION": "organisation"}
"""What stands for a name: ``[person 7qkx]``, the same for the same name."""


def words_for(entity: str) -> str | None:
    """The plain words for a kind; None for one that is not looked for."""
    kind = KINDS.get(entity)
    return kind.words if kind else None


def placeholder(entity: str) -> str:
    return f"[{KINDS[entity].words} removed]"


def token(entity: str, code: str) -> str:
    return f"[{TOKENS[entity]} {code}]"


def any_placeholder() -> re.Pattern[str]:
    """A placeholder or a token, as the gate leaves it."""
    return _any_of(tuple(kind.words for kind in KINDS.values()))


@cache
def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    removed = "|".join(map(re.escape, words))
    named = "|".join(TOKENS.values())
    return re.compile(rf"\[(?:(?:{removed}) removed|(?:{named}) [0-9a-z]{{1,8}})\]")
