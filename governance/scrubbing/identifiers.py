"""Is a name that a service chose for something a hard identifier of a person?"""

from governance.scrubbing.entities import is_hard
from governance.scrubbing.gate import LONGEST
from governance.scrubbing.normalise import views
from governance.scrubbing.overlaps import resolve
from governance.scrubbing.recognisers import RULES
from governance.scrubbing.recognisers.rule import CERTAIN
from governance.scrubbing.results import Match, ScrubFailed
from governance.scrubbing.shields import unshielded


def hard_identifier(text: str) -> str | None:
    """The kind of it, else None. Only the rules: fast, and no model is needed."""
    if len(text) > LONGEST:
        raise ScrubFailed("the identifier is too long")
    found: list[Match] | None
    try:
        found = [match for view in views(text) for match in _certain(view.text)]
    except Exception:  # noqa: BLE001 # its message may repeat the text
        found = None
    if found is None:
        raise ScrubFailed("the identifier could not be checked") from None
    surest = max(found, key=lambda m: (m.score, m.end - m.start), default=None)
    return surest.entity if surest else None


def _certain(text: str) -> list[Match]:
    found = [match for rule in RULES for match in rule.find(text)]
    certain = [
        match for match in found if match.score >= CERTAIN and is_hard(match.entity)
    ]
    return resolve(text, unshielded(text, certain))
