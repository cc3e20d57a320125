"""Claim a row of the queue by lease and fencing token, as erasure runs are claimed; time
comes from the database.

A text is derived again when no erasure of its person is on its way: what is to go has
gone by then, and what goes next is not derived from.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from governance.access import (
    as_service_with,
    as_sweeper,
    lock_for_writing,
    silent_for_at_most,
)
from governance.audit import Actor, record
from governance.dispatch import run_later
from governance.models import ErasureRun, Rebuild, RunState

LIFE = timedelta(days=30)
"""How long a text that may not be derived, or cannot, is waited for."""

SOON = timedelta(minutes=1)
"""After which it is asked again whether memory is on."""

AT_ONCE = timedelta(0)
BATCH = 100
ENDED = [RunState.DONE, RunState.UNDONE, RunState.NEEDS_ATTENTION]


class LeaseLost(Exception):
    """Another worker has claimed the row since, or it is done; this one stops."""


@dataclass(frozen=True)
class Held:
    """The right to derive one text, until somebody else's fence is higher."""

    rebuild_id: uuid.UUID
    fence: int
    person_id: uuid.UUID
    service_id: uuid.UUID

    @contextmanager
    def step(self) -> Iterator[Rebuild]:
        """One transaction with the person locked: renews the lease and gives the row, or
        raises :class:`LeaseLost`. The person comes first, as in every writer."""
        with as_service_with(self.service_id, self.person_id):
            silent_for_at_most(settings.ERASURE_LEASE)
            lock_for_writing(self.person_id)
            if not self._row.update(lease_until=Now() + settings.ERASURE_LEASE):
                raise LeaseLost
            yield self._row.get()

    def put_off(self, wait: timedelta) -> None:
        """It was no failure and waits for better times; call it inside a step."""
        self._row.update(lease_until=Now() + wait, tries=0, trouble="")

    def note(self, trouble: str) -> None:
        """Why it failed; call it inside a step."""
        self._row.update(trouble=trouble)

    def done(self) -> None:
        """Its time in the queue is over; call it inside a step."""
        self._row.delete()

    @property
    def _row(self) -> QuerySet[Rebuild]:
        mine = Rebuild.objects.owned_by(self.person_id)
        return mine.filter(id=self.rebuild_id, fence=self.fence)


def claim(rebuild_id: uuid.UUID) -> Held | None:
    """The claim on a row; None when it is gone, has to wait, or is somebody's."""
    with as_sweeper():
        row = _claimable().filter(id=rebuild_id)
        if not row.update(
            fence=F("fence") + 1,
            tries=F("tries") + 1,
            lease_until=Now() + settings.ERASURE_LEASE,
        ):
            return None
        names = ("id", "fence", "person_id", "service_id")
        return Held(*Rebuild.objects.values_list(*names).get(id=rebuild_id))


def waiting() -> list[uuid.UUID]:
    """Up to 100 rows that no living worker holds, the oldest first."""
    with as_sweeper():
        return _oldest(_claimable())


def waiting_of(person_id: uuid.UUID) -> list[uuid.UUID]:
    """The same of one person; call it in a scope of theirs."""
    return _oldest(_claimable().filter(person_id=person_id))


def erasing(person_id: uuid.UUID) -> bool:
    """Whether an erasure of theirs is on its way; call it with the person locked."""
    return _on_their_way().filter(person_id=person_id).exists()


def stuck() -> int:
    """How many texts wait for somebody: they failed so often that nobody tries again."""
    with as_sweeper():
        return Rebuild.objects.filter(_stuck()).count()


def try_stuck_again(actor: Actor) -> int:
    """Somebody says that what stopped them is mended; gives how many are tried again."""
    with as_sweeper():
        freed = Rebuild.objects.filter(_stuck()).update(
            tries=0, trouble="", lease_until=None
        )
        if freed:
            record("rebuild.tried_again", actor, counts={"texts": freed})
            run_later("sweep")
    return freed


def too_old() -> Q:
    """Rows that nobody waits for any more."""
    return Q(created_at__lte=Now() - LIFE)


def _claimable() -> QuerySet[Rebuild]:
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=Now())
    # One that fails and fails needs somebody's attention, and goes when it is too old.
    theirs = _on_their_way().filter(person_id=OuterRef("person_id"))
    return Rebuild.objects.filter(free, too_old() | ~_stuck()).exclude(Exists(theirs))


def _stuck() -> Q:
    return Q(tries__gte=settings.ERASURE_TRIES) & ~Q(trouble="")


def _on_their_way() -> QuerySet[ErasureRun]:
    """Erasures that have begun; before that they may be undone and have no epoch."""
    return ErasureRun.objects.filter(epoch__isnull=False).exclude(state__in=ENDED)


def _oldest(rows: QuerySet[Rebuild]) -> list[uuid.UUID]:
    return list(rows.order_by("created_at", "id").values_list("id", flat=True)[:BATCH])
