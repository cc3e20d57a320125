"""Staff enter a letter or a call, and say whose records are meant."""

import uuid
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from governance.access import as_staff, as_staff_with, find_person
from governance.models import Channel, Right, Service, SubjectRequest
from governance.requests import identity
from governance.requests.changing import changing
from governance.requests.clock import Refused
from governance.requests.filing import Filed, file_request, scrubbed
from governance.requests.office import office
from governance.requests.refusals import NotPossible, Stale
from governance.scrubbing import ScrubFailed
from governance.web.answers import see_other
from governance.web.me.done import note_words
from governance.web.requests.forms import Enter, Records, seen_of
from governance.web.requests.roles import ACT, for_roles
from governance.web.requests.steps import renewed
from governance.web.requests.words import refused
from governance.web.visitor import Request


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ACT)
def enter(request: Request) -> HttpResponse:
    """What came by letter or by telephone, with the day on which it arrived."""
    form = Enter(request.POST if request.method == "POST" else None)
    if form.is_valid():
        made = _entered(request, form)
        if made:
            note_words(request, _("The request was entered."))
            return see_other("request", request_id=made.id)
    status = 422 if form.is_bound else 200
    context = {"form": form, "office": office()}
    return render(request, "compliance/requests/enter.html", context, status=status)


def _entered(request: Request, form: Enter) -> SubjectRequest | None:
    given = form.cleaned_data
    try:
        filed = Filed(
            right=Right(given["right"]),
            channel=Channel(given["channel"]),
            language=given["language"],
            words=scrubbed(given["text"]),
            contact=given["contact"],
            received_at=given["received_at"].replace(tzinfo=office().tz),
        )
        with as_staff():
            return file_request(filed, request.visitor.staff_actor)[0]
    except ScrubFailed:
        form.add_error(None, refused("not_scrubbed"))
    except (NotPossible, Refused) as reason:
        word = reason.reason if isinstance(reason, NotPossible) else str(reason)
        form.add_error("received_at", refused(word))
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ACT)
def name_records(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """Whose records are meant, by the id that an app has for them."""
    with as_staff():
        row = SubjectRequest.objects.filter(id=request_id).first()
        if row is None:
            raise Http404
        named = Service.objects.order_by("name").values_list("id", "name")
        apps = [(str(each), name) for each, name in named]
    given = request.POST if request.method == "POST" else None
    form = Records(apps, given, initial=seen_of(row))
    if form.is_valid() and _named(request, row, form):
        note_words(request, _("The records were named."))
        return see_other("request", request_id=request_id)
    context: dict[str, Any] = {"form": form, "asked": row}
    status = 422 if form.is_bound else 200
    if form.is_bound:
        with as_staff():
            newest = SubjectRequest.objects.get(id=request_id)
            context["meanwhile"] = renewed(form, newest)
    return render(request, "compliance/requests/records.html", context, status=status)


def _named(request: Request, row: SubjectRequest, form: Records) -> bool:
    given = form.cleaned_data
    person = find_person(given["service"], given["ref"])
    if person is None:
        form.add_error("ref", refused("person_unknown"))
        return False
    try:
        how = scrubbed(given["text"])
        with (
            as_staff_with(*row.person_ids, person.id),
            changing(row.id, version=given["version"]) as changed,
        ):
            identity.add_persons(
                changed, [person.id], request.visitor.staff_actor, how=how
            )
    except ScrubFailed:
        form.add_error(None, refused("not_scrubbed"))
    except Stale:
        form.add_error(None, refused("stale"))
    except NotPossible as reason:
        form.add_error(None, refused(reason.reason))
    return not form.errors
