"""Make a package: look through the texts, write the sealed zip, then say that it is ready.

The key is made with the claim and stored with the last step: a file that was not finished
opens for nobody, and is deleted. Nothing plain is written anywhere.
"""

import errno
import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.db.models.functions import Now
from django.utils import timezone, translation

from governance.access import (
    SealingFile,
    as_sweeper,
    fresh_key,
    note_current_key,
    package_path,
    seal_package_key,
)
from governance.audit import SYSTEM, record
from governance.models import Account, Package, PackageKind, PackageState
from governance.requests.packages.archive import LARGE, LONG, Archive, Hashing
from governance.requests.packages.claim import Claim, LeaseLost, claim
from governance.requests.packages.contents import Contents, NobodyThere
from governance.requests.packages.files import remove
from governance.requests.packages.kept import characters
from governance.requests.packages.members import add_access, add_portability
from governance.requests.packages.others import look

log = logging.getLogger(__name__)

MEMBERS = {
    PackageKind.ACCESS: add_access,
    PackageKind.PORTABILITY: add_portability,
}
FULL = {errno.ENOSPC, errno.EDQUOT}
DISK_FULL, DISK, NOBODY, BROKEN = "disk_full", "disk", "nobody_there", "broken"
"""What ``trouble`` of a package that failed may say."""


def build(package_id: uuid.UUID) -> bool:
    """Makes the package, if it is to be made and nobody else's; whether it is ready now.
    What stops it is on the row, and nothing of the file is left."""
    held = claim(package_id)
    if held is None:
        return False
    ready = False
    try:
        ready = _build(held)
    except LeaseLost:
        log.info("package %s was withdrawn or taken over", package_id)
    except NobodyThere:
        _fail(held, NOBODY)
    except OSError as trouble:
        _fail(held, DISK_FULL if trouble.errno in FULL else DISK)
    except Exception as trouble:  # noqa: BLE001  one bad package must not stop the queue
        _try_again(held, trouble)
    finally:
        if not ready:
            remove(held.package.id, held.package.fence)
    return ready


def _build(held: Claim) -> bool:
    package = held.package
    contents = Contents.at_this_moment(held)
    if package.kind == PackageKind.ACCESS and not look(held, until=contents.as_of):
        # Until the last passage is decided it is nobody's, and this was no failed try.
        held.change(lease_until=None, tries=0)
        return False
    key = fresh_key()
    path = package_path(package.id, package.fence)
    with SealingFile(path, key, about=package.id.bytes) as sealing, _spoken(package):
        hashing = Hashing(sealing)
        made = timezone.localtime(contents.as_of)
        large = contents.count() > LARGE or characters(contents) > LONG
        with Archive(hashing, made=made, large=large) as archive:
            counts = MEMBERS[PackageKind(package.kind)](archive, contents)
    _finish(held, key, size=sealing.size, sha256=hashing.hash.digest(), counts=counts)
    return True


def _finish(
    held: Claim, key: bytes, *, size: int, sha256: bytes, counts: dict[str, int]
) -> None:
    package = held.package
    sealed, key_id = seal_package_key(key)
    with as_sweeper():
        note_current_key()
        held.change_here(
            state=PackageState.READY,
            key_sealed=sealed,
            key_sealed_by=key_id,
            size=size,
            sha256=sha256,
            counts=counts,
            lease_until=None,
            made_at=Now(),
            expires_at=Now() + settings.PACKAGES.life,
        )
        _enter("package.made", package, counts)


def _fail(held: Claim, trouble: str) -> None:
    try:
        with as_sweeper():
            held.change_here(
                state=PackageState.FAILED,
                trouble=trouble,
                lease_until=None,
                ended_at=Now(),
            )
            _enter("package.failed", held.package, {})
    except LeaseLost:
        return
    log.error("package %s could not be made: %s", held.package.id, trouble)


def _try_again(held: Claim, trouble: Exception) -> None:
    """By its kind only: what it says may hold somebody's words."""
    log.warning("package %s: %s", held.package.id, type(trouble).__name__)
    if held.package.tries >= settings.PACKAGES.tries:
        _fail(held, BROKEN)
        return
    try:
        held.change(lease_until=None)
    except LeaseLost:
        return


def _enter(verb: str, package: Package, counts: dict[str, int]) -> None:
    pairs = zip(package.person_ids, package.service_ids, strict=True)
    for person_id, service_id in pairs:
        record(
            verb,
            SYSTEM,
            service_id=service_id,
            person_id=person_id,
            subjects=[package.id, package.request_id],
            counts=counts,
        )


@contextmanager
def _spoken(package: Package) -> Iterator[None]:
    """In the language of the request and the zone of the account."""
    ids = [package.account_id] if package.account_id else []
    zones = Account.objects.filter(id__in=ids).values_list("zone", flat=True)
    try:
        zone = ZoneInfo(zones.first() or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    with translation.override(package.language), timezone.override(zone):
        yield
