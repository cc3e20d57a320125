"""A memory's next version, inside the transaction that holds the person's lock."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models.functions import Now
from django.utils import timezone

from governance.access import (
    Switch,
    enter_switch,
    version_detail,
    withdraw_packages,
)
from governance.audit import Actor
from governance.models import (
    LIVE_STATES,
    Memory,
    MemoryVersion,
    Person,
    Sensitivity,
    Trust,
)
from governance.writing.draft import Earlier
from governance.writing.gate import Unwritable
from governance.writing.inherit import FROM_LEAST_SENSITIVE
from governance.writing.known_by import text_hash
from governance.writing.trust import FROM_MOST_TO_LEAST


def new_text(text: str, vector: Sequence[float]) -> dict[str, Any]:
    """The columns that follow from a text."""
    hashed = text_hash(text)
    return {
        "text": text,
        "text_hash": hashed.digest,
        "hash_key_id": hashed.key_id,
        "embedding": vector,
    }


def revise(
    memory: Memory, changes: Mapping[str, Any], *, actor: Actor, freely: bool = False
) -> None:
    """Stores checked and scrubbed columns; a new text becomes a new version. ``freely``
    is the person's own hand, which may loosen what a service may only tighten.

    Raises :class:`Unwritable` where another memory says the same already, or where trust
    or sensitivity would be loosened.
    """
    if not freely:
        _refuse_loosening(memory, changes)
    if twin_of(memory, changes):
        raise Unwritable("text", "said_by_another_memory")
    rows = Memory.objects.owned_by(memory.person_id).filter(id=memory.id)
    if "text_hash" not in changes:
        rows.update(**changes, updated_at=Now())
        return
    rows.update(**changes, version=memory.version + 1, updated_at=Now())
    version_of(memory, memory.version + 1, changes["text"], actor=actor).save()


def version_of(
    memory: Memory, number: int, text: str, *, actor: Actor
) -> MemoryVersion:
    """What the memory says from this version on, and who made it say so; not stored."""
    return MemoryVersion(
        person_id=memory.person_id,
        service_id=memory.service_id,
        memory_id=memory.id,
        number=number,
        text=text,
        actor_kind=actor.kind.value,
        actor_id=actor.id,
    )


def earlier_versions(
    memory: Memory, texts: Sequence[Earlier], *, actor: Actor
) -> list[MemoryVersion]:
    """What an imported memory said before, the oldest first; not stored."""
    versions = []
    for number, each in enumerate(texts, start=1):
        version = version_of(memory, number, each.text or "", actor=actor)
        version.created_at = each.said_at
        version.redacted_at = timezone.now() if each.text is None else None
        versions.append(version)
    return versions


def redact_version(memory: Memory, number: int) -> bool:
    """Takes the text out of one earlier version, and packages with a copy of it along;
    who and when stay. False when there is no such version; the current one is the memory
    itself and is corrected instead."""
    versions = MemoryVersion.objects.owned_by(memory.person_id).filter(
        memory_id=memory.id, number=number, number__lt=memory.version
    )
    if versions.filter(redacted_at__isnull=True).update(text="", redacted_at=Now()):
        withdraw_packages([memory.person_id])
        whose = Person(id=memory.person_id, service_id=memory.service_id)
        detail = version_detail(memory.id, number)
        enter_switch(Switch.VERSION, whose, protects=True, detail=detail)
    return versions.exists()


def current(person_id: uuid.UUID, memory_id: uuid.UUID) -> Memory | None:
    """The memory as it stands, if it may be corrected."""
    return (
        Memory.objects.owned_by(person_id)
        .unexpired()
        .told_to_services()
        .filter(id=memory_id, status__in=LIVE_STATES)
        .select_related("source")
        .first()
    )


def twin_of(memory: Memory, changes: Mapping[str, Any]) -> Memory | None:
    """Another row that would say the same once the memory is changed: equal rows are
    told apart by text and trust, and the change may touch either."""
    Memory.objects.owned_by(memory.person_id).exclude(id=memory.id).retire_expired()
    return (
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
        .first()
    )


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
