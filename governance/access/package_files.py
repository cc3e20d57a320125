"""Where packages lie, and how one is opened: by a key of its own, which a master key seals."""

import uuid
from pathlib import Path

from django.conf import settings

from governance.access.sealed_file import FOLDER_MODE, SealedFile
from governance.access.secrets import seal, unseal
from governance.models import LIVE_PACKAGES, Package

KEY_USE = "package key"
PACKAGE_SUFFIX = ".sealed"


def package_folder() -> Path:
    """Made at its first use; for the server's own user alone."""
    place: Path = settings.PACKAGES.folder
    place.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    place.chmod(FOLDER_MODE)
    return place


def package_path(package_id: uuid.UUID, fence: int) -> Path:
    """Where a claim writes, and where a ready package lies."""
    return package_folder() / f"{package_id}-{fence}{PACKAGE_SUFFIX}"


def drop_package_files(person_id: uuid.UUID) -> int:
    """Deletes the files of the person's packages that are over; gives how many are left
    there, or still have a key. Call it in a scope that sees them."""
    over = Package.objects.filter(person_ids__contains=[person_id]).exclude(
        state__in=LIVE_PACKAGES
    )
    left = over.filter(key_sealed__isnull=False).count()
    for package_id in over.values_list("id", flat=True):
        for path in package_folder().glob(f"{package_id}-*{PACKAGE_SUFFIX}"):
            path.unlink(missing_ok=True)
            left += path.exists()
    return left


def seal_package_key(key: bytes) -> tuple[bytes, str]:
    """As the row keeps it, with the name of the master key."""
    return seal(KEY_USE, key.hex())


def open_package(package: Package) -> SealedFile:
    """The plain zip of a ready package, chunk by chunk. Raises ``FileNotFoundError``, and
    ``ValueError`` where its master key is gone."""
    if package.key_sealed is None or package.key_sealed_by_id is None:
        raise FileNotFoundError
    sealed = bytes(package.key_sealed)
    key = bytes.fromhex(unseal(KEY_USE, sealed, package.key_sealed_by_id))
    path = package_path(package.id, package.fence)
    return SealedFile(path, key, about=package.id.bytes)
