"""A certificate by its receipt link: for whoever holds it, without a session, also when the
account is gone. It tells nothing about anybody, and no search engine shall list it."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from governance.erasure import open_receipt
from governance.web.certificate import as_file, shown
from governance.web.visitor import Request

View = Callable[[Request, str], HttpResponse]


def unlisted(view: View) -> View:
    """Kept in no cache and in no index."""

    @wraps(view)
    def page(request: Request, token: str) -> HttpResponse:
        response = view(request, token)
        response["Cache-Control"] = "no-store"
        response["X-Robots-Tag"] = "noindex"
        return response

    return page


@require_safe
@sensitive_variables("token")
@unlisted
def receipt(request: Request, token: str) -> HttpResponse:
    """As a page; 410 when its time is over, 404 when it never was one."""
    opened = open_receipt(token)
    if opened is None:
        raise Http404
    if opened.over:
        return render(request, "receipts/over.html", status=410)
    context = {"certificate": shown(opened.signed), "token": token}
    return render(request, "receipts/certificate.html", context)


@require_safe
@sensitive_variables("token")
@unlisted
def receipt_file(request: Request, token: str) -> HttpResponse:
    """As it was signed."""
    opened = open_receipt(token)
    if opened is None:
        raise Http404
    if opened.over:
        return render(request, "receipts/over.html", status=410)
    return as_file(opened.signed)
