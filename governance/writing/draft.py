"""What a service asks to be remembered, before and after the scrub gate."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from governance import scrubbing
from governance.access import Caller, Whose
from governance.models import (
    Kind,
    MemoryState,
    Sensitivity,
    SourceType,
    Trust,
)
from governance.writing.gate import Gate, Unwritable
from governance.writing.trust import trust_of


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


def scrubbed(draft: Draft, caller: Caller, whose: Whose) -> Draft:
    """The draft with every free text scrubbed, the special categories that it tells of
    and how far its source is trusted; raises :class:`Unwritable` or ``ScrubFailed``.

    A service's own names for things are never rewritten, since it must find them
    again: a hard identifier in one refuses the write.
    """
    draft = _judged(draft, caller)
    gate = gate_for(draft.source, caller, whose)
    return _scrubbed(draft, gate, gate.scrub([draft.text])[0])


def scrubbed_many(
    drafts: Sequence[Draft], caller: Caller, whose: Whose
) -> list[Draft | Unwritable | scrubbing.ScrubFailed]:
    """The same for many, the model reading them in batches; gives for each draft what
    it became, or why nothing of it may be stored."""
    found: list[Draft | Unwritable | scrubbing.ScrubFailed] = []
    judged = [_judged(draft, caller) for draft in drafts]
    for _, group in groupby(judged, key=lambda each: (each.source.type, each.trust)):
        found += _group(list(group), caller, whose)
    return found


def _group(
    drafts: list[Draft], caller: Caller, whose: Whose
) -> list[Draft | Unwritable | scrubbing.ScrubFailed]:
    gate = gate_for(drafts[0].source, caller, whose)
    try:
        results = gate.scrub([draft.text for draft in drafts])
    except scrubbing.ScrubFailed as failed:
        if len(drafts) == 1:
            return [failed]
        # One that cannot be checked must not take the others along.
        return [each for draft in drafts for each in _group([draft], caller, whose)]
    return [
        _scrubbed_or_refusal(draft, gate_for(draft.source, caller, whose), result)
        for draft, result in zip(drafts, results, strict=True)
    ]


def _scrubbed_or_refusal(
    draft: Draft, gate: Gate, result: scrubbing.Scrubbed
) -> Draft | Unwritable | scrubbing.ScrubFailed:
    try:
        return _scrubbed(draft, gate, result)
    except (Unwritable, scrubbing.ScrubFailed) as refusal:
        return refusal


def _scrubbed(draft: Draft, gate: Gate, result: scrubbing.Scrubbed) -> Draft:
    _refuse_hard_identifiers(draft)
    text, findings = gate.allowed(result)
    metadata = gate.json(draft.metadata)
    earlier = [
        replace(each, text=gate.earlier(each.text)) if each.text is not None else each
        for each in draft.earlier
    ]
    return replace(
        draft,
        text=text,
        findings=findings,
        metadata=metadata,
        earlier=earlier,
        special=gate.special,
        sensitivity=Sensitivity.SENSITIVE if gate.special else draft.sensitivity,
    )


def _judged(draft: Draft, caller: Caller) -> Draft:
    return replace(
        draft,
        source=_trusted(draft.source, caller),
        also_from=[_trusted(each, caller) for each in draft.also_from],
    )


def _trusted(source: SourceDraft, caller: Caller) -> SourceDraft:
    trust = trust_of(
        source.type, source.trust, ref=source.ref, trusted_tools=caller.trusted_tools
    )
    return replace(source, trust=trust)


def gate_for(source: SourceDraft, caller: Caller, whose: Whose) -> Gate:
    """The gate for texts of such a source, once its trust is judged."""
    return Gate(caller, whose, source=source.type, trust=source.trust)


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
