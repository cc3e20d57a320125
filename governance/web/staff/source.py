"""A whole source is dropped or let into use: first it says how many people that is about, and
asks why; then a job does it, and a page shows how far it is."""

import uuid
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from governance.access import as_staff
from governance.models import Service, SourceDeed, SourceDeedKind
from governance.quarantine import (
    MOST_TRIES,
    NobodyThere,
    ask_for,
    suspects_of,
    try_again,
)
from governance.requests.filing import scrubbed
from governance.scrubbing import ScrubFailed
from governance.web.answers import see_other
from governance.web.me.done import deed_done
from governance.web.names import names_of
from governance.web.requests.forms import AboutSource
from governance.web.requests.roles import ACT, LOOK, for_roles, role_of
from governance.web.requests.words import refused
from governance.web.visitor import Request


@require_POST
@for_roles(*ACT)
def about_source(request: Request, kind: str) -> HttpResponse:
    """Asked at first; done with ``sure`` and a reason."""
    if kind not in SourceDeedKind.values:
        raise Http404
    form = AboutSource(request.POST if "sure" in request.POST else None)
    ref = request.POST.get("ref", "")
    try:
        service_id = uuid.UUID(request.POST.get("service", ""))
    except ValueError:
        return see_other("quarantine")
    reason = _reason(form)
    if not reason:
        return _asked(request, SourceDeedKind(kind), service_id, ref, form)
    actor = request.visitor.staff_actor
    try:
        deed = ask_for(
            SourceDeedKind(kind), service_id, ref, reason=reason, actor=actor
        )
    except NobodyThere:
        return see_other("quarantine")
    return see_other("source-deed", deed_id=deed.id)


@require_safe
@for_roles(*LOOK)
def source_deed(request: Request, deed_id: uuid.UUID) -> HttpResponse:
    """How far it is; safe to close."""
    with as_staff():
        deed = SourceDeed.objects.filter(id=deed_id).first()
        if deed is None:
            raise Http404
        service = Service.objects.filter(id=deed.service_id).first()
        context = {
            "deed": deed,
            "service": service.name if service else "",
            "by": names_of([deed.asked_by]).get(deed.asked_by, ""),
            "through": len(deed.done),
            "most_tries": MOST_TRIES,
            "may_act": role_of(request) in ACT,
            "done": deed_done(request, []),
        }
    return render(request, "compliance/source_deed.html", context)


@require_POST
@for_roles(*ACT)
def once_more(request: Request, deed_id: uuid.UUID) -> HttpResponse:
    """Those for whom it failed."""
    with as_staff():
        try_again(deed_id, actor=request.visitor.staff_actor)
    return see_other("source-deed", deed_id=deed_id)


def _reason(form: AboutSource) -> str:
    """As it may be kept; '' where there is none, which the form then says."""
    if not form.is_valid():
        return ""
    try:
        reason = scrubbed(form.cleaned_data["reason"])
    except ScrubFailed:
        form.add_error(None, refused("not_scrubbed"))
        return ""
    if not reason:
        form.add_error("reason", refused("reason_missing"))
    return reason


def _asked(
    request: Request,
    kind: SourceDeedKind,
    service_id: uuid.UUID,
    ref: str,
    form: AboutSource,
) -> HttpResponse:
    with as_staff():
        found = suspects_of(service_id, ref)
    context: dict[str, Any] = {
        "kind": kind,
        "found": found,
        "ref": ref,
        "service": service_id,
        "memories": sum(each.memories for each in found),
        "persons": len({person for each in found for person in each.persons}),
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return render(request, "compliance/source.html", context, status=status)
