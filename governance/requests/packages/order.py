"""Order a package for a request, and tell how far it is."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from governance.audit import Actor, record
from governance.dispatch import run_later
from governance.models import (
    LIVE_PACKAGES,
    Package,
    PackageDownload,
    PackageKind,
    PackageRedaction,
    PackageState,
    RedactionState,
)
from governance.requests.packages.strays import drop_strays


@dataclass(frozen=True)
class Standing:
    """How far the newest package of a request is. ``undecided`` passages keep it from
    being made."""

    package: Package
    undecided: int
    left_out: int
    downloads: int

    @property
    def state(self) -> PackageState:
        """Its state."""
        return PackageState(self.package.state)


def order(
    request_id: uuid.UUID,
    kind: PackageKind,
    *,
    persons: Sequence[tuple[uuid.UUID, uuid.UUID]],
    account_id: uuid.UUID | None,
    language: str,
    actor: Actor,
) -> Package:
    """Has a package made of these (person, service) pairs; call it in the staff's scope.
    While there is one that is ready or being made, it is that one; after one that failed,
    was withdrawn or expired it is a new one. Decisions about passages hold for the
    request, so they are not asked for twice."""
    of_request = Package.objects.filter(request_id=request_id, kind=kind)
    before = of_request.filter(state__in=LIVE_PACKAGES).first()
    if before:
        return before
    drop_strays()
    package = Package.objects.create(
        request_id=request_id,
        account_id=account_id,
        person_ids=[person_id for person_id, _service in persons],
        service_ids=[service_id for _person, service_id in persons],
        kind=kind,
        language=language,
    )
    for person_id, service_id in persons:
        record(
            "package.ordered",
            actor,
            service_id=service_id,
            person_id=person_id,
            subjects=[package.id, request_id],
        )
    run_later("build_package", package.id)
    return package


def state_of(request_id: uuid.UUID, kind: PackageKind | None = None) -> Standing | None:
    """Of the newest package of the request, by its kind where it has two; call it in the
    staff's scope. None before one was ordered."""
    rows = Package.objects.filter(request_id=request_id)
    package = (rows.filter(kind=kind) if kind else rows).order_by("created_at").last()
    if package is None:
        return None
    return Standing(
        package,
        undecided=_passages(request_id, RedactionState.PROPOSED).count(),
        left_out=_passages(request_id, RedactionState.CONFIRMED).count(),
        downloads=PackageDownload.objects.filter(package_id=package.id).count(),
    )


def _passages(
    request_id: uuid.UUID, state: RedactionState
) -> QuerySet[PackageRedaction]:
    return PackageRedaction.objects.filter(request_id=request_id, state=state)
