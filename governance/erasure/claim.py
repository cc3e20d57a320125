"""Claim a run by lease and fencing token; time comes from the database.

A worker that was paused, killed or cut off finds its fence old and can change nothing:
the claim and every step of the run are conditional updates on it.
"""

import logging
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db.models import BigIntegerField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce, Now

from governance.access import as_service_with, as_sweeper, silent_for_at_most
from governance.erasure.plan import Plan
from governance.models import ErasureRun, RunState

# Told its type: a bare number is sent as one of 4 bytes, of which 0 would be left.
LAST_EPOCH = Value(2**62, output_field=BigIntegerField())
WORKERS_DIED = "WorkersDied"
log = logging.getLogger(__name__)
OPEN = [RunState.WAITING, RunState.RUNNING, RunState.VERIFYING]


class LeaseLost(Exception):
    """Another worker has claimed the run since; this one stops without a trace."""


@dataclass(frozen=True)
class Claim:
    """The right to carry out one run, until somebody else's fence is higher."""

    run_id: uuid.UUID
    fence: int
    plan: Plan
    tries: int
    scope: str
    begun: bool
    readable: bool = True

    def add_counts(self, gone: Mapping[str, int]) -> None:
        """Adds to the run's counts of erased rows; call it inside a step."""
        mine = ErasureRun.objects.owned_by(self.plan.person_id)
        run = mine.only("counts").get(id=self.run_id)
        for store, rows in gone.items():
            run.counts[store] = run.counts.get(store, 0) + rows
        if any(gone.values()):
            run.tries = 0  # it gets on: only tries in vain are counted
        run.save(update_fields=["counts", "tries"])

    @contextmanager
    def step(self, **changes: object) -> Iterator[None]:
        """One transaction of the run: renews the lease, or raises :class:`LeaseLost`.

        The conditional update comes first, so its row lock keeps any other claim out
        until this step has committed, or until the worker is silent for a lease.
        """
        with as_service_with(self.plan.service_id, self.plan.person_id, erasing=True):
            silent_for_at_most(settings.ERASURE_LEASE)
            held = ErasureRun.objects.owned_by(self.plan.person_id).filter(
                id=self.run_id, fence=self.fence, state__in=OPEN
            )
            if not held.update(lease_until=_lease_end(), **changes):
                raise LeaseLost
            yield


def claim(run_id: uuid.UUID) -> Claim | None:
    """The claim on a due run; None when it is not due, done, or somebody's."""
    with as_sweeper():
        due = claimable().filter(id=run_id)
        if _given_up(due):
            log.error("erasure %s needs attention: its workers died", run_id)
            return None
        if not due.update(
            state=RunState.RUNNING,
            fence=F("fence") + 1,
            tries=F("tries") + 1,
            lease_until=_lease_end(),
            started_at=Coalesce("started_at", Now()),
        ):
            return None
        run = ErasureRun.objects.get(id=run_id)
    plan = Plan(run.person_id, run.service_id, run.id, frozenset(run.root_ids))
    readable = True
    try:
        plan = plan.with_numbers(run.plan)
    except (KeyError, ValueError, TypeError):
        # Claimed all the same, so that the failure can be noted on the run.
        readable = False
    return Claim(
        run_id=run.id,
        fence=run.fence,
        plan=plan,
        tries=run.tries,
        scope=run.scope,
        begun=run.epoch is not None,
        readable=readable,
    )


def _given_up(due: QuerySet[ErasureRun]) -> bool:
    """Whether its workers have died so often, without a step, that nobody tries again
    unasked: one that is killed outright cannot note that it failed."""
    in_vain = due.filter(tries__gte=settings.ERASURE_TRIES)
    return bool(
        in_vain.update(
            state=RunState.NEEDS_ATTENTION, trouble=WORKERS_DIED, lease_until=None
        )
    )


def claimable() -> QuerySet[ErasureRun]:
    """Runs that are due, that no living worker holds, and whose person has no earlier
    one open: a later plan counts as gone what an earlier run is still to delete."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=Now())
    due = ErasureRun.objects.filter(free, state__in=OPEN, due_at__lte=Now())
    # One that has not begun has no epoch yet and comes after all that have.
    its_epoch = Coalesce(OuterRef("epoch"), LAST_EPOCH)
    earlier = ErasureRun.objects.filter(
        person_id=OuterRef("person_id"), state__in=OPEN, epoch__lt=its_epoch
    )
    return due.exclude(Exists(earlier))


def next_of(person_id: uuid.UUID) -> uuid.UUID | None:
    """The run of this person that has waited longest for an earlier one to end."""
    waiting = ErasureRun.objects.owned_by(person_id).filter(
        state__in=OPEN, due_at__lte=Now()
    )
    return waiting.order_by("epoch").values_list("id", flat=True).first()


def _lease_end() -> CombinedExpression:
    return Now() + settings.ERASURE_LEASE
