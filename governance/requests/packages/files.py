"""The folder of the sealed files: one file a package and claim, for the server's own user
alone. A file whose row does not need it is deleted, whatever left it there."""

import contextlib
import uuid
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db.models import Q, QuerySet

from governance.access import FOLDER_MODE, SealedFile, as_sweeper, unseal
from governance.models import Package, PackageState

KEY_USE = "package key"
SUFFIX = ".sealed"


def folder() -> Path:
    """Made at its first use; 0700."""
    place: Path = settings.PACKAGES.folder
    place.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    place.chmod(FOLDER_MODE)
    return place


def path_of(package_id: uuid.UUID, fence: int) -> Path:
    """Where a claim writes, and where a ready package lies."""
    return folder() / f"{package_id}-{fence}{SUFFIX}"


def opened(package: Package) -> SealedFile:
    """The plain zip of a ready package, chunk by chunk. Raises ``Damaged`` and
    ``FileNotFoundError``; ``ValueError`` where its master key is gone."""
    if package.key_sealed is None or package.key_sealed_by_id is None:
        raise FileNotFoundError
    sealed = bytes(package.key_sealed)
    key = bytes.fromhex(unseal(KEY_USE, sealed, package.key_sealed_by_id))
    path = path_of(package.id, package.fence)
    return SealedFile(path, key, about=package.id.bytes)


def remove(package_id: uuid.UUID, fence: int) -> None:
    """Deletes the file, if it is there."""
    path_of(package_id, fence).unlink(missing_ok=True)


def sweep_files() -> int:
    """Deletes what no row needs: of packages that are over, and what a builder that died
    or was overtaken has left; gives how many."""
    found = dict(_named(folder()))
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
    for path in place.glob(f"*{SUFFIX}"):
        package_id, _, fence = path.name.removesuffix(SUFFIX).rpartition("-")
        with contextlib.suppress(ValueError):
            yield (uuid.UUID(package_id), int(fence)), path
