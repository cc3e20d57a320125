"""A certificate by its receipt link: for whoever holds it, without a session, also when the
account is gone. It tells nothing about anybody, and no search engine shall list it."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from governance.erasure import Opened, open_receipt, shown_certificate
from governance.web.certificate import as_file, as_pdf
from governance.web.visitor import Request

View = Callable[[Request, str], HttpResponse]


def by_link(answer: Callable[[Request, Opened, str], HttpResponse]) -> View:
    """Opens the link: 410 when its time is over, 404 when it never was one,
    202 as long as the certificate is not made. The answer is
    kept in no cache and in no index."""

    @require_safe
    @sensitive_variables("token")
    @wraps(answer)
    def page(request: Request, token: str) -> HttpResponse:
        opened = open_receipt(token)
        if opened is None:
            raise Http404
        if opened.over:
            response = render(request, "receipts/over.html", status=410)
        elif opened.waits:
            response = render(request, "receipts/waits.html", status=202)
        else:
            response = answer(request, opened, token)
        response["Cache-Control"] = "no-store"
        response["X-Robots-Tag"] = "noindex"
        return response

    return page


@by_link
def receipt(request: Request, opened: Opened, token: str) -> HttpResponse:
    """As a page."""
    context = {
        "certificate": shown_certificate(opened.signed, opened.answers),
        "token": token,
    }
    return render(request, "receipts/certificate.html", context)


@by_link
def receipt_file(request: Request, opened: Opened, token: str) -> HttpResponse:
    """As it was signed."""
    return as_file(opened.signed)


@by_link
def receipt_pdf(request: Request, opened: Opened, token: str) -> HttpResponse:
    """To be printed."""
    return as_pdf(opened.signed)
