"""Passages about other people in a copy (Art. 15(4) GDPR): staff see each among its words,
with a reason, and say whether it is left out."""

import uuid
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from governance.access import as_staff, as_staff_with
from governance.models import PackageRedaction, SubjectRequest
from governance.requests import packages
from governance.requests.looking import may_see
from governance.web.again import account_of
from governance.web.answers import see_other
from governance.web.me.done import deed_done, note_words
from governance.web.requests.roles import ACT, LOOK, for_roles, role_of
from governance.web.visitor import Request

PAGE = 50


@dataclass(frozen=True)
class Shown:
    """A passage; without its words where no reason was given of late, or where the text
    has gone."""

    redaction: PackageRedaction
    words: packages.Passage | None
    closed: bool


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*LOOK)
def passages(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """Fifty at a time, those to be decided first."""
    with as_staff():
        row = SubjectRequest.objects.filter(id=request_id).first()
        if row is None:
            raise Http404
        found = packages.proposals(request_id)
        found.sort(key=lambda each: each.state != "proposed")
        page = Paginator(found, PAGE).get_page(request.GET.get("page"))
        some = list(page.object_list)
    if request.method == "POST":
        return _decided(request, request_id, some)
    context = {
        "asked": row,
        "page": page,
        "passages": _shown(request, some),
        "may_act": role_of(request) in ACT,
        "done": deed_done(request, []),
    }
    return render(request, "compliance/requests/passages.html", context)


def _shown(request: Request, some: list[PackageRedaction]) -> list[Shown]:
    words: dict[uuid.UUID, Shown] = {}
    for person_id in {each.person_id for each in some}:
        with as_staff_with(person_id):
            seen = may_see(person_id, account_of(request).id)
            for each in some:
                if each.person_id == person_id:
                    said = packages.passage(each) if seen else None
                    words[each.id] = Shown(each, said, closed=not seen)
    return [words[each.id] for each in some]


def _decided(
    request: Request, request_id: uuid.UUID, some: list[PackageRedaction]
) -> HttpResponse:
    """Those of this page that were ticked."""
    if role_of(request) not in ACT:
        raise Http404
    ticked = set(request.POST.getlist("id"))
    ids = [each.id for each in some if str(each.id) in ticked]
    decide = packages.confirm if "leave-out" in request.POST else packages.keep
    with as_staff():
        number = decide(ids, actor=request.visitor.staff_actor)
    note_words(request, _("Decided about %(number)d passages.") % {"number": number})
    return see_other("request-passages", request_id=request_id)
