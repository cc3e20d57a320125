"""Is a name that a service chose for something a hard identifier of a person?"""

from dataclasses import replace

from governance.scrubbing.entities import is_hard
from governance.scrubbing.gate import LONGEST
from governance.scrubbing.nearby import supported
from governance.scrubbing.normalise import views
from governance.scrubbing.overlaps import resolve
from governance.scrubbing.recognisers import rules
from governance.scrubbing.recognisers.rule import CERTAIN, SUPPORT, Rule
from governance.scrubbing.results import Match, ScrubFailed
from governance.scrubbing.shields import unshielded


def hard_identifier(text: str) -> str | None:
    """The kind of it, else None. Rules and words nearby: fast, and no model is needed."""
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
    found = [_in_context(text, rule, m) for rule in rules() for m in rule.find(text)]
    certain = [
        match for match in found if match.score >= CERTAIN and is_hard(match.entity)
    ]
    return resolve(text, unshielded(text, certain))


def _in_context(text: str, rule: Rule, match: Match) -> Match:
    """As the gate does: "phone:15112345678" is a phone number, the digits alone none."""
    if match.score >= CERTAIN or not rule.cues:
        return match
    if not supported(text, match.start, match.end, rule.cues):
        return match
    return replace(match, score=match.score + SUPPORT)
