"""Staff look after many requests at once, across pages: first it says how many these are, then
it takes them, five hundred at a press, and says what is left."""

import uuid
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from governance.access import as_staff
from governance.models import SubjectRequest
from governance.requests import listing
from governance.requests.assigning import take_up
from governance.requests.changing import changing
from governance.requests.listing import Wanted
from governance.requests.refusals import NoSuchRequest, NotPossible
from governance.web.again import account_of
from governance.web.answers import SeeOther, see_other
from governance.web.me.done import note_words
from governance.web.requests.queue import query_of, wanted_of
from governance.web.requests.roles import ACT, for_roles
from governance.web.visitor import Request

MOST_AT_ONCE = 500


@dataclass(frozen=True)
class Meant:
    """Open requests that are meant: those of the next press, how many there are in all,
    how many of the press are somebody else's, and how many are mine and stay so."""

    ids: list[uuid.UUID]
    total: int
    others: int
    mine: int


@require_POST
@for_roles(*ACT)
def bulk(request: Request) -> HttpResponse:
    """What is mine already is none of them: each press takes others."""
    wanted = wanted_of(request)
    if "sure" not in request.POST:
        return _page(request, wanted, _meant(request, wanted))
    mine = account_of(request).id
    taken = sum(_taken(each, mine, request) for each in _meant(request, wanted).ids)
    said = ngettext(
        "You look after %(number)d request now.",
        "You look after %(number)d requests now.",
        taken,
    ) % {"number": taken}
    left = _meant(request, wanted)
    if left.total and taken:
        return _page(request, wanted, left, said=said)
    note_words(request, said)
    query = query_of(wanted)
    return SeeOther(see_other("requests").url + (f"?{query}" if query else ""))


def _meant(request: Request, wanted: Wanted) -> Meant:
    mine = account_of(request).id
    with as_staff():
        rows = listing.queue(wanted, mine)
        if request.POST.get("which") != "all":
            rows = rows.filter(id__in=_ids(request))
        return _counted(rows.filter(listing.in_view(listing.View.OPEN)), mine)


def _counted(rows: QuerySet[SubjectRequest], mine: uuid.UUID) -> Meant:
    not_mine = rows.exclude(owner_id=mine)
    ids = list(not_mine.values_list("id", flat=True)[:MOST_AT_ONCE])
    next_ones = SubjectRequest.objects.filter(id__in=ids)
    return Meant(
        ids=ids,
        total=not_mine.count(),
        others=next_ones.exclude(owner_id=None).exclude(owner_id=mine).count(),
        mine=rows.filter(owner_id=mine).count(),
    )


def _page(
    request: Request, wanted: Wanted, meant: Meant, *, said: str = ""
) -> HttpResponse:
    context = {
        "wanted": wanted,
        "which": request.POST.get("which", "chosen"),
        "meant": meant,
        "more": meant.total > len(meant.ids),
        "said": said,
    }
    return render(request, "compliance/requests/bulk.html", context)


def _taken(request_id: uuid.UUID, mine: uuid.UUID, request: Request) -> bool:
    """One at a time: one that cannot be taken up harms no other."""
    try:
        with as_staff(), changing(request_id) as row:
            take_up(row, mine, request.visitor.staff_actor)
    except (NoSuchRequest, NotPossible):
        return False
    return True


def _ids(request: Request) -> list[uuid.UUID]:
    found = []
    for each in request.POST.getlist("id")[:MOST_AT_ONCE]:
        try:
            found.append(uuid.UUID(each))
        except ValueError:
            continue
    return found
