"""Ask for an erasure. Erase now: run, plan, barrier and audit entry in one commit, and
the job that follows only has to delete. Forget: the same rows are out of use at once, and
the erasure begins by itself when the time for undo is over.
"""

import uuid
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Max, QuerySet
from django.db.models.functions import Now

from governance.access import (
    Refused,
    lock_for_erasing,
    lock_for_writing,
    withdraw_packages,
)
from governance.audit import Actor, record
from governance.dispatch import run_later
from governance.erasure.barrier import raise_barrier, take_out_of_use
from governance.erasure.entering import enter_soon
from governance.erasure.leaving import leave
from governance.erasure.plan import HELD, Plan
from governance.erasure.recipients import tell_recipients
from governance.erasure.scope import plan_for
from governance.erasure.things import here
from governance.models import (
    EraseScope,
    ErasureRun,
    Hold,
    Memory,
    Rebuild,
    Receipt,
    RunState,
)
from governance.writing import note_unwanted

NO_UNDO = timedelta(0)


class NothingToErase(Exception):
    """Not all of the ids name something in this scope."""


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
    with_history: bool = True,
) -> ErasureRun:
    """Erases now, cascading; call it inside the scope of whoever asks. ``with_history``
    takes earlier values of keys along.

    Raises :class:`AlreadyErased` or :class:`NothingToErase`.
    """
    return ask(
        ids,
        person_id=person_id,
        service_id=service_id,
        actor=actor,
        undo=NO_UNDO,
        with_history=with_history,
    )


def ask(
    ids: Sequence[uuid.UUID],
    *,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    actor: Actor,
    undo: timedelta,
    with_history: bool = True,
    wanted_back: bool = False,
    dont_learn: bool = False,
    unit: uuid.UUID | None = None,
) -> ErasureRun:
    """Takes memories, and what was made from them, out of use in this transaction; they
    are erased when ``undo`` is over, or at once when it is zero.

    ``ids`` must name memories of this person that this service wrote, conversations and
    items of them, or memory files. ``with_history``
    takes earlier values of their keys along. What was made from them is derived again
    from what stays, ``wanted_back`` also what is named itself.
    With ``dont_learn`` a text that is named is refused should it be told again; ``unit``
    is the id of the run that this one is asked for together with. Where all of them wait
    in one forget already, that one is given: a call whose answer was lost is tried again,
    and one undo is to bring back what one person forgot once.
    """
    lock_for_writing(person_id)
    refuse_unless_here(ids, person_id=person_id, service_id=service_id)
    before = _forgotten_by(person_id, ids, undo)
    if before and not dont_learn:
        return before
    asked = ErasureRun(
        person_id=person_id,
        service_id=service_id,
        scope=EraseScope.MEMORIES,
        root_ids=list(ids),
        with_history=with_history,
        wanted_back=wanted_back,
        unit=unit,
    )
    if dont_learn:
        note_unwanted(
            _texts(person_id, ids),
            person_id=person_id,
            service_id=service_id,
            run_id=asked.id,
        )
    return _asked_for(asked, actor, undo)


def ask_for_all(
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    *,
    actor: Actor,
    undo: timedelta = NO_UNDO,
    scope: EraseScope = EraseScope.SERVICE_PART,
    unit: uuid.UUID | None = None,
) -> ErasureRun:
    """The same of everything that a service has written about the person, with its
    sources. What that is the database says under the lock: nothing that is being written
    slips through, and no id is held anywhere."""
    lock_for_writing(person_id)
    asked = ErasureRun(
        person_id=person_id,
        service_id=service_id,
        scope=scope,
        root_ids=[],
        with_history=True,
        unit=unit,
    )
    return _asked_for(asked, actor, undo)


def _forgotten_by(
    person_id: uuid.UUID, ids: Collection[uuid.UUID], undo: timedelta
) -> ErasureRun | None:
    """The forget that names all of them and ends no later than this one would."""
    waiting = ErasureRun.objects.owned_by(person_id).filter(
        state=RunState.WAITING,
        epoch=None,
        due_at__gt=Now(),
        due_at__lte=Now() + undo,
        root_ids__contains=list(ids),
    )
    return waiting.order_by("created_at").first() if ids and undo else None


def _asked_for(run: ErasureRun, actor: Actor, undo: timedelta) -> ErasureRun:
    plan = _plan_of(run, run.root_ids)
    run.asked_by, run.plan = actor.kind.value, plan.as_numbers()
    run.due_at = Now() + undo
    run.save(force_insert=True)
    run.refresh_from_db()
    _record("erasure.asked", run, plan, actor, run.root_ids)
    enter_soon(run)
    if undo:
        take_out_of_use(plan)
    else:
        begin(run, plan)
        run_later("erase", run.id)
    return run


