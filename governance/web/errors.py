"""What went wrong, as a page; below ``/api/`` as a problem document (RFC 9457).

Neither repeats what was sent.
"""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

RETRY_LATER = "60"
"""Seconds; whoever looks after the server has to do something first."""


class Problem(NamedTuple):
    """The members of a problem document."""

    status: int
    slug: str
    title: str
    detail: str


BAD_REQUEST = Problem(
    400, "invalid", "The request is not valid", "It could not be understood."
)
FORBIDDEN = Problem(
    403, "forbidden", "This is not allowed", "The key's scopes do not cover this call."
)
NOT_FOUND = Problem(
    404, "not-found", "Not found", "There is nothing at this address for this key."
)
BROKEN = Problem(
    500,
    "internal",
    "Something went wrong here",
    "Nothing was confirmed. Try again with the same Idempotency-Key.",
)
NOT_NOW = Problem(
    503,
    "unavailable",
    "Not possible just now",
    "Nothing of this request was done. Try again later.",
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, also for a host that is not ours. Asks nothing of the request: its host may
    be what is wrong, and a page asks for it."""
    if _is_api(request):
        return _document(BAD_REQUEST)
    return HttpResponse(render_to_string("errors/400.html"), status=BAD_REQUEST.status)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _answer(request, FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: not there, or not theirs; nobody can tell which."""
    return _answer(request, NOT_FOUND)


def broken(request: HttpRequest) -> HttpResponse:
    """500. Asks nothing of the request: finding out who looks may be what broke."""
    if _is_api(request):
        return _document(BROKEN)
    return HttpResponse(render_to_string("errors/500.html"), status=BROKEN.status)


def restored(request: HttpRequest) -> HttpResponse:
    """503 while erasures are replayed after a restore. Asks nobody who they are: what
    would answer is not to be relied on yet."""
    return _later(request, "errors/restored.html")


def not_sure(request: HttpRequest) -> HttpResponse:
    """503 while the ledger cannot be read: what was erased since may be there again."""
    return _later(request, "errors/not_sure.html")


def not_entered(request: HttpRequest) -> HttpResponse:
    """503 for what the ledger did not take: it was undone."""
    return _later(request, "errors/503.html")


def form_too_old(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token does not fit; the way on is to open it afresh."""
    return render(request, "errors/form_too_old.html", status=FORBIDDEN.status)


def _answer(request: HttpRequest, problem: Problem) -> HttpResponse:
    if _is_api(request):
        return _document(problem)
    return render(request, f"errors/{problem.status}.html", status=problem.status)


def _later(request: HttpRequest, page: str) -> HttpResponse:
    response: HttpResponse = (
        _document(NOT_NOW)
        if _is_api(request)
        else HttpResponse(render_to_string(page), status=NOT_NOW.status)
    )
    response.headers["Retry-After"] = RETRY_LATER
    response.headers["Cache-Control"] = "no-store"
    return response


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _document(problem: Problem) -> JsonResponse:
    return JsonResponse(
        {
            "type": f"urn:memoryhub:problem:{problem.slug}",
            "title": problem.title,
            "status": problem.status,
            "detail": problem.detail,
        },
        status=problem.status,
        content_type="application/problem+json",
    )
