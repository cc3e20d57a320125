"""Every read by a service is on record, with its purpose, before it is answered."""

import uuid
from collections.abc import Sequence
from datetime import timedelta

from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from governance.access import Caller, keyed_hash
from governance.models import Memory, Read, ReadKind

USES = frozenset({ReadKind.GET, ReadKind.LIST, ReadKind.RECALL})
"""Reads that an agent works with; an export, or what a write is told, is none."""
AN_HOUR = timedelta(hours=1)


def log_read(
    kind: ReadKind,
    memories: Sequence[Memory],
    *,
    person_id: uuid.UUID,
    caller: Caller,
    purpose: str,
    query: str = "",
) -> None:
    """Enters who read which memories, in the transaction that read them; of what was
    searched for only the keyed hash. What was read for work counts as used."""
    log_ids_read(
        kind,
        [memory.id for memory in memories],
        person_id=person_id,
        caller=caller,
        purpose=purpose,
        query=query,
    )
    if kind in USES:
        _note_use(memories, person_id)


def log_ids_read(
    kind: ReadKind,
    ids: Sequence[uuid.UUID],
    *,
    person_id: uuid.UUID,
    caller: Caller,
    purpose: str,
    query: str = "",
) -> None:
    """The same of whatever has an id: items of a conversation, or files."""
    Read.objects.create(
        person_id=person_id,
        service_id=caller.service_id,
        kind=kind,
        purpose=purpose,
        memory_ids=list(ids),
        query_hash=keyed_hash("query", query).digest if query else None,
    )


def _note_use(memories: Sequence[Memory], person_id: uuid.UUID) -> None:
    """Once an hour and memory: recall counts in hours (design.md, Recall), and writing
    each row with its vector again would cost more than the read. A row that somebody
    else is changing is left for the next read, so that no read waits for a lock."""
    recently = timezone.now() - AN_HOUR
    due = [
        memory.id
        for memory in memories
        if memory.last_used_at is None or memory.last_used_at < recently
    ]
    if not due:
        return
    rows = Memory.objects.owned_by(person_id).filter(
        Q(last_used_at__isnull=True) | Q(last_used_at__lt=Now() - AN_HOUR), id__in=due
    )
    free = rows.select_for_update(skip_locked=True, no_key=True).values("id")
    Memory.objects.owned_by(person_id).filter(id__in=free).update(
        last_used_at=Now(), use_count=F("use_count") + 1
    )
