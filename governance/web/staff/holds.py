"""Holds: what is kept in spite of an erasure, by which law, until when; placed and released
by officers."""

import uuid
from datetime import datetime, time

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from governance.access import as_service_with, as_staff
from governance.holding import NotToHold, ground, place
from governance.models import Exception17, Hold, Service
from governance.requests.holding import note_held
from governance.requests.office import office
from governance.requests.scope import records_of
from governance.scrubbing import ScrubFailed
from governance.web.answers import see_other
from governance.web.me.done import deed_done, note_words
from governance.web.names import names_of
from governance.web.requests.forms import Keep
from governance.web.requests.roles import ACT, LOOK, for_roles, role_of
from governance.web.requests.words import refused
from governance.web.visitor import Request
from governance.web.words import moment

PAGE = 50


@require_safe
@for_roles(*LOOK)
def holds(request: Request) -> HttpResponse:
    """Those that stand, the one that ends first on top; no reason is read here."""
    with as_staff():
        standing = Hold.objects.filter(released_at=None).defer("reason")
        page = Paginator(standing.order_by("until", "id"), PAGE).get_page(
            request.GET.get("page")
        )
        rows = list(page.object_list)
        services = dict(Service.objects.values_list("id", "name"))
        names = names_of(each.placed_by for each in rows)
        done = deed_done(request, [])
    now = timezone.now()
    context = {
        "page": page,
        "holds": [
            (
                each,
                services.get(each.service_id, ""),
                names.get(each.placed_by, ""),
                moment(each.until, now),
            )
            for each in rows
        ],
        "may_act": role_of(request) in ACT,
        "done": done,
    }
    return render(request, "compliance/holds.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ACT)
def hold(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """Keep one memory of this person."""
    initial = {"version": 0, "memory_id": request.GET.get("memory", "")}
    form = Keep(request.POST if request.method == "POST" else None, initial=initial)
    found = records_of([person_id])
    if not found:
        raise Http404
    if form.is_valid() and _placed(request, person_id, found[0][1], form):
        note_words(request, _("It is kept, and nobody uses it meanwhile."))
        return see_other("holds")
    status = 422 if form.is_bound else 200
    context = {"form": form, "person_id": person_id}
    return render(request, "compliance/hold.html", context, status=status)


def _placed(
    request: Request, person_id: uuid.UUID, service_id: uuid.UUID, form: Keep
) -> bool:
    given = form.cleaned_data
    until = datetime.combine(given["until"], time(23, 59, 59), tzinfo=office().tz)
    try:
        why = ground(Exception17(given["law"]), given["text"], until)
        with as_service_with(service_id, person_id):
            place(
                given["memory_id"],
                why,
                person_id=person_id,
                actor=request.visitor.staff_actor,
            )
        note_held(person_id, given["memory_id"], request.visitor.staff_actor)
    except ScrubFailed:
        form.add_error(None, refused("not_scrubbed"))
    except ValueError:
        form.add_error("until", refused("when_wrong"))
    except NotToHold:
        form.add_error("memory_id", refused("memory_unknown"))
    return not form.errors
