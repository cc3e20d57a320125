"""Our rules: linear in the text, and sure of themselves by check digits.

A rule is one small object with the entities it can find and `find(text)`. It reads the
normalised text; a score below `CERTAIN` waits for a word nearby that supports it.
"""

from governance.scrubbing.recognisers import (
    accounts,
    addresses,
    cards,
    identity,
    phones,
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
)
