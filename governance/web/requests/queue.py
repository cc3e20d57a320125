"""The queue of requests: every filter in the address, every page reached, one due date."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from governance.access import as_staff
from governance.models import Right, SubjectRequest
from governance.requests import listing
from governance.requests.listing import VIEW_WORDS, View, Wanted
from governance.requests.office import office
from governance.web.me.done import deed_done
from governance.web.names import names_of
from governance.web.requests.roles import ACT, LOOK, for_roles, role_of
from governance.web.requests.words import RIGHTS, left, masked, urgency
from governance.web.visitor import Request

PAGE = 50
LONGEST_SEARCH = 254


@dataclass(frozen=True)
class Line:
    """One request as the queue shows it."""

    request: SubjectRequest
    right: object
    left: str
    urgency: str
    who: str
    owner: str


@require_safe
@for_roles(*LOOK)
def queue(request: Request) -> HttpResponse:
    """By default what is open, the most urgent first."""
    wanted = wanted_of(request)
    account = request.visitor.account
    mine = account.id if account else None
    with as_staff():
        page = Paginator(listing.queue(wanted, mine), PAGE).get_page(
            request.GET.get("page")
        )
        lines = lines_of(page.object_list)
        counts = listing.numbers(mine)
        empty = not lines and not wanted.text
        closed = listing.last_closed() if empty else None
        done = deed_done(request, [])
    context = {
        "page": page,
        "lines": lines,
        "wanted": wanted,
        "views": [(view, VIEW_WORDS[view], counts.get(view)) for view in View],
        "view_words": VIEW_WORDS[wanted.view],
        "rights": RIGHTS.items(),
        "query": query_of(wanted),
        "filtered": bool(wanted.text or wanted.right),
        "last_closed": closed,
        "office": office(),
        "may_act": role_of(request) in ACT,
        "done": done,
    }
    return render(request, "compliance/requests/queue.html", context)


def wanted_of(request: Request) -> Wanted:
    """What the address asks for; what it does not know it leaves out."""
    given = request.GET if request.method in {"GET", "HEAD"} else request.POST
    view, right = given.get("view", ""), given.get("right", "")
    order = given.get("order", "")
    return Wanted(
        view=View(view) if view in VIEW_WORDS else View.OPEN,
        right=right if right in Right.values else "",
        text=given.get("q", "").strip()[:LONGEST_SEARCH],
        order=order if order in listing.ORDERS else "due",
    )


def query_of(wanted: Wanted) -> str:
    """The same for a link."""
    parts = {
        "view": "" if wanted.view == View.OPEN else wanted.view.value,
        "right": wanted.right,
        "q": wanted.text,
        "order": "" if wanted.order == "due" else wanted.order,
    }
    return urlencode({name: value for name, value in parts.items() if value})


def lines_of(requests: Iterable[SubjectRequest]) -> list[Line]:
    """Each with its words; two queries, however many there are."""
    rows = list(requests)
    owners = names_of(each.owner_id for each in rows)
    return [_line(row, owners) for row in rows]


def _line(row: SubjectRequest, owners: Mapping[uuid.UUID | None, str]) -> Line:
    days = listing.days_left(row)
    return Line(
        request=row,
        right=RIGHTS[Right(row.right)],
        left=left(days) if row.is_open else "",
        urgency=urgency(days) if row.is_open else "closed",
        who=masked(row),
        owner=owners.get(row.owner_id, ""),
    )
