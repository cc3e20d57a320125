"""Claim a package by lease and fencing token, as erasure runs are claimed; time comes from
the database. One that waits for staff to decide what is left out is nobody's.

One is made at a time: a large one takes minutes, and erasures must not wait behind two."""

import time
import uuid
from dataclasses import dataclass, field

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from governance.access import as_sweeper
from governance.models import (
    Package,
    PackageKind,
    PackageRedaction,
    PackageState,
    RedactionState,
)

BATCH = 100


class LeaseLost(Exception):
    """Another builder has claimed the package since, or it was withdrawn."""


@dataclass
class Claim:
    """The right to make one package, until somebody else's fence is higher."""

    package: Package
    _renewed: float = field(default_factory=time.monotonic)

    def renew(self) -> None:
        """Called with each step, renews the lease when a part of it is over. Raises
        :class:`LeaseLost`."""
        if time.monotonic() - self._renewed < settings.PACKAGES.lease.seconds / 4:
            return
        self.change(lease_until=Now() + settings.PACKAGES.lease)
        self._renewed = time.monotonic()

    def change(self, **columns: object) -> None:
        """Writes to the row, in a transaction of its own. Raises :class:`LeaseLost`."""
        with as_sweeper():
            self.change_here(**columns)

    def change_here(self, **columns: object) -> None:
        """The same inside a transaction of the caller's."""
        mine = Package.objects.filter(
            id=self.package.id, fence=self.package.fence, state=PackageState.BUILDING
        )
        if not mine.update(**columns):
            raise LeaseLost


def claim(package_id: uuid.UUID) -> Claim | None:
    """The claim on a package that is to be made; None when it is made, over, waits for a
    decision or for another one, or is somebody's."""
    with as_sweeper():
        busy = Package.objects.filter(
            state=PackageState.BUILDING, lease_until__gt=Now()
        ).exclude(id=package_id)
        mine = claimable().filter(~Exists(busy), id=package_id)
        if not mine.update(
            fence=F("fence") + 1,
            tries=F("tries") + 1,
            lease_until=Now() + settings.PACKAGES.lease,
        ):
            return None
        return Claim(Package.objects.get(id=package_id))


def waiting() -> list[uuid.UUID]:
    """Up to 100 that no living builder holds, the oldest first."""
    with as_sweeper():
        rows = claimable().order_by("created_at", "id")
        return list(rows.values_list("id", flat=True)[:BATCH])


def claimable() -> QuerySet[Package]:
    """To be made, and free."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=Now())
    undecided = PackageRedaction.objects.filter(
        request_id=OuterRef("request_id"), state=RedactionState.PROPOSED
    )
    to_be_made = Package.objects.filter(free, state=PackageState.BUILDING)
    return to_be_made.filter(~Q(kind=PackageKind.ACCESS) | ~Exists(undecided))
