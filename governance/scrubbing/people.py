"""Where texts name somebody, and nothing else of them: for whoever has to see to it that a
copy of one person's texts tells nothing of others."""

from collections.abc import Sequence

from governance.scrubbing.entities import Category
from governance.scrubbing.gate import scrub_many
from governance.scrubbing.policy import Action, Policy, SaidBy

Span = tuple[int, int]

NAMES = Policy(
    "names",
    {**dict.fromkeys(Category, Action.KEEP), Category.NAMES: Action.TOKEN},
)


def names_in(texts: Sequence[str]) -> list[list[Span]]:
    """For each text the stretches that name a person, in code points and in order;
    first names too. What stands for a name already, ``[person 7qkx]``, is none. Raises
    ``ScrubFailed``."""
    found = scrub_many(texts, policy=NAMES, said_by=SaidBy.OTHERS)
    return [
        sorted({(each.start, each.end) for each in result.findings}) for result in found
    ]
