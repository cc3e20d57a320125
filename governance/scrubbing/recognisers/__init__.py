"""Our rules: linear in the text, and sure of themselves by check digits.

A rule is one small object with the entities it can find and `find(text)`. It reads the
normalised text; a score below `CERTAIN` waits for a word nearby that supports it.
"""

from governance.scrubbing.recognisers import (
    accounts,
    addresses,
    calendar,
    cards,
    identity,
    people,
    phones,
    pins,
    secrets,
    spoken,
    streets,
)
from governance.scrubbing.recognisers.rule import Rule

RULES: tuple[Rule, ...] = (
    *cards.RULES,
    *accounts.RULES,
    *identity.RULES,
    *addresses.RULES,
    *streets.RULES,
    *phones.RULES,
    *secrets.RULES,
    *spoken.RULES,
    *pins.RULES,
    *calendar.RULES,
    *people.RULES,
)


_custom: tuple[Rule, ...] = ()


def rules() -> tuple[Rule, ...]:
    """Ours, and what the deployment has added."""
    return RULES + _custom


def add_rules(custom: tuple[Rule, ...]) -> None:
    """In place of those added before."""
    global _custom  # noqa: PLW0603 # as the engine: one set for the process
    _custom = custom
