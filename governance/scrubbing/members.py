"""A member of JSON: its name tells what the value is, as "phone: …" does in a text."""

import re

from governance.scrubbing.entities import any_placeholder, placeholder
from governance.scrubbing.gate import check, drafted, scrubbed
from governance.scrubbing.policy import BALANCED, Action, Policy, SaidBy
from governance.scrubbing.recognisers.secrets.naming import (
    in_words,
    names_key,
    names_password,
)
from governance.scrubbing.recognisers.talk import is_said_of_one
from governance.scrubbing.replacing import Tokens
from governance.scrubbing.results import Finding, Scrubbed

_ONE_LONG_WORD = re.compile(r"\S{8,}")


def scrub_member(
    name: str,
    value: str,
    *,
    policy: Policy = BALANCED,
    said_by: SaidBy = SaidBy.PERSON,
    tokens: Tokens | None = None,
) -> Scrubbed:
    """The value alone, scrubbed as if the text were "name: value"."""
    check(value)
    words = in_words(name)
    entity = _secret(words, value)
    action = policy.action(entity, said_by=said_by) if entity else Action.KEEP
    if entity and action is not Action.KEEP:
        return scrubbed(placeholder(entity), [Finding(entity, action, 0, len(value))])
    head = f"{words}: " if words else ""
    [draft] = drafted([head + value], policy, said_by=said_by, tokens=tokens)
    return draft.result(behind=len(head))


def _secret(words: str, value: str) -> str | None:
    """A member of such a name holds nothing else, so the whole of it goes: a password
    may have spaces, and a key need have no digit."""
    if not value.strip() or any_placeholder().search(value):
        return None
    if names_password(words) and not is_said_of_one(value):
        return "PASSWORD"
    if names_key(words) and _ONE_LONG_WORD.fullmatch(value):
        return "API_KEY"
    return None
