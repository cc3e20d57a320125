"""Holds in the ledger: what the law keeps must not be erased after a restore, and what it
keeps no longer must not stay. Of the reason, which is text, nothing is entered."""

import json
import os
import uuid
from datetime import datetime

from django.db.models import QuerySet
from django.db.models.functions import Now

from governance.access.ledger_names import LedgerName, ledger_name, memory_named
from governance.models import Hold, Memory, Person

REASON_LOST = "–"
"""Stands for the reason of a hold that is placed again."""

HASH_BYTES = 32


def hold_detail(hold: Hold) -> str:
    """What has to be known to place it again."""
    memory = ledger_name(hold.memory_id)
    return json.dumps(
        {
            "hold": str(hold.id),
            "memory": memory.hash,
            "key": memory.key_id,
            "law": hold.law,
            "until": hold.until.isoformat(),
        },
        sort_keys=True,
    )


def hold_named(detail: str) -> str:
    """Which hold an entry is about."""
    return str(json.loads(detail)["hold"])


def restrict(memory: QuerySet[Memory]) -> None:
    """Out of every service's sight, and without a hash by which it is known: the fact may
    be told anew beside it."""
    memory.update(held=True, text_hash=os.urandom(HASH_BYTES))


def hold_stands(person_id: uuid.UUID, detail: str) -> bool:
    """Also where there is nothing that it could keep."""
    mine = Hold.objects.owned_by(person_id).filter(
        id=hold_named(detail), released_at=None
    )
    return mine.exists() or _kept_by(person_id, detail) is None


def place_again(person_id: uuid.UUID, detail: str) -> None:
    """As it was placed; the one hold that may stand in its place has ended since."""
    memory = _kept_by(person_id, detail)
    if memory is None:
        return
    said = json.loads(detail)
    others = Hold.objects.owned_by(person_id).filter(memory_id=memory.id)
    others.filter(released_at=None).update(released_at=Now())
    restrict(Memory.objects.owned_by(person_id).filter(id=memory.id))
    service_id = (
        Person.objects.filter(id=person_id).values_list("service_id", flat=True).get()
    )
    Hold.objects.create(
        id=said["hold"],
        person_id=person_id,
        service_id=service_id,
        memory_id=memory.id,
        law=said["law"],
        reason=REASON_LOST,
        until=datetime.fromisoformat(said["until"]),
    )


def hold_has_ended(person_id: uuid.UUID, detail: str) -> bool:
    """Whether it is over by now, though it may not be released yet."""
    return not _standing(person_id, detail).exists()


def end_hold(person_id: uuid.UUID, detail: str) -> None:
    """It lapses at once, which finishes what an erasure had to leave."""
    _standing(person_id, detail).update(until=Now())


def _standing(person_id: uuid.UUID, detail: str) -> QuerySet[Hold]:
    mine = Hold.objects.owned_by(person_id).filter(id=hold_named(detail))
    return mine.filter(released_at=None, until__gt=Now())


def _kept_by(person_id: uuid.UUID, detail: str) -> Memory | None:
    said = json.loads(detail)
    return memory_named(person_id, LedgerName(said["memory"], said["key"]))
