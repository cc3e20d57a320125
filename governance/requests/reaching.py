"""By which way a copy reaches whoever asked for it. Where there is none the request is not
done: an address is entered, or staff take the copy and hand it over, on record."""

import uuid
from enum import StrEnum

from governance.access import as_staff
from governance.audit import Actor
from governance.dispatch import run_later
from governance.models import Account, Package, RequestEvent, SubjectRequest
from governance.requests import packages
from governance.requests.contact import put_contact
from governance.requests.letters import mail_is_sent
from governance.requests.refusals import NoSuchRequest, NotPossible
from governance.requests.timeline import happened

RUN = "follow_request"
NO_WAY = "no_way_to_hand_over"


class Way(StrEnum):
    """How it comes into their hands."""

    PAGE = "page"
    LINK = "link"
    HAND = "hand"


def way_of(request: SubjectRequest, package: Package) -> Way | None:
    """The way of a package that is ready; None where nobody could get it. In a scope of
    the staff. A link needs a code by mail: without mail it opens for nobody."""
    if package.account_id and _may_sign_in(package.account_id):
        return Way.PAGE
    if request.contact_sealed and mail_is_sent():
        return Way.LINK
    return Way.HAND if handed_over_at(request, package) else None


def _may_sign_in(account_id: uuid.UUID) -> bool:
    return Account.objects.filter(id=account_id, is_active=True).exists()


def handed_over_at(request: SubjectRequest, package: Package) -> RequestEvent | None:
    """That staff gave this very copy into the person's hands."""
    return _since(request, package, "copy_handed_over")


def give_address(request: SubjectRequest, address: str, how: str, actor: Actor) -> None:
    """Where the answer goes; ``how`` says by what it is known to be theirs (scrubbed)."""
    _refuse_elsewhere(request)
    if not how:
        raise NotPossible("reason_missing")
    if not mail_is_sent():
        raise NotPossible("no_mail")
    put_contact(request, address)
    _go_on(request, "address_given", how, actor)


def take_copy(request_id: uuid.UUID, reason: str, actor: Actor) -> packages.Outgoing:
    """The copy, for a member of the staff who hands it over; each time on record, with a
    reason (scrubbed). Outside of any scope.

    Raises :class:`NotPossible`, and ``packages.NotThere``.
    """
    with as_staff():
        rows = SubjectRequest.objects.select_for_update().filter(id=request_id)
        row = rows.first()
        if row is None:
            raise NoSuchRequest
        _refuse_elsewhere(row)
        if not reason:
            raise NotPossible("reason_missing")
        standing = packages.state_of(row.id)
        if standing is None:
            raise NotPossible("nobody_there")
        outgoing = packages.taken_by_staff(standing.package, actor)
        happened(row, "copy_taken", actor, text=reason, internal=True)
        # Without a new version: the page that is open still says how it was handed over.
        rows.update(events=row.events)
    return outgoing


def handed_over(request: SubjectRequest, how: str, actor: Actor) -> None:
    """It is in the person's hands; ``how`` says when and by what (scrubbed)."""
    _refuse_elsewhere(request)
    if not how:
        raise NotPossible("reason_missing")
    standing = packages.state_of(request.id)
    if standing is None or not _since(request, standing.package, "copy_taken"):
        raise NotPossible("copy_not_taken")
    _go_on(request, "copy_handed_over", how, actor)


def _go_on(request: SubjectRequest, kind: str, how: str, actor: Actor) -> None:
    request.trouble = ""
    happened(request, kind, actor, text=how, internal=True)
    run_later(RUN, request.id)


def _refuse_elsewhere(request: SubjectRequest) -> None:
    """Where there is another way, the copy opens for no member of the staff."""
    if request.trouble != NO_WAY:
        raise NotPossible("other_way")


def _since(request: SubjectRequest, package: Package, kind: str) -> RequestEvent | None:
    if package.made_at is None:
        return None
    mine = RequestEvent.objects.filter(request_id=request.id, kind=kind)
    return mine.filter(created_at__gte=package.made_at).order_by("number").last()