def begin_waiting(run: ErasureRun, actor: Actor) -> Plan:
    """The same of a forget whose time for undo is over: planned afresh, for sources may
    have gained or lost what stands on them. Gives the plan."""
    roots = not_yet_erased(run.person_id, run.root_ids)
    plan = _plan_of(run, roots, asked_at=run.created_at)
    try:
        begin(run, plan)
    except Refused:  # they were erased whole, and all that this run means with them
        mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run.id)
        mine.update(plan=plan.as_numbers())
    _record("erasure.begun", run, plan, actor, [])
    return plan


def _plan_of(
    run: ErasureRun, roots: Collection[uuid.UUID], asked_at: datetime | None = None
) -> Plan:
    return plan_for(
        run.scope,
        run.person_id,
        run.service_id,
        roots,
        run_id=run.id,
        with_history=run.with_history,
        wanted_back=run.wanted_back,
        asked_at=asked_at,
    )


def _record(
    verb: str, run: ErasureRun, plan: Plan, actor: Actor, named: Iterable[uuid.UUID]
) -> None:
    record(
        verb,
        actor,
        service_id=run.service_id,
        person_id=run.person_id,
        subjects=[run.id, *named],
        counts=plan.counts,
    )


def begin(run: ErasureRun, plan: Plan) -> None:
    """The point of no return: the barrier, the queues of what is to be derived again and
    of who is to be told, packages that hold a copy, and a new epoch, from which on the
    database hides what the plan names. Not earlier: an undo would find it said twice."""
    epoch = lock_for_erasing(run.person_id)
    Rebuild.objects.bulk_create(plan.again)
    raise_barrier(plan)
    held = plan.items().filter(thing=HELD).values("thing_id")
    holds = Hold.objects.owned_by(run.person_id).filter(released_at=None)
    keeping = holds.filter(memory_id__in=held)
    mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run.id)
    mine.update(
        epoch=epoch,
        plan=plan.as_numbers(),
        hides_upto=_newest_of_all(plan),
        kept=_kept(keeping),
    )
    keeping.update(wanted_by=run.id)
    withdraw_packages([run.person_id])
    if run.scope == EraseScope.WHOLE_PERSON:
        leave(run)
    tell_recipients(run)


def erased_by(person_id: uuid.UUID, memory_id: uuid.UUID) -> uuid.UUID | None:
    """The run that erased this memory, while its receipt lasts."""
    return (
        Receipt.objects.owned_by(person_id)
        .filter(thing_id=memory_id, expires_at__gt=Now())
        .values_list("run_id", flat=True)
        .first()
    )


def not_yet_erased(person_id: uuid.UUID, ids: Collection[uuid.UUID]) -> list[uuid.UUID]:
    """Those that are here and on no run's way out."""
    receipts = Receipt.objects.owned_by(person_id).filter(thing_id__any_of=ids)
    gone = set(receipts.values_list("thing_id", flat=True))
    memories = Memory.objects.owned_by(person_id).filter(id__any_of=ids)
    found = set(memories.values_list("id", flat=True))
    others = here(person_id, set(ids) - found) if len(found) < len(set(ids)) else set()
    return sorted((found | others) - gone)


def refuse_unless_here(
    ids: Collection[uuid.UUID], *, person_id: uuid.UUID, service_id: uuid.UUID
) -> None:
    """Raises unless every id is something that can be erased by this service: a memory, a
    conversation or an item of one, or a file."""
    receipts = Receipt.objects.owned_by(person_id).filter(thing_id__any_of=ids)
    erased = receipts.values_list("run_id", flat=True).first()
    if erased:
        raise AlreadyErased(erased)
    mine = Memory.objects.owned_by(person_id).written_by(service_id)
    missing = set(ids) - set(mine.filter(id__any_of=ids).values_list("id", flat=True))
    if missing and missing != here(person_id, missing, service_id):
        raise NothingToErase


def _kept(holds: QuerySet[Hold]) -> list[dict[str, Any]]:
    """By law and end: another erasure may want the same later, and a hold may be over
    before the certificate is made, which tells what was kept when this one began."""
    alike = holds.values_list("law", "until").annotate(memories=Count("id"))
    return [
        {"law": law, "until": until.isoformat(), "memories": memories}
        for law, until, memories in alike.order_by("law", "until")
    ]


def _newest_of_all(plan: Plan) -> datetime | None:
    """When the newest memory was made, where a large plan reaches every one that there
    is: what is told from now on is newer, for writers wait for the lock."""
    if not plan.large:
        return None
    all_of_it = Memory.objects.owned_by(plan.person_id)
    found = all_of_it.aggregate(rows=Count("*"), newest=Max("created_at"))
    return found["newest"] if found["rows"] == plan.memories else None


def _texts(person_id: uuid.UUID, ids: Collection[uuid.UUID]) -> list[str]:
    named = Memory.objects.owned_by(person_id).filter(id__any_of=ids).exclude(text="")
    return list(named.values_list("text", flat=True))
