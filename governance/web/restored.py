"""After a restore nothing is served until it was replayed, by whatever door: 503. Nor
where nobody can tell whether there was one."""

import logging
from collections.abc import Callable

from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponseBase

from governance.erasure import clear
from governance.ledger import LedgerTrouble, ReplayOutstanding, unread
from governance.web.errors import not_entered, not_sure, restored

log = logging.getLogger(__name__)

OPEN = ("/health/", "/.well-known/", "/static/")
"""Tell nothing about anybody, and say that there is something to be done."""


class RestoredMiddleware:
    """Before anything that may ask who somebody is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(OPEN) or _clear():
            return self.get_response(request)
        return not_sure(request) if unread() else restored(request)

    def process_exception(
        self, request: HttpRequest, error: Exception
    ) -> HttpResponseBase | None:
        """Noticed in the middle of a request, or a switch that the ledger did not take:
        nothing of it was done."""
        if isinstance(error, ReplayOutstanding):
            return restored(request)
        if isinstance(error, LedgerTrouble):
            log.error("a switch was not thrown: %s", error)
            return not_entered(request)
        return None


def _clear() -> bool:
    try:
        return clear()
    except DatabaseError:
        return True  # who needs the database will find out themselves
