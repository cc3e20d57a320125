"""A whole person: all that one service has of them, down to their own row."""

import uuid

from django.db.models import Q
from django.db.models.functions import Now

from governance.access import drop_over, lock_for_writing
from governance.audit import Actor
from governance.dispatch import run_later
from governance.erasure.ask import ask_for_all, begin_waiting
from governance.erasure.claim import OPEN
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
    return ask_for_all(
        person_id,
        service_id,
        actor=actor,
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
        begin_waiting(run, actor)
        run_later("erase", run.id)


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
