"""Put a clean text in its place, with the person locked: the same fact is refreshed, the
old value of a key goes into history, anything else is a new row with its where-from."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models.functions import Now

from governance.access import Caller
from governance.audit import entry_of, record
from governance.models import Memory, MemoryState, Source, insert_together
from governance.provenance import add_edges, edges_of
from governance.writing.draft import Draft
from governance.writing.inherit import inheriting, most_sensitive
from governance.writing.known_by import text_hash
from governance.writing.revise import earlier_versions, new_text, version_of
from governance.writing.same import same_fact
from governance.writing.sources import new_ones, sources_of
from governance.writing.stale import refuse_stale
from governance.writing.trust import first_state


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
    draft = inheriting(draft, person_id)
    same = same_fact(draft, vector, person_id, caller)
    return (
        _refresh(same, draft, caller)
        if same
        else _new(draft, vector, person_id, caller)
    )


def _refresh(memory: Memory, draft: Draft, caller: Caller) -> Remembered:
    row = Memory.objects.owned_by(memory.person_id).filter(id=memory.id)
    row.update(**_refreshed(memory, draft), updated_at=Now())
    # It now comes from here as well: erasing either origin must reach it.
    sources = sources_of([draft.source, *draft.also_from], memory.person_id, caller)
    insert_together(new_ones(sources))
    told = text_hash(draft.text).digest
    add_edges(
        memory,
        sources=[each.id for each in sources],
        derived_from=draft.derived_from,
        told_hash=told if told != bytes(memory.text_hash) else None,
    )
    record(
        "memory.refreshed",
        caller.actor,
        service_id=caller.service_id,
        person_id=memory.person_id,
        subjects=[memory.id],
    )
    return Remembered(row.select_related("source").get(), status=200)


def _refreshed(memory: Memory, draft: Draft) -> dict[str, Any]:
    """What saying it again changes: never less sensitive, and a time given anew counts."""
    return {
        "importance": max(memory.importance, draft.importance),
        "sensitivity": most_sensitive([memory.sensitivity, draft.sensitivity]),
        "categories": sorted({*memory.categories, *draft.special}),
        "pinned": memory.pinned or draft.pinned,
        "expires_at": draft.expires_at or memory.expires_at,
    }


def _new(
    draft: Draft, vector: Sequence[float], person_id: uuid.UUID, caller: Caller
) -> Remembered:
    state, reason = _first_state(draft)
    waits = state == MemoryState.QUARANTINED
    # One that waits for review does not push a value out that is in use.
    replaced = () if waits else supersede(draft, person_id, caller.service_id)
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
    state, reason = first_state(draft.trust, draft.text)
    if draft.paused and state == MemoryState.ACTIVE:
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
        **({"id": draft.id} if draft.id else {}),
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
