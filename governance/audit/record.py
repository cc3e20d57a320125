"""Enter a deed, in the same transaction as the deed itself."""

import uuid
from collections.abc import Mapping, Sequence

from django.db.models.functions import Now

from governance.audit.actor import Actor
from governance.models import AuditEntry


def record(
    verb: str,
    actor: Actor,
    *,
    service_id: uuid.UUID | None = None,
    person_id: uuid.UUID | None = None,
    subjects: Sequence[uuid.UUID] = (),
    counts: Mapping[str, int] | None = None,
) -> None:
    """Adds one unchained entry; the sealer links it later.

    Writers do not link it themselves: the chain is one row after another, and every
    write of every person would wait for it.
    """
    entry_of(
        verb,
        actor,
        service_id=service_id,
        person_id=person_id,
        subjects=subjects,
        counts=counts,
    ).save(force_insert=True)


def entry_of(
    verb: str,
    actor: Actor,
    *,
    service_id: uuid.UUID | None = None,
    person_id: uuid.UUID | None = None,
    subjects: Sequence[uuid.UUID] = (),
    counts: Mapping[str, int] | None = None,
) -> AuditEntry:
    """The entry, for who inserts it with other rows."""
    return AuditEntry(
        # The clock of the database counts; Now() is its time for a statement.
        created_at=Now(),
        verb=verb,
        actor_kind=actor.kind.value,
        actor_id=actor.id,
        service_id=service_id,
        person_id=person_id,
        subject_ids=list(subjects),
        counts=dict(counts or {}),
    )
