"""Expiry: what has lived its time is deleted on beat; it is invisible before that.

Rows with nothing derived from them go at once; where something was derived, an erasure
run takes the derived texts along.
"""

import logging
import uuid
from itertools import groupby
from operator import itemgetter

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from governance.access import as_service_with, as_sweeper, lock_for_writing
from governance.audit import SYSTEM, record
from governance.erasure import (
    AlreadyErased,
    erase_memories,
    not_yet_erased,
    plan_memories,
)
from governance.erasure.stores import STORES
from governance.models import DashboardLink, IdempotencyRecord, Memory, Receipt

log = logging.getLogger(__name__)

Owner = tuple[uuid.UUID, uuid.UUID]


def delete_expired() -> int:
    """Deletes one batch of expired memories; gives how many went, 0 when done."""
    found = _expired()
    done = 0
    for owner, rows in groupby(found, key=itemgetter(0)):
        ids = [memory_id for _, memory_id in rows]
        done += len(ids) if _deleted(owner, ids) else 0
    return done


def drop_old_receipts() -> int:
    """Deletes receipts, links and idempotency records whose time is over."""
    with as_sweeper():
        receipts, _ = Receipt.objects.filter(expires_at__lte=Now()).delete()
        links, _ = DashboardLink.objects.filter(expires_at__lte=Now()).delete()
        keys, _ = IdempotencyRecord.objects.filter(expires_at__lte=Now()).delete()
    return receipts + links + keys


def _deleted(owner: Owner, ids: list[uuid.UUID]) -> bool:
    """One person's trouble must not keep the others' rows alive."""
    try:
        _delete(owner, ids)
    except Exception:
        log.exception("expired rows of a person could not be deleted")
        return False
    return True


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
        plan = plan_memories(person_id, service_id, ids, with_history=False)
        if plan.memory_ids - set(ids):
            _erase_with_derived(owner, ids)
            return
        for store in STORES:
            while store.erase(plan, limit=settings.ERASURE_BATCH):
                pass
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
