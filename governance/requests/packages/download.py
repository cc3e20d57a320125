"""Hand a ready package out: checked whole before the first byte, then chunk by chunk, each
download on record."""

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.db.models.functions import Now

from governance.access import (
    CHUNK,
    Damaged,
    SealedFile,
    as_account,
    open_package,
)
from governance.audit import Actor, ActorKind, record
from governance.models import Package, PackageDownload, PackageLink, PackageState


class NotThere(Exception):
    """There is no file to be handed out: it is being made, failed, was withdrawn, is over,
    or was damaged; ``state`` says which."""

    def __init__(self, state: str) -> None:
        super().__init__("not there")
        self.state = state


DAMAGED = "damaged"


@dataclass(frozen=True)
class Mine:
    """A package of an account as its page shows it."""

    package: Package
    downloads: int
    over: bool

    @property
    def state(self) -> str:
        """Over by the clock, even before the sweep."""
        return PackageState.EXPIRED if self.over else self.package.state


@dataclass(frozen=True)
class Outgoing:
    """The file on its way out. Iterated once; closes itself."""

    package: Package
    file: SealedFile

    @property
    def size(self) -> int:
        """In bytes."""
        return self.file.size

    @property
    def name(self) -> str:
        """Says what it is and of which day, and nothing of whom."""
        made = self.package.made_at
        day = made.date().isoformat() if made else ""
        return f"memoryhub-{self.package.kind}-{day}.zip"

    def __iter__(self) -> Iterator[bytes]:
        with self.file as file:
            while piece := file.read(CHUNK):
                yield piece


def mine(account_id: uuid.UUID, package_id: uuid.UUID) -> Mine | None:
    """The account's package; None for what is none of theirs, and for one about a record
    that they have let go since."""
    with as_account(account_id) as persons:
        rows = Package.objects.filter(id=package_id, account_id=account_id)
        package = rows.annotate(over=_over()).first()
        if package is None or not _still_theirs(package, persons):
            return None
        downloads = PackageDownload.objects.filter(package_id=package_id).count()
        return Mine(package, downloads, bool(package.over))


def packages_of(account_id: uuid.UUID) -> list[Mine]:
    """All of the account's, newest first, of whatever state."""
    with as_account(account_id) as persons:
        rows = Package.objects.filter(account_id=account_id).annotate(over=_over())
        return [
            Mine(
                each,
                PackageDownload.objects.filter(package_id=each.id).count(),
                bool(each.over),
            )
            for each in rows.order_by("-created_at", "-id")
            if _still_theirs(each, persons)
        ]


def begin_download(account_id: uuid.UUID, package_id: uuid.UUID) -> Outgoing:
    """Opens the file for the account and enters that it was taken. Raises
    :class:`NotThere`, also for what is none of theirs."""
    found = mine(account_id, package_id)
    if found is None:
        raise NotThere("")
    outgoing = _opened(found.package, found.state)
    with as_account(account_id):
        _enter_download(
            found.package,
            Actor(ActorKind.ACCOUNT, account_id),
            PackageDownload(package_id=package_id, account_id=account_id, at=Now()),
        )
    return outgoing


def taken_by_staff(package: Package, actor: Actor) -> Outgoing:
    """The file, for a member of the staff who hands it over; enters that they took it. In
    the staff's scope. Raises :class:`NotThere`."""
    outgoing = _opened(package, package.state)
    _enter_download(
        package,
        actor,
        PackageDownload(package_id=package.id, account_id=actor.id, at=Now()),
        verb="package.taken",
    )
    return outgoing


def opened_by_link(package: Package, state: str) -> Outgoing:
    """The file, for a link that has shown its code. Raises :class:`NotThere`."""
    return _opened(package, state)


def enter_by_link(package: Package, link: PackageLink) -> None:
    """Enters that a link took it; call it in the scope of what was presented."""
    _enter_download(
        package,
        Actor(ActorKind.LINK, link.id),
        PackageDownload(package_id=package.id, link_id=link.id, at=Now()),
    )


def _opened(package: Package, state: str) -> Outgoing:
    if state != PackageState.READY:
        raise NotThere(state)
    try:
        file = open_package(package)
    except (FileNotFoundError, ValueError):
        raise NotThere(DAMAGED) from None
    if file.size != package.size or not _whole(file):
        file.close()
        raise NotThere(DAMAGED)
    return Outgoing(package, file)


def _whole(file: SealedFile) -> bool:
    try:
        file.check()
    except Damaged:
        return False
    return True


def _enter_download(
    package: Package,
    actor: Actor,
    row: PackageDownload,
    *,
    verb: str = "package.downloaded",
) -> None:
    row.save(force_insert=True)
    pairs: Sequence[tuple[uuid.UUID, uuid.UUID]] = list(
        zip(package.person_ids, package.service_ids, strict=True)
    )
    for person_id, service_id in pairs:
        record(
            verb,
            actor,
            service_id=service_id,
            person_id=person_id,
            subjects=[package.id, row.id],
        )


def _over() -> Q:
    return Q(state=PackageState.READY, expires_at__lte=Now())


def _still_theirs(package: Package, persons: Sequence[uuid.UUID]) -> bool:
    """A withdrawn one is about somebody who may have left the account by its erasure."""
    if package.state != PackageState.READY:
        return True
    return set(package.person_ids) <= set(persons)
