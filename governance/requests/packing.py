"""The copy that an access or a portability request gets: ordered once, and in whose hands."""

from datetime import date
from typing import Any

from django.conf import settings
from django.urls import reverse

from governance.access import as_staff, as_staff_with
from governance.audit import SYSTEM
from governance.models import (
    LIVE_PACKAGES,
    Package,
    PackageKind,
    PackageState,
    Person,
    RequestEvent,
    Right,
    SubjectRequest,
)
from governance.requests import packages
from governance.requests.contact import contact_of
from governance.requests.office import office
from governance.requests.reaching import NO_WAY, Way, handed_over_at, way_of
from governance.requests.scope import records_of

PACKED = {Right.ACCESS: PackageKind.ACCESS, Right.PORTABILITY: PackageKind.PORTABILITY}
PACKAGE_TROUBLE = "package_failed"
NOBODY = "nobody_there"
PASSAGES = "passages_undecided"


def order_package(request: SubjectRequest) -> None:
    """Orders it; while there is one, it stays that one. Outside of any scope."""
    records = records_of(request.person_ids)
    if not records:
        return
    account_id = request.account_id if _all_theirs(request) else None
    with as_staff():
        standing = packages.state_of(request.id)
        # One that failed, or ended before it was told of, waits for staff to say so.
        if standing is not None and not _again(request, standing.package):
            return
        packages.order(
            request.id,
            PACKED[Right(request.right)],
            persons=records,
            account_id=account_id,
            language=request.language,
            actor=SYSTEM,
        )


def left_of_package(request: SubjectRequest) -> str:
    """Why it is not in anybody's hands yet, as a fixed word; '' where it is ready."""
    with as_staff():
        standing = packages.state_of(request.id)
        way = way_of(request, standing.package) if standing else None
    if standing is None:
        return NOBODY
    if standing.state == PackageState.BUILDING:
        return PASSAGES if standing.undecided else "under_way"
    if standing.state != PackageState.READY:
        return PACKAGE_TROUBLE
    return "" if way else NO_WAY


def package_told(request: SubjectRequest) -> dict[str, Any]:
    """What the letter says of it: where it is, and until when. Whoever has no account gets
    a link of their own, and a code by mail when they open it; what staff handed over has
    the day of it. In the staff's scope, in the transaction in which the letter goes."""
    standing = packages.state_of(request.id)
    if standing is None or standing.state != PackageState.READY:
        return {}
    package = standing.package
    way = way_of(request, package)
    if way is None:
        return {}
    if way == Way.HAND:
        return {"package_handed": _day_of_handing(request, package)}
    path = _path(request, package, way)
    ends = package.expires_at
    return {
        "package_link": settings.PUBLIC_URL + path,
        "package_until": ends.astimezone(office().tz).date() if ends else None,
    }


def _path(request: SubjectRequest, package: Package, way: Way) -> str:
    if way == Way.PAGE:
        return reverse("package", kwargs={"package_id": package.id})
    address = contact_of(request)
    token, _ends = packages.make_link(package.id, address=address, actor=SYSTEM)
    return reverse("package-link", kwargs={"token": token})


def _day_of_handing(request: SubjectRequest, package: Package) -> date | None:
    event = handed_over_at(request, package)
    return event.at.astimezone(office().tz).date() if event else None


def _again(request: SubjectRequest, package: Package) -> bool:
    """Whether staff asked for another try since this one was ordered."""
    if package.state in LIVE_PACKAGES:
        return False
    tries = RequestEvent.objects.filter(request_id=request.id, kind="tried_again")
    return tries.filter(at__gt=package.created_at).exists()


def _all_theirs(request: SubjectRequest) -> bool:
    """Whether the account that asks has every one of the records."""
    if request.account_id is None:
        return False
    with as_staff_with(*request.person_ids):
        others = Person.objects.filter(id__in=request.person_ids)
        return not others.exclude(account_id=request.account_id).exists()
