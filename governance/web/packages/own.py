"""The package of a request, for the account that it was made for."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from governance.models import PackageState
from governance.requests.packages import Mine, NotThere, begin_download, mine
from governance.web.again import account_of, signed_in_again
from governance.web.packages.handing import as_download
from governance.web.visitor import Request
from governance.web.words import moment

OPEN = {PackageState.BUILDING, PackageState.READY}


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in_again
def package(request: Request, package_id: uuid.UUID) -> HttpResponse:
    """What it is and how long it lasts, with the button; the button hands it out."""
    account = account_of(request)
    found = mine(account.id, package_id)
    if found is None:
        raise Http404
    if request.method != "POST":
        return _shown(request, found, found.state)
    try:
        return as_download(begin_download(account.id, package_id))
    except NotThere as trouble:
        return _shown(request, found, trouble.state)


def _shown(request: Request, found: Mine, state: str) -> HttpResponse:
    now = timezone.now()
    ends = found.package.expires_at
    context = {
        "package": found.package,
        "state": state,
        "downloads": found.downloads,
        "ends": moment(ends, now) if ends else None,
        "left_out": found.package.counts.get("left_out", 0),
    }
    status = 200 if state in OPEN else 410
    return render(request, "packages/own.html", context, status=status)
