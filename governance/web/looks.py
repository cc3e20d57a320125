"""How the pages look for whoever looks: language and light or dark.

Of an account as it has set them. For everybody else from cookies, which are also set when
an account signs in, so that the page with the password looks the same.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation

from governance.models import Account, Theme
from governance.web.visitor import Request

COOKIE = "theme"
YEAR = timedelta(days=365)
NO_PAGES = ("/api/", "/health/")


class Dressed(Request):
    """A request that has passed :class:`LooksMiddleware`."""

    theme: str


class LooksMiddleware:
    """Puts ``request.theme`` in place (empty: as the device has it) and switches to the
    account's language. Stands behind the one that finds out who looks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(NO_PAGES):
            _dress(cast("Dressed", request))
        return self.get_response(request)


def keep_looks(response: HttpResponse, *, language: str, theme: str) -> None:
    """Has the browser remember them; "as the browser asks" takes the cookie away."""
    for name, value in (
        (settings.LANGUAGE_COOKIE_NAME, language),
        (COOKIE, _known(theme)),
    ):
        if value:
            response.set_cookie(
                name,
                value,
                max_age=YEAR,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        else:
            response.delete_cookie(name, samesite="Lax")


def _dress(request: Dressed) -> None:
    account = _account(request)
    theme = account.theme if account else request.COOKIES.get(COOKIE, "")
    request.theme = _known(theme)
    if account and account.language in dict(settings.LANGUAGES):
        translation.activate(account.language)
        request.LANGUAGE_CODE = account.language


def _account(request: Request) -> Account | None:
    """Nobody is looked up who did not come with a session."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    return request.visitor.account


def _known(theme: str) -> str:
    """What stands in the page comes from the list, never from the cookie."""
    return theme if theme in {Theme.LIGHT, Theme.DARK} else ""
