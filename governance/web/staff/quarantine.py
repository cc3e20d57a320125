"""Quarantine by source: where suspicious memories came from, in counts and ids; and what was
done with sources of late."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from governance.access import as_staff
from governance.models import Service, SourceType
from governance.quarantine import deeds, suspects
from governance.web.me.done import deed_done
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
        of_late = deeds()
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
        "deeds": [(each, services.get(each.service_id, "")) for each in of_late],
        "may_act": role_of(request) in ACT,
        "done": done,
    }
    return render(request, "compliance/quarantine.html", context)
