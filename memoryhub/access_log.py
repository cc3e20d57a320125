"""The access log: method, route template, status and time taken; never path or query."""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from memoryhub.quiet_logs import route_of

# A method is whatever the client sends; only known ones are repeated.
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

log = logging.getLogger("memoryhub.access")


class AccessLogMiddleware:
    """Writes one line for each request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        took = (time.perf_counter() - began) * 1000
        log.info(
            "%s %s %d %.0f ms",
            request.method if request.method in METHODS else "OTHER",
            route_of(request),
            response.status_code,
            took,
        )
        return response
