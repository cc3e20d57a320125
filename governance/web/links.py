"""A dashboard link: shown by GET, redeemed by a button.

Mail scanners and previews follow links, and would use it up before its owner comes.
"""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from governance.access import ClaimedByAnother, claim, open_link, service_of_link
from governance.web.answers import see_other
from governance.web.visitor import Request, remember_link


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
def open_link_page(request: Request, token: str) -> HttpResponse:
    """The page with the button, and what the button does."""
    if request.method == "POST":
        return _redeem(request, token)
    service = service_of_link(token)
    if service is None:
        return render(request, "links/over.html", status=410)
    return render(request, "links/open.html", {"service": service})


@sensitive_variables("token")
def _redeem(request: Request, token: str) -> HttpResponse:
    opened = open_link(token)
    if opened is None:
        return render(request, "links/over.html", status=410)
    if request.visitor.account is None:
        remember_link(request, opened)
        return see_other("me")
    try:
        claim(opened, request.visitor.account)
    except ClaimedByAnother:
        return render(request, "links/of_another.html", status=409)
    return see_other("me")
