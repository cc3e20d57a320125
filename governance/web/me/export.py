"""Export: a link to one's own data, and the file that is made when it is opened."""

import uuid
from typing import Any, cast

from django.db.models import Count
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from governance.models import ExportFormat, Memory, MemoryState, Read
from governance.porting import begin_download, link_of, links_of, make_export
from governance.web.again import account_of, signed_in_again
from governance.web.answers import see_other
from governance.web.me.dials import one_of
from governance.web.me.export_files import FILES
from governance.web.me.find import messages_among, notes_of, records_of
from governance.web.visitor import Request, visitors_only
from governance.web.words import moment


@require_safe
@visitors_only
def export(request: Request) -> HttpResponse:
    """What is in it, how much, and the links that still open."""
    account = request.visitor.account
    if account is None:
        return render(request, "me/export_by_link.html")
    now = timezone.now()
    with request.visitor.scope() as persons:
        records = records_of(persons)
        rows = Memory.objects.owned_by(*persons).unexpired().staying()
        kept = _counted(rows.exclude(status=MemoryState.FORGOTTEN))
        read = _counted(Read.objects.owned_by(*persons))
        said = _counted(messages_among(persons))
        notes = _counted(notes_of(persons).order_by())
    context = {
        "records": [
            (p, *(each.get(p.id, 0) for each in (kept, read, said, notes)))
            for p in records
        ],
        "formats": ExportFormat,
        "links": [
            (each, moment(each.created_at, now), moment(each.expires_at, now))
            for each in links_of(account)
        ],
    }
    return render(request, "me/export.html", context)


@require_POST
@visitors_only
def make_link(request: Request) -> HttpResponse:
    """A link in the format that was chosen; nothing is handed out yet."""
    known = {each.value: each for each in ExportFormat}
    chosen = one_of(request, "format", known)
    token = make_export(account_of(request), chosen)
    return see_other("export-link", token=token)


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
@signed_in_again
def open_export(request: Request, token: str) -> HttpResponse:
    """The page with the button; the button makes the file afresh and streams it."""
    account = account_of(request)
    found = link_of(account, token)
    if found is None:
        raise Http404
    link, over = found
    if over:
        return render(request, "me/export_over.html", status=410)
    if request.method != "POST":
        now = timezone.now()
        context = {"link": link, "ends": moment(link.expires_at, now)}
        return render(request, "me/export_link.html", context)
    began = timezone.now()
    records = begin_download(link, account)
    make, content_type = FILES[ExportFormat(link.format)]
    response = StreamingHttpResponse(make(records, began), content_type=content_type)
    name = f"memoryhub-{timezone.localdate(began).isoformat()}.{link.format}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    # Pages are typed as whole answers; nothing on the way reads this one's content.
    return cast("HttpResponse", response)


def _counted(rows: Any) -> dict[uuid.UUID, int]:
    """By record how many there are."""
    return dict(rows.values_list("person_id").annotate(Count("id")).order_by())
