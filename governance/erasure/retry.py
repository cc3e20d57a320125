"""Take up again a run that had failed too often and waited for somebody."""

from governance.audit import Actor, record
from governance.dispatch import run_later
from governance.models import ErasureRun, RunState


class NotStopped(Exception):
    """It does not wait for anybody: somebody was quicker, or it never stopped."""


def retry(run: ErasureRun, *, actor: Actor) -> None:
    """From where it was, with all its tries before it; call it in the staff's scope, which
    may change a stopped run in this way alone. Raises :class:`NotStopped`."""
    stopped = ErasureRun.objects.filter(id=run.id, state=RunState.NEEDS_ATTENTION)
    # The lease goes too: the failure has renewed it, and nobody holds the run.
    if not stopped.update(
        state=RunState.RUNNING, tries=0, trouble="", lease_until=None
    ):
        raise NotStopped
    record(
        "erasure.tried_again",
        actor,
        service_id=run.service_id,
        person_id=run.person_id,
        subjects=[run.id],
    )
    run_later("erase", run.id)
