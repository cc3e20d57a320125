"""A ready package ends after its seven days; what is over is no file, and a year later no
row either."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from governance.access import as_sweeper, drop_over
from governance.audit import SYSTEM, record
from governance.models import (
    Package,
    PackageDownload,
    PackageLink,
    PackageRedaction,
    PackageState,
)
from governance.requests.packages.build import build
from governance.requests.packages.claim import waiting
from governance.requests.packages.files import sweep_files
from governance.requests.packages.strays import drop_strays

BATCH = 500
YEAR = timedelta(days=366)
"""Not less than the policies of the tables say, in a leap year either."""


def sweep() -> None:
    """Ends what is over, deletes files that no row needs, and makes what waits: its bell
    was not rung, or its builder died."""
    expire()
    sweep_files()
    with as_sweeper():
        drop_strays()
    for package_id in waiting():
        build(package_id)


def expire() -> int:
    """Ends ready packages whose time is over: the key first, then the file; gives how
    many."""
    with as_sweeper():
        over = Package.objects.select_for_update(skip_locked=True).filter(
            state=PackageState.READY, expires_at__lte=Now()
        )
        found = list(over.order_by("expires_at")[:BATCH])
        Package.objects.filter(id__in=[each.id for each in found]).update(
            state=PackageState.EXPIRED,
            key_sealed=None,
            key_sealed_by=None,
            size=None,
            sha256=None,
            ended_at=Now(),
        )
        for package in found:
            _enter(package)
    if found:
        sweep_files()
    return len(found)


def drop_old() -> int:
    """Deletes rows that have had their time: links that ended, decisions half a year old,
    packages and downloads a year after; gives how many."""
    over, year_ago = Q(expires_at__lte=Now()), Now() - YEAR
    return (
        drop_over(PackageLink, over, name="package_links")
        + drop_over(PackageRedaction, over, name="passages")
        + drop_over(Package, Q(ended_at__lte=year_ago), name="packages")
        + drop_over(PackageDownload, Q(at__lte=year_ago), name="downloads")
    )


def _enter(package: Package) -> None:
    pairs = zip(package.person_ids, package.service_ids, strict=True)
    for person_id, service_id in pairs:
        record(
            "package.expired",
            SYSTEM,
            service_id=service_id,
            person_id=person_id,
            subjects=[package.id],
        )
