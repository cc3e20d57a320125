"""What stands in the place of what was found."""

from collections import defaultdict
from collections.abc import Callable

from governance.scrubbing.dates import generalised
from governance.scrubbing.entities import TOKENS, placeholder, token
from governance.scrubbing.normalise import normalised
from governance.scrubbing.policy import Action, Policy
from governance.scrubbing.recognisers.people.forms import without_titles
from governance.scrubbing.results import Match

Tokens = Callable[[str, str], str]
"""(entity, normalised value) → the code that stands for it, of letters and digits."""


def numbered() -> Tokens:
    """Codes 1, 2, 3 for each kind, in the order of appearance: equal names of one text
    are equal."""
    seen: defaultdict[str, dict[str, str]] = defaultdict(dict)
    return lambda entity, name: seen[entity].setdefault(
        name, str(len(seen[entity]) + 1)
    )


def worth_it(match: Match, text: str, policy: Policy) -> bool:
    """Whether the policy means this match: some leave a first name alone."""
    if match.entity != "PERSON" or not policy.full_names_only:
        return True
    return len(text[match.start : match.end].split()) > 1


def replacement(entity: str, value: str, action: Action, tokens: Tokens) -> str:
    if action is Action.TOKEN and entity in TOKENS:
        return token(entity, tokens(entity, _plain(value)))
    if action is Action.GENERALISE:
        return generalised(entity, value) or placeholder(entity)
    return placeholder(entity)


def _plain(name: str) -> str:
    """ "Anna's" is Anna, and so is "Dr. Anna"."""
    plain = normalised(without_titles(name))
    return plain.removesuffix("'s").removesuffix("’s")
