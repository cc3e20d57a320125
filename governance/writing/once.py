"""Idempotency-Key: a write that is tried twice is done once and answered alike."""

import hmac
import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from governance.access import Caller, hashes, keyed_hash
from governance.models import IdempotencyRecord, Memory, Receipt
from governance.writing.stale import Lapsed, Stale
from governance.writing.store import Remembered

LIFE = timedelta(days=1)
KEY_USE = "idempotency key"
REQUEST_USE = "idempotent request"


class KeyUsedOtherwise(Exception):
    """The key came with another request before."""


@dataclass(frozen=True)
class Once:
    """A key and the request that it stands for."""

    key: str
    request: Any

    def answered(self, person_id: uuid.UUID, caller: Caller) -> Remembered | None:
        """What the first call with this key did; ``Stale`` when that was erased since."""
        record = self.noted(person_id, caller)
        if record is None:
            return None
        return Remembered(
            _memory_of(record), record.status, supersedes=tuple(record.supersedes)
        )

    def noted(self, person_id: uuid.UUID, caller: Caller) -> IdempotencyRecord | None:
        """The note of the first call with this key, if there was one; raises
        ``KeyUsedOtherwise`` where it was another call."""
        record = (
            IdempotencyRecord.objects.owned_by(person_id)
            .filter(
                service_id=caller.service_id,
                key_hash__in=hashes(KEY_USE, self.key),
                expires_at__gt=Now(),
            )
            .first()
        )
        if record is None:
            return None
        known = hashes(REQUEST_USE, self._canonical())
        stored = bytes(record.request_hash)
        if not any(hmac.compare_digest(each, stored) for each in known):
            raise KeyUsedOtherwise
        return record

    def keep(self, done: Remembered, person_id: uuid.UUID, caller: Caller) -> None:
        """Notes what this call did; call it with the person locked."""
        self.note(
            done.memory.id, done.status, person_id, caller, supersedes=done.supersedes
        )

    def note(
        self,
        made_id: uuid.UUID,
        status: int,
        person_id: uuid.UUID,
        caller: Caller,
        *,
        supersedes: Sequence[uuid.UUID] = (),
    ) -> None:
        """The same by the id of what the call made, be it a memory or not."""
        mine = IdempotencyRecord.objects.owned_by(person_id)
        key = keyed_hash(KEY_USE, self.key).digest
        mine.update_or_create(
            service_id=caller.service_id,
            key_hash=key,
            defaults={
                "person_id": person_id,
                "request_hash": keyed_hash(REQUEST_USE, self._canonical()).digest,
                "memory_id": made_id,
                "status": status,
                "supersedes": list(supersedes),
                "expires_at": Now() + LIFE,
            },
        )

    def _canonical(self) -> str:
        return json.dumps(self.request, sort_keys=True, ensure_ascii=True)


def _memory_of(record: IdempotencyRecord) -> Memory:
    receipts = Receipt.objects.owned_by(record.person_id)
    erased = receipts.filter(thing_id=record.memory_id).first()
    if erased:
        raise Stale(erased.run_id)
    memories = Memory.objects.owned_by(record.person_id).unexpired()
    memory = memories.filter(id=record.memory_id).select_related("source").first()
    if memory is None:
        raise Lapsed
    return memory
