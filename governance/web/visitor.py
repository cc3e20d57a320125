"""Who looks at the pages: an account, the holder of a dashboard link, or nobody.

A visitor opens the scope that fits; outside it every personal table reads empty.
"""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from governance.access import Opened, as_account, as_service_with
from governance.audit import Actor, ActorKind
from governance.models import Account, Role
from governance.web.off import Off

LINK_SESSION = "opened_link"
LINK_SESSION_LIFE = timedelta(hours=1)

P = ParamSpec("P")


@dataclass(frozen=True)
class May:
    """What a visitor may do beyond looking, correcting and erasing one by one."""

    export: bool = False
    erase_all: bool = False
    change_account: bool = False
    set_policies: bool = False


@dataclass(frozen=True)
class Visitor:
    """At most one of the two is set: whoever is signed in needs no link."""

    account: Account | None = None
    link: Opened | None = None
    off: Off = field(default_factory=Off, compare=False)

    @property
    def known(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.account or self.link)

    @property
    def staff(self) -> bool:
        """Whether the compliance pages open."""
        return self.account is not None and self.account.is_staff_member

    @property
    def may(self) -> May:
        """A link may have been forwarded: it opens no more than looking after one
        service's memories (design.md, Isolation)."""
        own = self.account is not None
        # Other staff see what an officer sets.
        officer = self.account is not None and self.account.role == Role.OFFICER
        return May(export=own, erase_all=own, change_account=own, set_policies=officer)

    @property
    def actor(self) -> Actor:
        """The visitor as it stands in the audit record."""
        if self.account:
            return Actor(ActorKind.ACCOUNT, self.account.id)
        if self.link:
            return Actor(ActorKind.LINK, self.link.link_id)
        raise PermissionDenied

    @property
    def staff_actor(self) -> Actor:
        """The same, in what they do as staff."""
        if not self.account or not self.staff:
            raise PermissionDenied
        return Actor(ActorKind.STAFF, self.account.id)

    @property
    def zone(self) -> tzinfo:
        """The zone in which the pages tell times."""
        try:
            return ZoneInfo(self.account.zone if self.account else "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    @contextmanager
    def scope(self) -> Iterator[tuple[uuid.UUID, ...]]:
        """The scope of this visitor, one transaction; gives the ids of its persons."""
        if self.account:
            with as_account(self.account.id) as persons:
                yield persons
                self.off.look(persons)
        elif self.link:
            with as_service_with(self.link.service_id, self.link.person_id):
                yield (self.link.person_id,)
                self.off.look([self.link.person_id])
        else:
            raise PermissionDenied


NOBODY = Visitor()


class Request(HttpRequest):
    """A request that has passed :class:`VisitorMiddleware`."""

    visitor: Visitor


class VisitorMiddleware:
    """Puts ``request.visitor`` in place, found out when first asked for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        found = SimpleLazyObject(lambda: visitor_of(request))
        cast("Request", request).visitor = cast("Visitor", found)
        response = self.get_response(request)
        # Pages hold what is remembered: no cache on the way or in the browser keeps one.
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def visitor_of(request: HttpRequest) -> Visitor:
    """Who this is, by the session alone."""
    if isinstance(request.user, Account):
        return Visitor(account=request.user)
    return Visitor(link=_opened(request))


def remember_link(request: HttpRequest, opened: Opened) -> None:
    """Keeps a redeemed link in the session, for an hour or until the browser closes."""
    request.session.cycle_key()
    request.session.set_expiry(0)
    request.session[LINK_SESSION] = {
        "link": str(opened.link_id),
        "person": str(opened.person_id),
        "service": str(opened.service_id),
        "until": (timezone.now() + LINK_SESSION_LIFE).isoformat(),
    }


def visitors_only(
    view: Callable[Concatenate[Request, P], HttpResponse],
) -> Callable[Concatenate[Request, P], HttpResponse]:
    """Shows a page in the visitor's zone; asks everybody else to sign in."""

    @wraps(view)
    def page(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.visitor.known:
            return redirect_to_login(request.path)
        with timezone.override(request.visitor.zone):
            return view(request, *args, **kwargs)

    return page


def staff_only(
    view: Callable[Concatenate[Request, P], HttpResponse],
) -> Callable[Concatenate[Request, P], HttpResponse]:
    """The same for staff; to anybody else who is signed in there is no such page."""

    @wraps(view)
    def page(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.visitor.staff:
            raise Http404
        return view(request, *args, **kwargs)

    return visitors_only(page)


def officers_only(
    view: Callable[Concatenate[Request, P], HttpResponse],
) -> Callable[Concatenate[Request, P], HttpResponse]:
    """The same for those of the staff who set policies; to the others it is forbidden."""

    @wraps(view)
    def page(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.visitor.may.set_policies:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return staff_only(page)


def _opened(request: HttpRequest) -> Opened | None:
    kept = request.session.get(LINK_SESSION)
    if not kept or datetime.fromisoformat(kept["until"]) <= timezone.now():
        return None
    return Opened(
        link_id=uuid.UUID(kept["link"]),
        person_id=uuid.UUID(kept["person"]),
        service_id=uuid.UUID(kept["service"]),
    )
