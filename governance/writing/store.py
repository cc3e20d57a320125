"""Put a clean text in its place, with the person locked: the same fact is refreshed, the
old value of a key goes into history, anything else is a new row with its where-from."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.db.models.functions import Now

from governance.access import Caller
from governance.audit import entry_of, record
from governance.models import Memory, MemoryState, Source, Trust, insert_together
from governance.provenance import add_edges, edges_of, was_derived
from governance.writing.draft import Draft
from governance.writing.inherit import inheriting, most_sensitive
from governance.writing.known_by import text_hash
from governance.writing.revise import earlier_versions, new_text, version_of
from governance.writing.same import imported_before, same_fact
from governance.writing.sources import new_ones, sources_of
from governance.writing.stale import refuse_stale
from governance.writing.trust import at_least, first_state

AGAIN = 200
"""The status of a write that found its fact there."""


class Keyed(Protocol):
    """What has a key in a space: a draft, or a memory."""

    @property
    def key(self) -> str: ...
    @property
    def space(self) -> str: ...


@dataclass(frozen=True)
class Remembered:
    """The row that now holds the fact, and whether it was there before. ``status`` is
    what the first answer to this write was, as an HTTP status code."""

    memory: Memory
    status: int
    supersedes: tuple[uuid.UUID, ...] = ()


def store(
    draft: Draft, vector: Sequence[float], *, person_id: uuid.UUID, caller: Caller
) -> Remembered:
    """Stores a scrubbed draft; raises ``Stale`` or ``UnknownOrigin``."""
    refuse_stale(person_id, draft)
    before = imported_before(draft, person_id)
    if before:
        return Remembered(before, AGAIN)
    own_end = draft.expires_at
    draft = inheriting(draft, person_id)
    if draft.was != MemoryState.SUPERSEDED:
        same = same_fact(draft, vector, person_id, caller)
        if same:
            return refresh(same, draft, caller, own_end=own_end)
    return _new(draft, vector, person_id, caller)


def refresh(
    memory: Memory, draft: Draft, caller: Caller, *, own_end: datetime | None
) -> Remembered:
    """The row says it already, and comes from the draft's sources as well from now on.
    ``own_end`` is the end that the draft gives itself, not one that it inherits."""
    row = Memory.objects.owned_by(memory.person_id).filter(id=memory.id)
    changes = _tightened(memory, draft) | _renewed(memory, draft, own_end)
    row.update(**changes, updated_at=Now())
    _add_origins(memory, draft, caller)
    record(
        "memory.refreshed",
        caller.actor,
        service_id=caller.service_id,
        person_id=memory.person_id,
        subjects=[memory.id],
    )
    return Remembered(row.select_related("source").get(), AGAIN)


def _add_origins(memory: Memory, draft: Draft, caller: Caller) -> None:
    """Erasing any source of a fact must reach it. What was told by itself does not go
    with a text that somebody made it from as well."""
    sources = sources_of([draft.source, *draft.also_from], memory.person_id, caller)
    insert_together(new_ones(sources))
    told = text_hash(draft.text).digest
    other_words = told != bytes(memory.text_hash)
    add_edges(
        memory,
        sources=[each.id for each in sources],
        derived_from=draft.derived_from if was_derived(memory) else (),
        told_hash=told if other_words or draft.names else None,
        name=draft.names[0] if draft.names else None,
    )


def _tightened(memory: Memory, draft: Draft) -> dict[str, Any]:
    """Whoever says it again may make it more private."""
    return {
        "sensitivity": most_sensitive([memory.sensitivity, draft.sensitivity]),
        "categories": sorted({*memory.categories, *draft.special}),
    }


def _renewed(memory: Memory, draft: Draft, own_end: datetime | None) -> dict[str, Any]:
    """Only who is trusted as far may make it matter more, or last another time."""
    if draft.trust not in at_least(Trust(memory.trust)):
        return {}
    return {
        "importance": max(memory.importance, draft.importance),
        "pinned": memory.pinned or draft.pinned,
        "expires_at": own_end or memory.expires_at,
    }


def _new(
    draft: Draft, vector: Sequence[float], person_id: uuid.UUID, caller: Caller
) -> Remembered:
    state, reason = _first_state(draft)
    waits = state == MemoryState.QUARANTINED
    # What waits for review, or was replaced itself, pushes no value out.
    in_use = state in {MemoryState.ACTIVE, MemoryState.PAUSED}
    replaced = supersede(draft, person_id, caller.service_id) if in_use else ()
    sources = sources_of([draft.source, *draft.also_from], person_id, caller)
    memory = _memory(draft, vector, sources[0], state, reason)
    insert_together(
        [
            *new_ones(sources),
            memory,
            *edges_of(
                memory,
                sources=[each.id for each in sources],
                derived_from=draft.derived_from,
            ),
            *earlier_versions(memory, draft.earlier, actor=caller.actor),
            version_of(memory, memory.version, memory.text, actor=caller.actor),
            entry_of(
                "memory.remembered",
                caller.actor,
                service_id=caller.service_id,
                person_id=person_id,
                subjects=[memory.id, *replaced],
            ),
        ]
    )
    return Remembered(memory, 202 if waits else 201, supersedes=replaced)


def supersede(
    told: Keyed, person_id: uuid.UUID, service_id: uuid.UUID
) -> tuple[uuid.UUID, ...]:
    """The old value of a key goes into history; gives the ids of what went."""
    if not told.key:
        return ()
    old = Memory.objects.owned_by(person_id).filter(
        service_id=service_id,
        space=told.space,
        key=told.key,
        status__in=[MemoryState.ACTIVE, MemoryState.PAUSED],
    )
    ids = tuple(old.values_list("id", flat=True))
    old.update(status=MemoryState.SUPERSEDED, updated_at=Now())
    return ids


def _first_state(draft: Draft) -> tuple[MemoryState, str]:
    if draft.was == MemoryState.SUPERSEDED:
        return MemoryState.SUPERSEDED, ""
    state, reason = first_state(draft.trust, draft.text)
    if draft.was == MemoryState.PAUSED and state == MemoryState.ACTIVE:
        return MemoryState.PAUSED, ""
    return state, reason


def _memory(
    draft: Draft,
    vector: Sequence[float],
    source: Source,
    status: MemoryState,
    reason: str,
) -> Memory:
    return Memory(
        **new_text(draft.text, vector),
        **({"id": draft.names[0]} if draft.names else {}),
        version=len(draft.earlier) + 1,
        person_id=source.person_id,
        service_id=source.service_id,
        source=source,
        kind=draft.kind,
        key=draft.key,
        space=draft.space,
        importance=draft.importance,
        sensitivity=draft.sensitivity,
        categories=list(draft.special),
        status=status,
        status_reason=reason,
        trust=source.trust,
        inferred=draft.inferred,
        pinned=draft.pinned,
        metadata=draft.metadata,
        findings=draft.findings,
        said_at=draft.source.said_at,
        expires_at=draft.expires_at,
    )
