"""Ask for an erasure. Erase now: run, plan, barrier and audit entry in one commit, and
the job that follows only has to delete. Forget: the same rows are out of use at once, and
the erasure begins by itself when the time for undo is over.
"""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta

from django.db.models.functions import Now
from django.utils import timezone

from governance.access import lock_for_erasing, lock_for_writing
from governance.audit import Actor, ActorKind, record
from governance.dispatch import run_later
from governance.erasure.barrier import raise_barrier, take_out_of_use
from governance.erasure.entering import enter_soon
from governance.erasure.plan import Plan, derived_again, states_of
from governance.erasure.scope import plan_for
from governance.models import EraseScope, ErasureRun, Memory, Rebuild, Receipt

NO_UNDO = timedelta(0)


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
    return ask(
        ids, person_id=person_id, service_id=service_id, actor=actor, undo=NO_UNDO
    )


def ask(
    ids: Sequence[uuid.UUID],
    *,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    actor: Actor,
    undo: timedelta,
    scope: EraseScope = EraseScope.MEMORIES,
    with_history: bool = True,
    wanted_back: bool = False,
) -> ErasureRun:
    """Takes memories, and what was made from them, out of use in this transaction; they
    are erased when ``undo`` is over, or at once when it is zero.

    ``ids`` must name memories of this person that this service wrote. ``with_history``
    takes earlier values of their keys along. What was made from them is derived again
    from what stays, ``wanted_back`` also what is named itself.
    """
    lock_for_writing(person_id)
    refuse_unless_here(ids, person_id=person_id, service_id=service_id)
    plan = plan_for(
        scope,
        person_id,
        service_id,
        ids,
        with_history=with_history,
        wanted_back=wanted_back,
    )
    run = ErasureRun.objects.create(
        person_id=person_id,
        service_id=service_id,
        asked_by=actor.kind.value,
        scope=scope,
        root_ids=list(ids),
        with_history=with_history,
        wanted_back=wanted_back,
        plan={**plan.as_json(), "before": by_state(plan)},
        recipients=recipients(service_id, actor),
        due_at=Now() + undo,
    )
    take_out_of_use(plan)
    record(
        "erasure.asked",
        actor,
        service_id=service_id,
        person_id=person_id,
        subjects=[run.id, *ids],
        counts=plan.counts,
    )
    enter_soon(run)
    if not undo:
        begin(run, plan)
        run_later("erase", run.id)
    return run


def begin(run: ErasureRun, plan: Plan) -> None:
    """The point of no return: out of use, a new epoch, the barrier, and the queue of what
    is to be derived again. Not earlier: an undo would find it said twice."""
    epoch = lock_for_erasing(run.person_id)
    again = derived_again(
        plan, _before(run, plan), wanted_back=run.wanted_back, run_id=run.id
    )
    Rebuild.objects.bulk_create(again)
    take_out_of_use(plan)
    mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run.id)
    mine.update(epoch=epoch, plan=replace(plan, rebuilt=len(again)).as_json())
    raise_barrier(plan, run.id)


def erased_by(person_id: uuid.UUID, memory_id: uuid.UUID) -> uuid.UUID | None:
    """The run that erased this memory, while its receipt lasts."""
    return (
        Receipt.objects.owned_by(person_id)
        .filter(thing_id=memory_id, expires_at__gt=timezone.now())
        .values_list("run_id", flat=True)
        .first()
    )


def not_yet_erased(person_id: uuid.UUID, ids: Collection[uuid.UUID]) -> list[uuid.UUID]:
    """Those of the memories that are here and on no run's way out."""
    receipts = Receipt.objects.owned_by(person_id).filter(thing_id__any_of=ids)
    gone = set(receipts.values_list("thing_id", flat=True))
    here = Memory.objects.owned_by(person_id).filter(id__any_of=ids)
    return sorted(set(here.values_list("id", flat=True)) - gone)


def refuse_unless_here(
    ids: Collection[uuid.UUID], *, person_id: uuid.UUID, service_id: uuid.UUID
) -> None:
    """Raises unless every id is a memory that can be erased by this service."""
    receipts = Receipt.objects.owned_by(person_id).filter(thing_id__any_of=ids)
    erased = receipts.values_list("run_id", flat=True).first()
    if erased:
        raise AlreadyErased(erased)
    mine = Memory.objects.owned_by(person_id).written_by(service_id)
    if mine.filter(id__any_of=ids).count() != len(set(ids)):
        raise NothingToErase


def by_state(plan: Plan) -> dict[str, list[str]]:
    """What undo restores: the ids by the state they were in."""
    found: dict[str, list[str]] = {}
    for memory_id, state in states_of(plan).items():
        found.setdefault(state, []).append(str(memory_id))
    return found


def _before(run: ErasureRun, plan: Plan) -> dict[uuid.UUID, str]:
    """The states before the run took anything out of use; what it reaches by now only is
    in its state yet."""
    then = {
        uuid.UUID(each): state
        for state, ids in run.plan["before"].items()
        for each in ids
    }
    return {each: then.get(each, now) for each, now in states_of(plan).items()}


def recipients(service_id: uuid.UUID, actor: Actor) -> list[dict[str, str]]:
    """Who has to be told (Art. 19 GDPR); who asked counts as told."""
    state = "acknowledged" if actor.kind == ActorKind.SERVICE else "waiting"
    return [{"service": str(service_id), "state": state}]
