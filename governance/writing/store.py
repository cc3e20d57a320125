"""Put a clean text in its place, with the person locked: the same fact is refreshed, the
old value of a key goes into history, anything else is a new row with its where-from."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db.models.functions import Now

from governance.access import Caller, hashes, keyed_hash
from governance.audit import record
from governance.models import (
    LIVE_STATES,
    Memory,
    MemoryState,
    Source,
    Trust,
)
from governance.provenance import add_edges
from governance.scrubbing import normalised
from governance.writing.draft import Draft
from governance.writing.inherit import inheriting, most_sensitive
from governance.writing.revise import TEXT_USE, add_version, new_text
from governance.writing.stale import refuse_stale
from governance.writing.trust import at_least, first_state, trust_of


@dataclass(frozen=True)
class Remembered:
    """The row that now holds the fact, and whether it was there before. ``status`` is
    what the first answer to this write was, as an HTTP status code."""

    memory: Memory
    status: int
    supersedes: tuple[uuid.UUID, ...] = ()


def store(
    draft: Draft, vector: list[float], *, person_id: uuid.UUID, caller: Caller
) -> Remembered:
    """Stores a scrubbed draft; raises ``Stale`` or ``UnknownOrigin``."""
    refuse_stale(
        person_id,
        ref=draft.source.ref,
        text_hash=keyed_hash(TEXT_USE, normalised(draft.text)).digest,
        derived_from=draft.derived_from,
    )
    draft = inheriting(draft, person_id)
    return _same_fact(draft, person_id, caller) or _new(
        draft, vector, person_id, caller
    )


def _same_fact(draft: Draft, person_id: uuid.UUID, caller: Caller) -> Remembered | None:
    """The row that says the same of the same key, refreshed; a less trusted row does
    not count."""
    same = Memory.objects.owned_by(person_id).filter(
        service_id=caller.service_id,
        space=draft.space,
        key=draft.key,
        text_hash__in=hashes(TEXT_USE, normalised(draft.text)),
        status__in=LIVE_STATES,
        trust__in=at_least(_trust(draft)),
    )
    # What has expired is over, even before the sweep: it makes room for the new row.
    same.expired().update(status=MemoryState.FORGOTTEN)
    memory = same.order_by("created_at").first()
    if memory is None:
        return None
    same.filter(id=memory.id).update(**_refreshed(memory, draft), updated_at=Now())
    # It now comes from here as well: erasing either origin must reach it.
    source = _source_of(draft, person_id, caller)
    add_edges(memory, sources=[source.id], derived_from=draft.derived_from)
    record(
        "memory.refreshed",
        caller.actor,
        service_id=caller.service_id,
        person_id=person_id,
        subjects=[memory.id],
    )
    return Remembered(same.select_related("source").get(id=memory.id), status=200)


def _refreshed(memory: Memory, draft: Draft) -> dict[str, Any]:
    """What saying it again changes: never less sensitive, and a time given anew counts."""
    return {
        "importance": max(memory.importance, draft.importance),
        "sensitivity": most_sensitive([memory.sensitivity, draft.sensitivity]),
        "pinned": memory.pinned or draft.pinned,
        "expires_at": draft.expires_at or memory.expires_at,
    }


def _new(
    draft: Draft, vector: list[float], person_id: uuid.UUID, caller: Caller
) -> Remembered:
    replaced = _supersede(draft, person_id, caller)
    memory = _insert(draft, vector, _source_of(draft, person_id, caller))
    add_edges(memory, sources=[memory.source_id], derived_from=draft.derived_from)
    add_version(memory, memory.version, memory.text, actor=caller.actor)
    record(
        "memory.remembered",
        caller.actor,
        service_id=caller.service_id,
        person_id=person_id,
        subjects=[memory.id, *replaced],
    )
    status = 201 if memory.status == MemoryState.ACTIVE else 202
    return Remembered(memory, status, supersedes=replaced)


def _supersede(
    draft: Draft, person_id: uuid.UUID, caller: Caller
) -> tuple[uuid.UUID, ...]:
    """The old value of a key goes into history; one that waits for review does not
    push a value out that is in use."""
    state, _ = first_state(_trust(draft))
    if not draft.key or state != MemoryState.ACTIVE:
        return ()
    old = Memory.objects.owned_by(person_id).filter(
        service_id=caller.service_id,
        space=draft.space,
        key=draft.key,
        status__in=[MemoryState.ACTIVE, MemoryState.PAUSED],
    )
    ids = tuple(old.values_list("id", flat=True))
    old.update(status=MemoryState.SUPERSEDED, updated_at=Now())
    return ids


def _source_of(draft: Draft, person_id: uuid.UUID, caller: Caller) -> Source:
    """The source by its ref where it is known already, else a new one."""
    given = draft.source
    facts = {
        "type": given.type,
        "trust": _trust(draft),
        "conversation": given.conversation,
        "url": given.url,
    }
    known = (
        Source.objects.owned_by(person_id)
        .filter(service_id=caller.service_id, ref=given.ref, **facts)
        .first()
        if given.ref
        else None
    )
    return known or Source.objects.create(
        person_id=person_id,
        service_id=caller.service_id,
        ref=given.ref,
        said_at=given.said_at,
        **facts,
    )


def _insert(draft: Draft, vector: list[float], source: Source) -> Memory:
    status, reason = first_state(_trust(draft))
    memory = Memory.objects.create(
        **new_text(draft.text, vector),
        person_id=source.person_id,
        service_id=source.service_id,
        source=source,
        kind=draft.kind,
        key=draft.key,
        space=draft.space,
        importance=draft.importance,
        sensitivity=draft.sensitivity,
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
    # The answer is rendered from the row as it stands, times included.
    return Memory.objects.select_related("source").get(
        person_id=memory.person_id, id=memory.id
    )


def _trust(draft: Draft) -> Trust:
    return trust_of(draft.source.type, draft.source.trust)
