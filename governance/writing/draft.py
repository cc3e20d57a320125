"""What a service asks to be remembered, before and after the scrub gate."""

import itertools
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from governance import scrubbing
from governance.models import TEXT_LIMIT, Kind, Sensitivity, SourceType, Trust


class Unwritable(Exception):
    """Nothing may be stored; ``field`` and ``reason`` say why, never what was sent."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


@dataclass(frozen=True)
class SourceDraft:
    """Where a text is said to come from."""

    type: SourceType
    said_at: datetime
    trust: Trust | None = None
    ref: str = ""
    conversation: str = ""
    url: str = ""


@dataclass(frozen=True)
class Draft:
    """A memory as it is handed in, or (from :func:`scrubbed`) as it may be stored."""

    text: str
    source: SourceDraft
    kind: Kind = Kind.FACT
    key: str = ""
    space: str = ""
    importance: int = 5
    sensitivity: Sensitivity = Sensitivity.NORMAL
    derived_from: Sequence[uuid.UUID] = ()
    expires_at: datetime | None = None
    pinned: bool = False
    inferred: bool = False
    metadata: Mapping[str, Any] = field(default_factory=dict)
    findings: Sequence[dict[str, Any]] = ()


def scrubbed(draft: Draft, *, policy: str) -> Draft:
    """The draft with every free text scrubbed; raises :class:`Unwritable`.

    A service's own names for things are never rewritten, since it must find them
    again: a hard identifier in one refuses the write.
    """
    _refuse_hard_identifiers(draft)
    gate = Gate(policy, draft.source.type)
    text, findings = gate.text(draft.text)
    return replace(
        draft, text=text, findings=findings, metadata=gate.json(draft.metadata)
    )


class Gate:
    """The scrub gate with the service's policy, for texts of one type of source."""

    def __init__(self, policy: str, source: str) -> None:
        self._policy = scrubbing.policy_named(policy)
        self._from_person = source in {SourceType.USER_MESSAGE, SourceType.USER_EDIT}

    def text(self, text: str) -> tuple[str, list[dict[str, Any]]]:
        """The text as it may be stored, with the findings; raises :class:`Unwritable`."""
        result = self._scrub(text)
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

    def _members(self, value: Mapping[str, Any]) -> dict[str, Any]:
        clean: dict[str, Any] = {}
        for name, each in value.items():
            # Two names may lose what told them apart; neither value may be lost.
            free = unique(self._allowed(self._scrub(name)), clean)
            clean[free] = self.json(each, name)
        return clean

    def _member(self, name: str, value: str) -> str:
        return self._allowed(
            scrubbing.scrub_member(
                name, value, policy=self._policy, from_person=self._from_person
            )
        )

    def _allowed(self, result: scrubbing.Scrubbed) -> str:
        if result.blocked:
            raise Unwritable("metadata", "nothing_left_worth_storing")
        return result.text

    def _scrub(self, text: str) -> scrubbing.Scrubbed:
        return scrubbing.scrub(text, policy=self._policy, from_person=self._from_person)


def _refuse_hard_identifiers(draft: Draft) -> None:
    names = {
        "key": draft.key,
        "space": draft.space,
        "source.ref": draft.source.ref,
        "source.conversation": draft.source.conversation,
        "source.url": draft.source.url,
    }
    for field_name, value in names.items():
        if value and scrubbing.hard_identifier(value):
            raise Unwritable(field_name, "hard_identifier")


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
