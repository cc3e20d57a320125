"""Undo a forget, while its time lasts: everything returns to what it was.

Where the world went on meanwhile it keeps its place: a key's newer value, or a row that
says the same again, stays in use and the old one returns to history.
"""

import uuid
from collections.abc import Sequence

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Now

from governance.access import (
    Switch,
    enter_switch,
    lock_for_writing,
    unwanted_detail,
)
from governance.audit import Actor, record
from governance.erasure.entering import enter_soon
from governance.erasure.plan import MEMORY
from governance.erasure.things import bring_back
from governance.models import (
    LIVE_STATES,
    ErasureItem,
    ErasureRun,
    Memory,
    MemoryState,
    Person,
    RunState,
    Unwanted,
)

IN_USE = [MemoryState.ACTIVE, MemoryState.PAUSED]


class TooLate(Exception):
    """The erasure has begun, or there was none to undo."""


def undo(run: ErasureRun, *, actor: Actor) -> None:
    """Restores what a forget took out of use; call it inside the scope of whoever asks.
    One that is undone already stays so.

    Raises :class:`TooLate`. The run's row is changed first: the job that would begin
    the erasure changes it first too, and only one of the two finds it as it was.
    """
    try:
        _undo_in_time(run, actor)
    except TooLate:
        # Looked at afterwards: somebody may have undone it a moment ago.
        mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run.id)
        if not mine.filter(state=RunState.UNDONE).exists():
            raise
    enter_soon(run)


def _undo_in_time(run: ErasureRun, actor: Actor) -> None:
    mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run.id)
    if not mine.filter(due_at__gt=Now()).exists():
        raise TooLate
    put_back(run, actor=actor)


def undo_together(runs: Sequence[ErasureRun], *, actor: Actor) -> int:
    """Undoes those of some runs, asked for at once, whose time is not over; gives how
    many. Raises :class:`TooLate` where it is over for all."""
    undone = 0
    for run in runs:
        try:
            undo(run, actor=actor)
        except TooLate:  # of each record its own time for undo
            continue
        undone += 1
    if not undone:
        raise TooLate
    return undone


def put_back(run: ErasureRun, *, actor: Actor) -> None:
    """The same without a look at the time for it, and without an entry in the ledger."""
    mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run.id)
    waiting = mine.filter(state=RunState.WAITING, epoch=None)
    if not waiting.update(state=RunState.UNDONE, finished_at=Now()):
        raise TooLate
    lock_for_writing(run.person_id)
    Memory.objects.owned_by(run.person_id).retire_expired()
    items = ErasureItem.objects.owned_by(run.person_id).filter(run_id=run.id)
    _leave_to_others(run, items)
    for state in set(items.filter(thing=MEMORY).values_list("before", flat=True)):
        _restore(run.person_id, items.filter(before=state, thing=MEMORY), state)
    bring_back(run, items)
    items.delete()
    _want_again(run)
    record(
        "erasure.undone",
        actor,
        service_id=run.service_id,
        person_id=run.person_id,
        subjects=[run.id],
    )


def _leave_to_others(run: ErasureRun, items: QuerySet[ErasureItem]) -> None:
    """What another forget wants gone as well stays out of use. That one found it forgotten,
    and is told what it was before."""
    waiting = ErasureRun.objects.owned_by(run.person_id).exclude(id=run.id)
    others = ErasureItem.objects.owned_by(run.person_id).filter(
        run_id__in=waiting.filter(state=RunState.WAITING, epoch=None).values("id"),
        thing=MEMORY,
    )
    shared = items.filter(Exists(others.filter(thing_id=OuterRef("thing_id"))))
    same = items.filter(thing_id=OuterRef("thing_id"))
    others.filter(
        Exists(shared.filter(thing_id=OuterRef("thing_id"))),
        before=MemoryState.FORGOTTEN,
    ).update(before=Subquery(same.values("before")[:1]))
    shared.delete()


def _want_again(run: ErasureRun) -> None:
    """With the forget goes the wish that it is not learnt again."""
    detail = unwanted_detail(run.id, run.person_id)
    if detail:
        Unwanted.objects.owned_by(run.person_id).filter(run_id=run.id).delete()
        whose = Person(id=run.person_id, service_id=run.service_id)
        enter_switch(Switch.DONT_LEARN, whose, protects=False, detail=detail)


def _restore(person_id: uuid.UUID, items: QuerySet[ErasureItem], state: str) -> None:
    rows = Memory.objects.owned_by(person_id).staying()
    rows = rows.filter(id__in=items.values("thing_id"), status=MemoryState.FORGOTTEN)
    if state in LIVE_STATES:
        rows.filter(Exists(_twins())).update(status=MemoryState.SUPERSEDED)
    if state in IN_USE:
        rows.exclude(key="").filter(Exists(_newer_values())).update(
            status=MemoryState.SUPERSEDED
        )
    rows.update(status=state)


def _newer_values() -> QuerySet[Memory]:
    return Memory.objects.filter(
        person_id=OuterRef("person_id"),
        service_id=OuterRef("service_id"),
        space=OuterRef("space"),
        key=OuterRef("key"),
        status__in=IN_USE,
    )


def _twins() -> QuerySet[Memory]:
    return Memory.objects.filter(
        person_id=OuterRef("person_id"),
        service_id=OuterRef("service_id"),
        space=OuterRef("space"),
        key=OuterRef("key"),
        text_hash=OuterRef("text_hash"),
        trust=OuterRef("trust"),
        status__in=LIVE_STATES,
    )
