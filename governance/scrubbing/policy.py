"""Which category is kept, redacted or blocks the write, by policy.

A memory that forgets that the daughter is called Anna is of no use, so `balanced` keeps
names and places; no policy keeps a credential or a card number.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from governance.scrubbing.entities import KINDS, Category


class Action(StrEnum):
    KEEP = "keep"
    REDACT = "redact"
    BLOCK = "block"


@dataclass(frozen=True)
class Policy:
    """Actions by category; `others` says what differs in texts not by the person."""

    name: str
    actions: Mapping[Category, Action]
    others: Mapping[Category, Action]

    def action(self, entity: str, *, from_person: bool) -> Action:
        category = KINDS[entity].category
        if not from_person and category in self.others:
            return self.others[category]
        return self.actions[category]

    def acted_on(self, *, from_person: bool) -> frozenset[str]:
        """The entities worth looking for: those this policy would not just keep."""
        return frozenset(
            entity
            for entity in KINDS
            if self.action(entity, from_person=from_person) is not Action.KEEP
        )


_EVERYTHING = dict.fromkeys(Category, Action.REDACT)
_NAMES_KEPT = {Category.NAMES: Action.KEEP, Category.PLACES: Action.KEEP}

BALANCED = Policy("balanced", _EVERYTHING | _NAMES_KEPT, {})
STRICT = Policy(
    "strict",
    _EVERYTHING | {Category.CREDENTIALS: Action.BLOCK, Category.PAYMENT: Action.BLOCK},
    {},
)
LIGHT = Policy(
    "light",
    _EVERYTHING | _NAMES_KEPT | {Category.CONTACT: Action.KEEP},
    {Category.CONTACT: Action.REDACT},
)

_BY_NAME = {policy.name: policy for policy in (BALANCED, STRICT, LIGHT)}
POLICIES = sorted(_BY_NAME)


def policy_named(name: str) -> Policy:
    try:
        return _BY_NAME[name]
    except KeyError:
        known = ", ".join(sorted(_BY_NAME))
        raise ValueError(f"no scrubbing policy of that name; choose {known}") from None
