"""Expiry: what has lived its time is deleted on beat; it is invisible before that.

Rows with nothing derived from them go at once; where something was derived, an erasure
run takes the derived texts along. And age: what a person wants forgotten after some months
is forgotten by night, as they would do it themselves, with their time for undo.
"""

import logging
import uuid
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from django.conf import settings
from django.db.models import DateTimeField, Exists, Func, OuterRef, Value
from django.db.models.functions import Now

from governance.access import as_service_with, as_sweeper, lock_for_writing
from governance.audit import SYSTEM, record
from governance.erasure import (
    AlreadyErased,
    ask,
    erase_alone,
    erase_memories,
    not_yet_erased,
    undo_time,
)
from governance.models import (
    DashboardLink,
    ExportLink,
    IdempotencyRecord,
    Memory,
    MemoryQuerySet,
    MemoryState,
    Person,
    Receipt,
    ReceiptLink,
)

log = logging.getLogger(__name__)

Owner = tuple[uuid.UUID, uuid.UUID]

AGEING = [MemoryState.ACTIVE, MemoryState.PAUSED, MemoryState.SUPERSEDED]
"""What age takes; what waits for a yes ends by itself, earlier."""


def delete_expired() -> int:
    """Deletes one batch of expired memories; gives how many went, 0 when done."""
    found = _expired()
    done = 0
    for owner, rows in groupby(found, key=itemgetter(0)):
        ids = [memory_id for _, memory_id in rows]
        done += len(ids) if _deleted(owner, ids) else 0
    return done


def older_than(months: int, persons: Sequence[uuid.UUID]) -> MemoryQuerySet:
    """What age would take of these persons: learned more than so many months ago, by the
    clock of the database, and not pinned. Call it inside a scope of theirs."""
    then = Func(
        Value(months),
        template="(now() - make_interval(months => %(expressions)s))",
        output_field=DateTimeField(),
    )
    rows = Memory.objects.owned_by(*persons).unexpired().staying()
    return rows.filter(pinned=False, status__in=AGEING, created_at__lt=then)


def forget_by_age() -> int:
    """Forgets what is older than its person wants; gives how many memories.

    Restricted data stays (Art. 18 GDPR). One person's trouble does not stop the others'.
    """
    with as_sweeper():
        ageing = Person.objects.filter(restricted_at=None).exclude(
            forget_after_months=None
        )
        found = list(ageing.values_list("id", "service_id", "forget_after_months"))
    return sum(
        _forgotten((person_id, service_id), months)
        for person_id, service_id, months in found
        if months is not None
    )


def drop_old_receipts() -> int:
    """Deletes receipts, links and idempotency records whose time is over."""
    with as_sweeper():
        receipts, _ = Receipt.objects.filter(expires_at__lte=Now()).delete()
        links, _ = DashboardLink.objects.filter(expires_at__lte=Now()).delete()
        exports, _ = ExportLink.objects.filter(expires_at__lte=Now()).delete()
        shown, _ = ReceiptLink.objects.filter(expires_at__lte=Now()).delete()
        keys, _ = IdempotencyRecord.objects.filter(expires_at__lte=Now()).delete()
    return receipts + links + exports + shown + keys


def _deleted(owner: Owner, ids: list[uuid.UUID]) -> bool:
    """One person's trouble must not keep the others' rows alive."""
    try:
        _delete(owner, ids)
    except Exception:
        log.exception("expired rows of a person could not be deleted")
        return False
    return True


def _forgotten(owner: Owner, months: int) -> int:
    done = 0
    try:
        while batch := _forget(owner, months):
            done += batch
    except Exception:
        log.exception("old memories of a person could not be forgotten")
    return done


def _forget(owner: Owner, months: int) -> int:
    """One batch, which is one thing to undo."""
    person_id, service_id = owner
    with as_service_with(service_id, person_id):
        lock_for_writing(person_id)
        mine = Person.objects.filter(id=person_id, forget_after_months=months)
        if not mine.exists():
            return 0  # changed meanwhile
        old = older_than(months, [person_id]).order_by("created_at", "id")
        ids = list(old.values_list("id", flat=True)[: settings.ERASURE_BATCH])
        if not ids:
            return 0
        run = ask(
            ids,
            person_id=person_id,
            service_id=service_id,
            actor=SYSTEM,
            undo=undo_time(person_id),
        )
        record(
            "memory.aged",
            SYSTEM,
            service_id=service_id,
            person_id=person_id,
            subjects=[run.id],
            counts={"memories": len(ids), "months": months},
        )
    return len(ids)


def _expired() -> list[tuple[Owner, uuid.UUID]]:
    with as_sweeper():
        rows = (
            # What has a receipt is on its way out by a run already.
            Memory.objects.expired()
            .exclude(Exists(Receipt.objects.filter(thing_id=OuterRef("id"))))
            .order_by("person_id", "service_id")
            .values_list("person_id", "service_id", "id")[: settings.ERASURE_BATCH]
        )
        return [((person, service), memory) for person, service, memory in rows]


def _delete(owner: Owner, ids: list[uuid.UUID]) -> None:
    person_id, service_id = owner
    with as_service_with(service_id, person_id):
        lock_for_writing(person_id)
        alive = Memory.objects.owned_by(person_id).expired().filter(id__in=ids)
        ids = list(alive.values_list("id", flat=True))
        ids = not_yet_erased(person_id, ids)
        if not erase_alone(ids, person_id=person_id, service_id=service_id):
            _erase_with_derived(owner, ids)
            return
        record(
            "memory.expired",
            SYSTEM,
            service_id=service_id,
            person_id=person_id,
            subjects=ids,
        )


def _erase_with_derived(owner: Owner, ids: list[uuid.UUID]) -> None:
    person_id, service_id = owner
    try:
        erase_memories(ids, person_id=person_id, service_id=service_id, actor=SYSTEM)
    except AlreadyErased:
        return  # a run is on its way to them
