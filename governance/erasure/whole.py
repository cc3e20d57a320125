"""A whole person: all that one service has of them, down to their own row."""

import uuid

from django.db.models import Q
from django.db.models.functions import Now

from governance.access import drop_over, lock_for_writing
from governance.audit import Actor, record
from governance.dispatch import run_later
from governance.erasure.ask import NO_UNDO, ask, begin, not_yet_erased
from governance.erasure.choosing import all_of_service
from governance.erasure.claim import OPEN
from governance.erasure.scope import plan_for
from governance.models import EraseScope, ErasureRun, GonePerson


def erase_whole(
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    *,
    actor: Actor,
    unit: uuid.UUID | None = None,
) -> ErasureRun:
    """Begins it in this transaction, without undo; call it inside the scope of whoever
    asks. What a hold keeps stays, and the person's own row with it, until that ends."""
    begin_forgets(person_id, actor=actor)
    _scope, ids = all_of_service(person_id, service_id)
    return ask(
        ids,
        person_id=person_id,
        service_id=service_id,
        actor=actor,
        undo=NO_UNDO,
        scope=EraseScope.WHOLE_PERSON,
        unit=unit,
    )


def begin_forgets(person_id: uuid.UUID, *, actor: Actor) -> None:
    """Forgets that could still be undone begin now, before there is nobody left to begin
    them for; call it in the person's scope. Raises ``Refused`` where there is nobody."""
    lock_runs_first(person_id)
    waiting = _waiting(person_id)
    lock_for_writing(person_id)
    for run in waiting:
        _begin(run, actor)


def lock_runs_first(person_id: uuid.UUID) -> None:
    """Locks the runs of a person that have not begun. Whoever may begin them calls it
    before the person is locked: a worker and an undo lock them in this order."""
    mine = ErasureRun.objects.owned_by(person_id).filter(state__in=OPEN, epoch=None)
    list(mine.select_for_update().order_by("created_at", "id").values_list("id"))


def drop_gone() -> int:
    """Deletes the rows that said so, a year later; gives how many."""
    return drop_over(GonePerson, Q(expires_at__lte=Now()), name="gone_people")


def _waiting(person_id: uuid.UUID) -> list[ErasureRun]:
    """Not whole persons: only a replay opens such a run without beginning it."""
    mine = ErasureRun.objects.owned_by(person_id).filter(state__in=OPEN, epoch=None)
    mine = mine.exclude(scope=EraseScope.WHOLE_PERSON)
    mine.update(due_at=Now())
    return list(mine.order_by("created_at", "id"))


def _begin(run: ErasureRun, actor: Actor) -> None:
    person_id, service_id = run.person_id, run.service_id
    roots = not_yet_erased(person_id, run.root_ids)
    plan = plan_for(
        run.scope,
        person_id,
        service_id,
        roots,
        run_id=run.id,
        with_history=run.with_history,
        wanted_back=run.wanted_back,
        asked_at=run.created_at,
    )
    begin(run, plan)
    record(
        "erasure.begun",
        actor,
        service_id=service_id,
        person_id=person_id,
        subjects=[run.id],
        counts=plan.counts,
    )
    run_later("erase", run.id)
