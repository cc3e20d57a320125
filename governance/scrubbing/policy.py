"""Which category is kept, redacted or blocks the write, by policy and by who said it.

A memory that forgets that the daughter is called Anna is of no use, so `balanced` keeps
names and places; no policy keeps a credential or a card number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from governance.scrubbing.entities import KINDS, Category


class Action(StrEnum):
    """What becomes of a stretch. A token is equal for equal values of one person; what
    is generalised says less exactly the same thing."""

    KEEP = "keep"
    REDACT = "redact"
    BLOCK = "block"
    TOKEN = "token"  # noqa: S105 # the action, not a secret
    GENERALISE = "generalise"


class SaidBy(StrEnum):
    """Whose words a text is: the person's own, somebody's, or untrusted content."""

    PERSON = "person"
    OTHERS = "others"
    UNTRUSTED = "untrusted"


Actions = Mapping[Category, Action]


@dataclass(frozen=True)
class Policy:
    """Actions by category; `others` says what differs in texts not by the person, and
    `untrusted` what differs further in content that nobody vouches for."""

    name: str
    actions: Actions
    others: Actions = field(default_factory=dict)
    untrusted: Actions = field(default_factory=dict)
    # A first name alone tells a stranger little, and is what a memory turns on.
    full_names_only: bool = False

    def action(self, entity: str, *, said_by: SaidBy) -> Action:
        category = KINDS[entity].category
        if said_by is SaidBy.UNTRUSTED and category in self.untrusted:
            return self.untrusted[category]
        if said_by is not SaidBy.PERSON and category in self.others:
            return self.others[category]
        return self.actions[category]

    def acted_on(self, *, said_by: SaidBy) -> frozenset[str]:
        """The entities worth looking for: those this policy would not just keep."""
        return frozenset(
            entity
            for entity in KINDS
            if self.action(entity, said_by=said_by) is not Action.KEEP
        )


_HARD = dict.fromkeys(
    [
        Category.CREDENTIALS,
        Category.PAYMENT,
        Category.GOVERNMENT_ID,
        Category.CONTACT,
        Category.OTHER,
    ],
    Action.REDACT,
)
_KEPT = dict.fromkeys([Category.NAMES, Category.PLACES, Category.DATES], Action.KEEP)
_BLOCKED = dict.fromkeys([Category.CREDENTIALS, Category.PAYMENT], Action.BLOCK)

BALANCED = Policy(
    "balanced",
    {**_HARD, **_KEPT, Category.BIRTH_DATES: Action.GENERALISE},
    untrusted={Category.NAMES: Action.TOKEN},
    full_names_only=True,
)
STRICT = Policy(
    "strict",
    {
        **_HARD,
        **_BLOCKED,
        Category.NAMES: Action.TOKEN,
        Category.PLACES: Action.TOKEN,
        Category.DATES: Action.GENERALISE,
        Category.BIRTH_DATES: Action.GENERALISE,
    },
)
LIGHT = Policy(
    "light",
    {
        **_HARD,
        **_KEPT,
        Category.BIRTH_DATES: Action.KEEP,
        Category.CONTACT: Action.KEEP,
    },
    others={Category.CONTACT: Action.REDACT},
)

# From the one that leaves out least to the one that leaves out most.
_FROM_LIGHT_TO_STRICT = (LIGHT, BALANCED, STRICT)
_BY_NAME = {policy.name: policy for policy in _FROM_LIGHT_TO_STRICT}
POLICIES = sorted(_BY_NAME)


def policy_named(name: str) -> Policy:
    try:
        return _BY_NAME[name]
    except KeyError:
        known = ", ".join(sorted(_BY_NAME))
        raise ValueError(f"no scrubbing policy of that name; choose {known}") from None


def strictest(*names: str) -> Policy:
    """Of several policies the one that leaves out most; an empty name says nothing."""
    said = [policy_named(name) for name in names if name]
    return max(said, key=_FROM_LIGHT_TO_STRICT.index, default=BALANCED)
