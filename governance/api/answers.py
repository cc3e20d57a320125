"""What goes out: memories, versions, erasures as JSON (contracts.md, section 2)."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from governance.api.fields import rfc_3339
from governance.models import ErasureRun, Memory
from governance.porting import members_of
from governance.telling import Recipient
from governance.writing import Remembered


def memory_out(memory: Memory) -> dict[str, Any]:
    """A memory as it is answered, rendered from its row."""
    if memory.sealed is not None:
        return held_out(memory)
    return {
        **members_of(memory),
        "source": _source_out(memory),
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


def erasure_out(run: ErasureRun, recipients: Iterable[Recipient]) -> dict[str, Any]:
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
        "recipients": [_recipient_out(each) for each in recipients],
        "created_at": rfc_3339(run.created_at),
        "started_at": rfc_3339(run.started_at),
        "finished_at": rfc_3339(run.finished_at),
    }


def _recipient_out(recipient: Recipient) -> dict[str, Any]:
    return {
        "service": str(recipient.service_id),
        "state": recipient.state,
        "reason": recipient.reason,
        "told_at": rfc_3339(recipient.told_at),
        "acknowledged_at": rfc_3339(recipient.acknowledged_at),
        "closed_at": rfc_3339(recipient.closed_at),
    }
