"""Ask for an erasure: run, plan, barrier and audit entry in one commit.

From that commit on nothing of it is in use; the job that follows only has to delete.
"""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from governance.access import keyed_hash, lock_for_erasing
from governance.audit import Actor, ActorKind, record
from governance.dispatch import run_later
from governance.erasure.plan import Plan, plan_memories
from governance.erasure.stores import STORES
from governance.models import (
    EraseScope,
    ErasureRun,
    Memory,
    MemoryState,
    Receipt,
    Source,
)

REF_USE = "source ref"


class NothingToErase(Exception):
    """None of the ids is a memory in this scope."""


class AlreadyErased(Exception):
    """The memory was erased, or is being erased, by ``run_id``."""

    def __init__(self, run_id: uuid.UUID) -> None:
        super().__init__("already erased")
        self.run_id = run_id


def erase_memories(
    ids: Sequence[uuid.UUID],
    *,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    actor: Actor,
) -> ErasureRun:
    """Erases now, cascading; call it inside the scope of whoever asks.

    Raises :class:`AlreadyErased` or :class:`NothingToErase`.
    """
    epoch = lock_for_erasing(person_id)
    _refuse_unless_here(ids, person_id, service_id)
    plan = _counted(plan_memories(person_id, service_id, ids))
    run = ErasureRun.objects.create(
        person_id=person_id,
        service_id=service_id,
        asked_by=actor.kind.value,
        scope=EraseScope.MEMORIES,
        root_ids=list(ids),
        plan=plan.as_json(),
        epoch=epoch,
        recipients=_recipients(service_id, actor),
    )
    _out_of_use(plan)
    _raise_barrier(plan, run)
    record(
        "erasure.asked",
        actor,
        service_id=service_id,
        person_id=person_id,
        subjects=[run.id, *ids],
        counts=plan.counts,
    )
    run_later("erase", run.id)
    return run


def not_yet_erased(person_id: uuid.UUID, ids: Collection[uuid.UUID]) -> list[uuid.UUID]:
    """Those of the memories that are here and on no run's way out."""
    receipts = Receipt.objects.owned_by(person_id).filter(thing_id__any_of=ids)
    gone = set(receipts.values_list("thing_id", flat=True))
    here = Memory.objects.owned_by(person_id).filter(id__any_of=ids)
    return sorted(set(here.values_list("id", flat=True)) - gone)


def erased_by(person_id: uuid.UUID, memory_id: uuid.UUID) -> uuid.UUID | None:
    """The run that erased this memory, while its receipt lasts."""
    return (
        Receipt.objects.owned_by(person_id)
        .filter(thing_id=memory_id, expires_at__gt=timezone.now())
        .values_list("run_id", flat=True)
        .first()
    )


def _refuse_unless_here(
    ids: Sequence[uuid.UUID], person_id: uuid.UUID, service_id: uuid.UUID
) -> None:
    for each in ids:
        run_id = erased_by(person_id, each)
        if run_id:
            raise AlreadyErased(run_id)
    mine = Memory.objects.owned_by(person_id).written_by(service_id)
    if mine.filter(id__in=ids).count() != len(set(ids)):
        raise NothingToErase


def _counted(plan: Plan) -> Plan:
    plan.counts.update({store.name: store.holds(plan) for store in STORES})
    return plan


def _recipients(service_id: uuid.UUID, actor: Actor) -> list[dict[str, str]]:
    """Who has to be told (Art. 19 GDPR); who asked counts as told."""
    state = "acknowledged" if actor.kind == ActorKind.SERVICE else "waiting"
    return [{"service": str(service_id), "state": state}]


def _out_of_use(plan: Plan) -> None:
    Memory.objects.owned_by(plan.person_id).filter(id__any_of=plan.memory_ids).update(
        status=MemoryState.FORGOTTEN
    )


def _raise_barrier(plan: Plan, run: ErasureRun) -> None:
    """A receipt for each thing: it answers with 410 and refuses stale writes."""
    expires_at = timezone.now() + settings.RECEIPT_LIFE
    refs = dict(
        Source.objects.owned_by(plan.person_id)
        .filter(id__any_of=plan.source_ids)
        .exclude(ref="")
        .values_list("id", "ref")
    )
    things = [("memory", each) for each in plan.memory_ids]
    things += [("source", each) for each in plan.source_ids]
    Receipt.objects.bulk_create(
        [
            _receipt(run, thing, each, refs.get(each), expires_at)
            for thing, each in things
        ]
    )


def _receipt(
    run: ErasureRun,
    thing: str,
    thing_id: uuid.UUID,
    ref: str | None,
    expires_at: datetime,
) -> Receipt:
    return Receipt(
        person_id=run.person_id,
        service_id=run.service_id,
        run_id=run.id,
        thing=thing,
        thing_id=thing_id,
        ref_hash=keyed_hash(REF_USE, ref).digest if ref else None,
        expires_at=expires_at,
    )
