"""The scrub gate as the verbs use it: whose policy, whose words, and what is refused."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from governance import scrubbing
from governance.access import Caller, Pseudonyms, Whose
from governance.models import TEXT_LIMIT, SourceType, Trust


class Unwritable(Exception):
    """Nothing may be stored; ``field`` and ``reason`` say why, never what was sent."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class Gate:
    """The scrub gate for texts about one person that come from one sort of source.

    Of the deployment's, the service's and the person's policy the strictest holds.
    """

    def __init__(
        self,
        caller: Caller,
        whose: Whose,
        *,
        source: str,
        trust: str | None = None,
    ) -> None:
        self._policy = policy_for(caller, whose.scrub_policy)
        self._said_by = _said_by(source, trust)
        self._tokens = Pseudonyms(whose)
        self._special: set[str] = set()

    @property
    def special(self) -> list[str]:
        """The special categories that the texts so far tell of."""
        return sorted(self._special)

    def text(self, text: str) -> tuple[str, list[dict[str, Any]]]:
        """The text as it may be stored, with the findings; raises :class:`Unwritable`."""
        return self.allowed(self._scrub(text))

    def scrub(self, texts: Sequence[str]) -> list[scrubbing.Scrubbed]:
        """Texts as the room scrubs them; each has to pass :meth:`allowed` yet."""
        return scrubbing.scrub_many(
            texts, policy=self._policy, said_by=self._said_by, tokens=self._tokens
        )

    def allowed(self, result: scrubbing.Scrubbed) -> tuple[str, list[dict[str, Any]]]:
        """A scrubbed text and its findings, if it may be stored."""
        self._special.update(result.special)
        if result.blocked or result.empty:
            raise Unwritable("text", "nothing_left_worth_storing")
        if len(result.text) > TEXT_LIMIT:
            raise Unwritable("text", "too_long")
        return result.text, [_as_json(finding) for finding in result.findings]

    def json(self, value: Any, name: str = "") -> Any:
        """The same JSON with every string scrubbed, names of members included; a value
        is read in the light of its name, since ``{"pin": 4711}`` says what it is."""
        if isinstance(value, Mapping):
            return self._members(value)
        if isinstance(value, list):
            return [self.json(each, name) for each in value]
        if isinstance(value, str):
            return self._member(name, value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            plain = repr(value)
            clean = self._member(name, plain)
            return value if clean == plain else clean
        return value

    def earlier(self, text: str) -> str | None:
        """An earlier version's text; None for one that may not be stored, which then
        counts as redacted."""
        [result] = self.scrub([text])
        if result.blocked or result.empty or len(result.text) > TEXT_LIMIT:
            return None
        return self._part(result)

    def _members(self, value: Mapping[str, Any]) -> dict[str, Any]:
        clean: dict[str, Any] = {}
        for name, each in value.items():
            # Two names may lose what told them apart; neither value may be lost.
            free = unique(self._part(self._scrub(name)), clean)
            clean[free] = self.json(each, name)
        return clean

    def _member(self, name: str, value: str) -> str:
        return self._part(
            scrubbing.scrub_member(
                name,
                value,
                policy=self._policy,
                said_by=self._said_by,
                tokens=self._tokens,
            )
        )

    def _part(self, result: scrubbing.Scrubbed) -> str:
        self._special.update(result.special)
        if result.blocked:
            raise Unwritable("metadata", "nothing_left_worth_storing")
        return result.text

    def _scrub(self, text: str) -> scrubbing.Scrubbed:
        return self.scrub([text])[0]


def policy_for(caller: Caller, of_person: str) -> scrubbing.Policy:
    """What leaves out most of what the deployment, the service and the person want."""
    return scrubbing.strictest(settings.SCRUB_POLICY, caller.scrub_policy, of_person)


def _said_by(source: str, trust: str | None) -> scrubbing.SaidBy:
    if trust == Trust.UNTRUSTED:
        return scrubbing.SaidBy.UNTRUSTED
    if source in {SourceType.USER_MESSAGE, SourceType.USER_EDIT}:
        return scrubbing.SaidBy.PERSON
    return scrubbing.SaidBy.OTHERS


def _as_json(finding: scrubbing.Finding) -> dict[str, Any]:
    return {
        "entity": finding.entity,
        "action": finding.action,
        "start": finding.start,
        "end": finding.end,
    }


def unique(name: str, taken: Mapping[str, Any]) -> str:
    """The name, or the name with the first free number behind it."""
    candidates = (f"{name} ({number})" for number in itertools.count(2))
    return name if name not in taken else next(c for c in candidates if c not in taken)
