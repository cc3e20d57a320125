"""A memory's next version, inside the transaction that holds the person's lock."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models.functions import Now

from governance.access import keyed_hash
from governance.audit import Actor
from governance.models import LIVE_STATES, Memory, MemoryVersion, Sensitivity, Trust
from governance.scrubbing import normalised
from governance.writing.draft import Unwritable
from governance.writing.inherit import FROM_LEAST_SENSITIVE
from governance.writing.trust import FROM_MOST_TO_LEAST

TEXT_USE = "memory text"


def new_text(text: str, vector: list[float]) -> dict[str, Any]:
    """The columns that follow from a text."""
    hashed = keyed_hash(TEXT_USE, normalised(text))
    return {
        "text": text,
        "text_hash": hashed.digest,
        "hash_key_id": hashed.key_id,
        "embedding": vector,
    }


def revise(memory: Memory, changes: Mapping[str, Any], *, actor: Actor) -> None:
    """Stores checked and scrubbed columns; a new text becomes a new version.

    Raises :class:`Unwritable` where another memory says the same already, or where trust
    or sensitivity would be loosened.
    """
    _refuse_loosening(memory, changes)
    _refuse_twin(memory, changes)
    rows = Memory.objects.owned_by(memory.person_id).filter(id=memory.id)
    if "text_hash" not in changes:
        rows.update(**changes, updated_at=Now())
        return
    rows.update(**changes, version=memory.version + 1, updated_at=Now())
    add_version(memory, memory.version + 1, changes["text"], actor=actor)


def add_version(memory: Memory, number: int, text: str, *, actor: Actor) -> None:
    """What the memory says from now on, and who made it say so."""
    MemoryVersion.objects.create(
        person_id=memory.person_id,
        service_id=memory.service_id,
        memory=memory,
        number=number,
        text=text,
        actor_kind=actor.kind.value,
        actor_id=actor.id,
    )


def redact_version(memory: Memory, number: int) -> bool:
    """Takes the text out of one earlier version; who and when stay. False when there is
    no such version; the current one is the memory itself and is corrected instead."""
    versions = MemoryVersion.objects.owned_by(memory.person_id).filter(
        memory_id=memory.id, number=number, number__lt=memory.version
    )
    versions.filter(redacted_at__isnull=True).update(text="", redacted_at=Now())
    return versions.exists()


def current(person_id: uuid.UUID, memory_id: uuid.UUID) -> Memory | None:
    """The memory as it stands, if it may be corrected."""
    return (
        Memory.objects.owned_by(person_id)
        .unexpired()
        .filter(id=memory_id, status__in=LIVE_STATES)
        .select_related("source")
        .first()
    )


def _refuse_twin(memory: Memory, changes: Mapping[str, Any]) -> None:
    """Equal rows are told apart by text and trust; the change may touch either."""
    twin = (
        Memory.objects.owned_by(memory.person_id)
        .filter(
            service_id=memory.service_id,
            space=memory.space,
            key=memory.key,
            trust=changes.get("trust", memory.trust),
            text_hash=changes.get("text_hash", memory.text_hash),
            status__in=LIVE_STATES,
        )
        .exclude(id=memory.id)
    )
    if twin.exists():
        raise Unwritable("text", "said_by_another_memory")


def _refuse_loosening(memory: Memory, changes: Mapping[str, Any]) -> None:
    trust = changes.get("trust")
    if trust and FROM_MOST_TO_LEAST.index(Trust(trust)) < FROM_MOST_TO_LEAST.index(
        Trust(memory.trust)
    ):
        raise Unwritable("trust", "only_tightened")
    sensitivity = changes.get("sensitivity")
    if sensitivity and FROM_LEAST_SENSITIVE.index(sensitivity) < (
        FROM_LEAST_SENSITIVE.index(Sensitivity(memory.sensitivity))
    ):
        raise Unwritable("sensitivity", "only_tightened")
