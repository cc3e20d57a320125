"""A text that waits for its person's consent: sealed with their key, not embedded, not to
be found, told to nobody else, and gone after 14 days, or sooner if the rule about it
says so (design.md, Special categories)."""

import json
import uuid
from datetime import timedelta
from typing import Any

from django.utils.dateparse import parse_datetime

from governance.access import HELD_USE, Caller, database_now, seal_for, unseal_for
from governance.audit import record
from governance.models import (
    LIVE_STATES,
    LONGEST_PROPOSED_DAYS,
    About,
    Memory,
    MemoryState,
    RetentionRule,
    insert_together,
)
from governance.provenance import edges_of
from governance.writing.draft import Draft
from governance.writing.inherit import inheriting
from governance.writing.known_by import held_hash, held_hashes
from governance.writing.same import imported_before, same_words
from governance.writing.sources import new_ones, sources_of
from governance.writing.stale import refuse_stale
from governance.writing.store import AGAIN, Remembered, refresh

HELD = 202


def hold(draft: Draft, *, person_id: uuid.UUID, caller: Caller) -> Remembered:
    """Keeps a scrubbed draft sealed; call it with the person locked."""
    refuse_stale(person_id, draft)
    before = imported_before(draft, person_id)
    if before:
        return Remembered(before, HELD if before.sealed is not None else AGAIN)
    own_end, draft = draft.expires_at, inheriting(draft, person_id)
    let_in = same_words(draft, person_id, caller)
    if let_in:
        # The person has said yes to these very words.
        return refresh(let_in, draft, caller, own_end=own_end)
    mine = Memory.objects.owned_by(person_id)
    mine.retire_expired()
    waiting = (
        mine.filter(
            service_id=caller.service_id,
            space=draft.space,
            text_hash__in=held_hashes(draft),
            trust=draft.source.trust,
            status__in=LIVE_STATES,
        )
        .select_related("source")
        .first()
    )
    if waiting:
        return Remembered(waiting, HELD)
    memory = _insert(draft, person_id, caller)
    record(
        "memory.held",
        caller.actor,
        service_id=caller.service_id,
        person_id=person_id,
        subjects=[memory.id],
    )
    return Remembered(memory, HELD)


def opened(memory: Memory) -> dict[str, Any]:
    """What a held memory says, as the columns it would have: for its person alone."""
    if memory.sealed is None:
        raise ValueError("The memory is not sealed.")
    words = unseal_for(memory.person_id, HELD_USE, bytes(memory.sealed))
    kept: dict[str, Any] = json.loads(words)
    end = kept["expires_at"]
    return {**kept, "expires_at": parse_datetime(end) if end else None}


def _insert(draft: Draft, person_id: uuid.UUID, caller: Caller) -> Memory:
    hashed = held_hash(draft)
    sources = sources_of([draft.source, *draft.also_from], person_id, caller)
    days = RetentionRule.days_of(About.PROPOSED) or LONGEST_PROPOSED_DAYS
    ends = database_now() + timedelta(days=days)
    memory = Memory(
        **({"id": draft.names[0]} if draft.names else {}),
        person_id=person_id,
        service_id=caller.service_id,
        source=sources[0],
        text="",
        sealed=seal_for(person_id, HELD_USE, _words_of(draft)),
        text_hash=hashed.digest,
        hash_key_id=hashed.key_id,
        kind=draft.kind,
        space=draft.space,
        importance=draft.importance,
        sensitivity=draft.sensitivity,
        categories=list(draft.special),
        status=MemoryState.PROPOSED,
        status_reason="consent_needed",
        trust=sources[0].trust,
        inferred=draft.inferred,
        pinned=draft.pinned,
        said_at=draft.source.said_at,
        expires_at=min(ends, draft.expires_at or ends),
    )
    edges = edges_of(
        memory, sources=[each.id for each in sources], derived_from=draft.derived_from
    )
    insert_together([*new_ones(sources), memory, *edges])
    return memory


def _words_of(draft: Draft) -> str:
    end = draft.expires_at
    return json.dumps(
        {
            "text": draft.text,
            "key": draft.key,
            "metadata": dict(draft.metadata),
            "findings": list(draft.findings),
            "expires_at": end.isoformat() if end else None,
        }
    )
