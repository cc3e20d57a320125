"""Quarantine by source: where suspicious memories came from, in counts and ids; dropping a
source is one erasure for each person."""

import uuid

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from governance.access import as_staff
from governance.models import Service, SourceType
from governance.quarantine import drop_source, suspects
from governance.web.answers import see_other
from governance.web.me.done import deed_done, note_words
from governance.web.requests.roles import ACT, LOOK, for_roles, role_of
from governance.web.visitor import Request
from governance.web.words import PLACES_SHORT

PAGE = 50
PERSONS_SHOWN = 5


@require_safe
@for_roles(*LOOK)
def quarantine(request: Request) -> HttpResponse:
    """Those with the most memories first."""
    with as_staff():
        page = Paginator(suspects(), PAGE).get_page(request.GET.get("page"))
        services = dict(Service.objects.values_list("id", "name"))
        done = deed_done(request, [])
    context = {
        "page": page,
        "suspects": [
            (
                each,
                services.get(each.service_id, ""),
                PLACES_SHORT[SourceType(each.type)],
                each.persons[:PERSONS_SHOWN],
                max(0, len(each.persons) - PERSONS_SHOWN),
            )
            for each in page
        ],
        "may_act": role_of(request) in ACT,
        "done": done,
    }
    return render(request, "compliance/quarantine.html", context)


@require_POST
@for_roles(*ACT)
def drop(request: Request) -> HttpResponse:
    """First it says how many people it is about; then it does it."""
    ref = request.POST.get("ref", "")
    try:
        service_id = uuid.UUID(request.POST.get("service", ""))
    except ValueError:
        return see_other("quarantine")
    with as_staff():
        found = [
            each
            for each in suspects()
            if (each.service_id, each.ref) == (service_id, ref) and ref
        ]
    if "sure" not in request.POST:
        context = {
            "found": found,
            "ref": ref,
            "service": service_id,
            "memories": sum(each.memories for each in found),
            "persons": len({person for each in found for person in each.persons}),
        }
        return render(request, "compliance/quarantine_drop.html", context)
    number = drop_source(service_id, ref, actor=request.visitor.staff_actor)
    said = ngettext(
        "%(number)d erasure has begun.", "%(number)d erasures have begun.", number
    )
    note_words(request, said % {"number": number})
    return see_other("quarantine")
