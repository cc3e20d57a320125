"""Sign in again before what a browser that was left open must not be able to do."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode, urlsplit

from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from governance.models import Account
from governance.web.answers import SeeOther
from governance.web.visitor import Request, visitors_only

P = ParamSpec("P")
SAFE = {"GET", "HEAD", "OPTIONS"}


def signed_in_again(
    view: Callable[Concatenate[Request, P], HttpResponse],
) -> Callable[Concatenate[Request, P], HttpResponse]:
    """A page for accounts that have shown within the last 15 minutes, by password or
    passkey, that it is them; everybody else is asked first and comes back. Who came by a
    link has no account to show: 403.

    A form that is sent too late is not carried out afterwards: its page opens again, and
    the button is pressed again. Keeping the form would write it into the session.
    """

    @wraps(view)
    def page(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.visitor.may.change_account:
            raise PermissionDenied
        try:
            # allauth publishes no types.
            answer: HttpResponse = reauthentication_required(view)(
                request, *args, **kwargs
            )
        except ReauthenticationRequired:
            return ask_again(request)
        return answer

    return visitors_only(page)


def account_of(request: Request) -> Account:
    """Whose page it is, behind :func:`signed_in_again`."""
    if request.visitor.account is None:
        raise PermissionDenied
    return request.visitor.account


def ask_again(request: Request) -> SeeOther:
    """On to the page that asks, and from there back to where they were."""
    back = urlencode({"next": _page_of(request)})
    return SeeOther(f"{reverse('account_reauthenticate')}?{back}")


def _page_of(request: Request) -> str:
    """The page that was asked for; for a form the one that it stands on."""
    if request.method in SAFE:
        return request.get_full_path()
    came_from = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(
        came_from, {request.get_host()}, require_https=request.is_secure()
    )
    if not ours:
        return reverse("me")
    parts = urlsplit(came_from)
    return parts._replace(scheme="", netloc="", fragment="").geturl()
