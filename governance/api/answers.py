"""What goes out: memories, versions, erasures as JSON (contracts.md, section 2)."""

from http import HTTPStatus
from typing import Any

from governance.api.fields import rfc_3339
from governance.models import ErasureRun, Memory, MemoryVersion, Source
from governance.writing import Remembered


def memory_out(memory: Memory) -> dict[str, Any]:
    """A memory as it is answered, rendered from its row."""
    if memory.sealed is not None:
        return held_out(memory)
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
        "source": _source_out(memory),
        "said_at": rfc_3339(memory.said_at),
        "created_at": rfc_3339(memory.created_at),
        "updated_at": rfc_3339(memory.updated_at),
        "expires_at": rfc_3339(memory.expires_at),
        "etag": etag(memory),
    }


def held_out(memory: Memory) -> dict[str, Any]:
    """A memory that waits for its person: what it says is not repeated."""
    return {
        "id": str(memory.id),
        "status": memory.status,
        "reason": memory.status_reason,
        "categories": memory.categories,
        "created_at": rfc_3339(memory.created_at),
        "expires_at": rfc_3339(memory.expires_at),
        "etag": etag(memory),
    }


def written_out(done: Remembered) -> dict[str, Any]:
    """A memory as the answer to the write that made or refreshed it."""
    body = memory_out(done.memory)
    if done.memory.sealed is not None:
        return body
    if done.status == HTTPStatus.OK:
        body["duplicate_of"] = str(done.memory.id)
    else:
        body["supersedes"] = [str(each) for each in done.supersedes]
    return body


def exported_out(memory: Memory) -> dict[str, Any]:
    """A memory as the export's document tells it: its source by id."""
    body = memory_out(memory)
    del body["etag"]
    return {**body, "source": str(memory.source_id), "trust": memory.trust}


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


def _source_out(memory: Memory) -> dict[str, Any]:
    source = memory.source
    return {
        "type": source.type,
        "ref": source.ref,
        "conversation": source.conversation,
        "url": source.url,
        "trust": source.trust,
    }


def etag(memory: Memory) -> str:
    """Changes with every version and every move of the memory."""
    moment = int(memory.updated_at.timestamp() * 1_000_000)
    return f'"{memory.version}-{moment:x}"'


def erasure_out(run: ErasureRun) -> dict[str, Any]:
    """An erasure as it is answered."""
    return {
        "id": str(run.id),
        "state": run.state,
        # Only what has not begun can be undone.
        "undo_until": rfc_3339(run.due_at) if run.epoch is None else None,
        "scope": run.scope,
        "planned": run.plan["counts"],
        "counts": run.counts,
        "verification": run.verification,
        "recipients": run.recipients,
        "created_at": rfc_3339(run.created_at),
        "started_at": rfc_3339(run.started_at),
        "finished_at": rfc_3339(run.finished_at),
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
