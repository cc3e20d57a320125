"""What a service asks to be remembered, before and after the scrub gate."""

import itertools
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from governance import scrubbing
from governance.access import Caller
from governance.models import (
    TEXT_LIMIT,
    Kind,
    MemoryState,
    Sensitivity,
    SourceType,
    Trust,
)
from governance.writing.trust import trust_of


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
class Earlier:
    """What an imported memory said before; a redacted version has no text."""

    text: str | None
    said_at: datetime


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
    special: Sequence[str] = ()
    # What only an import says: the names that the memory has here and in its document,
    # the first of which its row takes, more sources that said the same, its earlier
    # versions, the oldest first, and the state it had.
    names: Sequence[uuid.UUID] = ()
    also_from: Sequence[SourceDraft] = ()
    earlier: Sequence[Earlier] = ()
    was: MemoryState = MemoryState.ACTIVE

    @property
    def trust(self) -> Trust:
        """How far it is trusted, once it went through :func:`scrubbed`."""
        if self.source.trust is None:
            raise ValueError("The draft did not go through the gate.")
        return self.source.trust


def scrubbed(draft: Draft, caller: Caller) -> Draft:
    """The draft with every free text scrubbed, the special categories that it tells of
    and how far its source is trusted; raises :class:`Unwritable` or ``ScrubFailed``.

    A service's own names for things are never rewritten, since it must find them
    again: a hard identifier in one refuses the write.
    """
    gate = Gate(caller.scrub_policy, draft.source.type)
    return _scrubbed(draft, caller, gate, gate.scrub([draft.text])[0])


def scrubbed_many(
    drafts: Sequence[Draft], caller: Caller
) -> list[Draft | Unwritable | scrubbing.ScrubFailed]:
    """The same for many, the model reading them in batches; gives for each draft what
    it became, or why nothing of it may be stored."""
    found: list[Draft | Unwritable | scrubbing.ScrubFailed] = []
    for source_type, group in groupby(drafts, key=lambda each: each.source.type):
        found += _group(list(group), caller, source_type)
    return found


def _group(
    drafts: list[Draft], caller: Caller, source_type: SourceType
) -> list[Draft | Unwritable | scrubbing.ScrubFailed]:
    gate = Gate(caller.scrub_policy, source_type)
    try:
        results = gate.scrub([draft.text for draft in drafts])
    except scrubbing.ScrubFailed as failed:
        if len(drafts) == 1:
            return [failed]
        # One that cannot be checked must not take the others along.
        return [
            each for draft in drafts for each in _group([draft], caller, source_type)
        ]
    return [
        _scrubbed_or_refusal(draft, caller, result)
        for draft, result in zip(drafts, results, strict=True)
    ]


def _scrubbed_or_refusal(
    draft: Draft, caller: Caller, result: scrubbing.Scrubbed
) -> Draft | Unwritable | scrubbing.ScrubFailed:
    gate = Gate(caller.scrub_policy, draft.source.type)
    try:
        return _scrubbed(draft, caller, gate, result)
    except (Unwritable, scrubbing.ScrubFailed) as refusal:
        return refusal


def _scrubbed(
    draft: Draft, caller: Caller, gate: "Gate", result: scrubbing.Scrubbed
) -> Draft:
    _refuse_hard_identifiers(draft)
    text, findings = gate.allowed(result)
    metadata = gate.json(draft.metadata)
    earlier = [gate.earlier(each) for each in draft.earlier]
    return replace(
        draft,
        text=text,
        findings=findings,
        metadata=metadata,
        earlier=earlier,
        special=gate.special,
        sensitivity=Sensitivity.SENSITIVE if gate.special else draft.sensitivity,
        source=_judged(draft.source, caller),
        also_from=[_judged(each, caller) for each in draft.also_from],
    )


def _judged(source: SourceDraft, caller: Caller) -> SourceDraft:
    trust = trust_of(
        source.type, source.trust, ref=source.ref, trusted_tools=caller.trusted_tools
    )
    return replace(source, trust=trust)


class Gate:
    """The scrub gate with the service's policy, for texts of one type of source."""

    def __init__(self, policy: str, source: str) -> None:
        self._policy = scrubbing.policy_named(policy)
        self._from_person = source in {SourceType.USER_MESSAGE, SourceType.USER_EDIT}
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
            texts, policy=self._policy, from_person=self._from_person
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

    def earlier(self, version: Earlier) -> Earlier:
        """An earlier version; one that may not be stored counts as redacted."""
        if version.text is None:
            return version
        [result] = self.scrub([version.text])
        if result.blocked or result.empty or len(result.text) > TEXT_LIMIT:
            return replace(version, text=None)
        return replace(version, text=self._part(result))

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
                name, value, policy=self._policy, from_person=self._from_person
            )
        )

    def _part(self, result: scrubbing.Scrubbed) -> str:
        self._special.update(result.special)
        if result.blocked:
            raise Unwritable("metadata", "nothing_left_worth_storing")
        return result.text

    def _scrub(self, text: str) -> scrubbing.Scrubbed:
        return self.scrub([text])[0]


def _refuse_hard_identifiers(draft: Draft) -> None:
    names = [("key", draft.key), ("space", draft.space)]
    for source in (draft.source, *draft.also_from):
        names += [
            ("source.ref", source.ref),
            ("source.conversation", source.conversation),
            ("source.url", source.url),
        ]
    for field_name, value in names:
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
