"""Erase now what was only forgotten: the time for undo is over at once."""

from django.db.models.functions import Now

from governance.audit import Actor, record
from governance.dispatch import run_later
from governance.erasure.entering import enter_hastened
from governance.erasure.undo import TooLate
from governance.models import ErasureRun, RunState


def hasten(run: ErasureRun, *, actor: Actor) -> None:
    """Begins the erasure of a forget; call it inside the scope of whoever asks. Raises
    :class:`TooLate` where it was undone; where it has begun already nothing changes."""
    # The run's row and nothing else: an undo changes it first too.
    mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run.id)
    if mine.filter(state=RunState.UNDONE).exists():
        raise TooLate
    waiting = mine.filter(state=RunState.WAITING, due_at__gt=Now(), epoch=None)
    if not waiting.update(due_at=Now()):
        return
    enter_hastened(run)
    record(
        "erasure.hastened",
        actor,
        service_id=run.service_id,
        person_id=run.person_id,
        subjects=[run.id],
    )
    run_later("erase", run.id)
