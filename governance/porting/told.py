"""The document in words that JSON knows: what REST exports, and what a person's own
export holds of each record."""

import uuid
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone

from governance.models import Memory, MemoryVersion, Read, Source
from governance.porting.document import FORMAT, Part
from governance.porting.kept import KeptMessage, KeptNote, KeptVersion
from governance.porting.own_copy import Record


def rfc_3339(moment: datetime | None) -> str | None:
    """A time as documents and answers write it: UTC, microseconds, ``Z``."""
    if moment is None:
        return None
    in_utc = moment.astimezone(UTC).isoformat(timespec="microseconds")
    return in_utc.replace("+00:00", "Z")


def document_of(part: Part, person_id: uuid.UUID) -> dict[str, Any]:
    """A part of the document, which an import takes."""
    return {
        "format": FORMAT,
        "exported_at": rfc_3339(timezone.now()),
        "person": str(person_id),
        "epoch": part.epoch,
        "sources": [source_out(each) for each in part.sources],
        "memories": [
            {
                **exported_out(each),
                "also_from": [str(one) for one in part.also_from[each.id]],
                "derived_from": [str(one) for one in part.made_from[each.id]],
                "versions": [version_out(one) for one in part.versions[each.id]],
            }
            for each in part.memories
        ],
    }


def exported_out(memory: Memory) -> dict[str, Any]:
    """A memory as the document tells it: its source by id."""
    return {
        **members_of(memory),
        "source": str(memory.source_id),
        "trust": memory.trust,
    }


def members_of(memory: Memory) -> dict[str, Any]:
    """What a memory says of itself, wherever it is told."""
    return {
        "id": str(memory.id),
        "status": memory.status,
        **({"reason": memory.status_reason} if memory.status_reason else {}),
        "text": memory.text,
        "findings": memory.findings,
        "key": memory.key,
        "kind": memory.kind,
        "space": memory.space,
        "importance": memory.importance,
        "sensitivity": memory.sensitivity,
        "categories": memory.categories,
        "pinned": memory.pinned,
        "inferred": memory.inferred,
        "metadata": memory.metadata,
        "said_at": rfc_3339(memory.said_at),
        "created_at": rfc_3339(memory.created_at),
        "updated_at": rfc_3339(memory.updated_at),
        "expires_at": rfc_3339(memory.expires_at),
    }


def source_out(source: Source) -> dict[str, Any]:
    """A source by itself."""
    return {
        "id": str(source.id),
        "type": source.type,
        "trust": source.trust,
        "ref": source.ref,
        "conversation": source.conversation,
        "url": source.url,
        "said_at": rfc_3339(source.said_at),
    }


def version_out(version: MemoryVersion) -> dict[str, Any]:
    """One version of a memory, with who made it and when."""
    return {
        "number": version.number,
        "text": None if version.redacted_at else version.text,
        "redacted_at": rfc_3339(version.redacted_at),
        "actor": {"kind": version.actor_kind, "id": str(version.actor_id or "")},
        "created_at": rfc_3339(version.created_at),
    }


def record_out(record: Record) -> dict[str, Any]:
    """What a person's own copy says of a record beside its memories."""
    person = record.person
    return {
        "service": person.service.name,
        "purposes": person.service.purposes,
        "known_since": rfc_3339(person.created_at),
        "claimed_at": rfc_3339(person.claimed_at),
        "settings": {
            "memory_enabled": person.memory_enabled,
            "remembering": person.remembering,
            "using": person.using,
            "temporary_until": rfc_3339(person.temporary_until),
            "disconnected_at": rfc_3339(person.disconnected_at),
            "restricted_at": rfc_3339(person.restricted_at),
            "refused_categories": person.refused_categories,
            "undo_hours": person.undo_hours,
            "forget_after_months": person.forget_after_months,
            "keep_unused": person.keep_unused,
        },
        "consents": [
            {
                "category": each.category,
                "given_at": rfc_3339(each.created_at),
                "given_by": each.given_by,
                "withdrawn_at": rfc_3339(each.withdrawn_at),
            }
            for each in record.consents
        ],
        "waiting": [
            {
                "id": str(memory.id),
                "text": words,
                "categories": memory.categories,
                "created_at": rfc_3339(memory.created_at),
                "expires_at": rfc_3339(memory.expires_at),
            }
            for memory, words in record.waiting
        ],
    }


def read_out(read: Read) -> dict[str, Any]:
    """One read: by which call, what for, and of which memories."""
    return {
        "at": rfc_3339(read.created_at),
        "kind": read.kind,
        "purpose": read.purpose,
        "memories": [str(each) for each in read.memory_ids],
        "scores": read.scores,
    }


def message_out(message: KeptMessage) -> dict[str, Any]:
    """A message as documents tell it."""
    item = message.item
    return {
        "id": str(item.id),
        "conversation": message.conversation,
        "number": item.number,
        "item": message.body,
        "categories": item.categories,
        "created_at": rfc_3339(item.created_at),
        "expires_at": rfc_3339(item.expires_at),
    }


def note_out(note: KeptNote) -> dict[str, Any]:
    """A note as documents tell it."""
    file = note.file
    return {
        "id": str(file.id),
        "path": note.path,
        "text": note.text,
        "categories": file.categories,
        "created_at": rfc_3339(file.created_at),
        "updated_at": rfc_3339(note.changed_at),
        "opened_at": rfc_3339(file.read_at),
        "versions": [_version_of_note_out(each) for each in note.versions],
    }


def _version_of_note_out(earlier: KeptVersion) -> dict[str, Any]:
    version = earlier.version
    return {
        "number": version.number,
        "path": earlier.path,
        "text": earlier.text,
        "until": rfc_3339(version.created_at),
        "actor": {"kind": version.actor_kind, "id": str(version.actor_id or "")},
    }
