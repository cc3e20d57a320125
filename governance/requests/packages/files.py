"""The folder of the sealed files: one file a package and claim, for the server's own user
alone. A file whose row does not need it is deleted, whatever left it there."""

import contextlib
import uuid
from collections.abc import Iterator
from pathlib import Path

from django.db.models import Q, QuerySet

from governance.access import (
    PACKAGE_SUFFIX,
    as_sweeper,
    package_folder,
    package_path,
)
from governance.models import Package, PackageState


def remove(package_id: uuid.UUID, fence: int) -> None:
    """Deletes the file, if it is there."""
    package_path(package_id, fence).unlink(missing_ok=True)


def sweep_files() -> int:
    """Deletes what no row needs: of packages that are over, and what a builder that died
    or was overtaken has left; gives how many."""
    found = dict(_named(package_folder()))
    ids = {package_id for package_id, _fence in found}
    with as_sweeper():
        needed = set(_needed().filter(id__in=ids).values_list("id", "fence"))
    gone = [path for name, path in found.items() if name not in needed]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def _needed() -> QuerySet[Package]:
    """One that is being made needs the file of its newest claim, also when that is late:
    it may go on."""
    return Package.objects.filter(
        Q(state=PackageState.READY)
        | Q(state=PackageState.BUILDING, lease_until__isnull=False)
    )


def _named(place: Path) -> Iterator[tuple[tuple[uuid.UUID, int], Path]]:
    for path in place.glob(f"*{PACKAGE_SUFFIX}"):
        package_id, _, fence = path.name.removesuffix(PACKAGE_SUFFIX).rpartition("-")
        with contextlib.suppress(ValueError):
            yield (uuid.UUID(package_id), int(fence)), path
