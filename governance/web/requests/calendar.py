"""What is due on which day: a month as a table, the same as a list, and a feed."""

import calendar as months
import re
import uuid
from dataclasses import dataclass
from datetime import date, timedelta

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from governance.access import as_staff
from governance.models import OPEN_REQUESTS, SubjectRequest
from governance.requests import listing
from governance.requests.feed import account_of_feed, calendar_of, feed_token
from governance.requests.office import office
from governance.web.again import account_of
from governance.web.requests.queue import Line, lines_of
from governance.web.requests.roles import LOOK, for_roles
from governance.web.visitor import Request

MONTH = re.compile(r"(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])", re.ASCII)
MOST_LISTED = 500


@dataclass(frozen=True)
class Day:
    """A square of the month."""

    day: date
    number: int
    inside: bool
    today: bool


@require_safe
@for_roles(*LOOK)
def calendar(request: Request) -> HttpResponse:
    """The month that the address names, else this one."""
    first = _month(request.GET.get("month", ""))
    weeks = months.Calendar().monthdatescalendar(first.year, first.month)
    last = weeks[-1][-1]
    with as_staff():
        counts = listing.by_day(weeks[0][0], last)
        due = SubjectRequest.objects.filter(
            state__in=OPEN_REQUESTS, due__gte=first, due__lt=_next(first)
        )
        agenda = lines_of(due.order_by("due", "id")[:MOST_LISTED])
        number = due.count()
    token = feed_token(account_of(request))
    address = reverse(
        "calendar-feed",
        kwargs={"account_id": account_of(request).id, "token": token},
    )
    context = {
        "first": first,
        "before": _before(first),
        "after": _next(first),
        "weeks": [[_day(each, first, counts) for each in week] for week in weeks],
        "names": weeks[0],
        "agenda": _by_day(agenda),
        "number": number,
        "listed": len(agenda),
        "feed": settings.PUBLIC_URL + address,
        "office": office(),
    }
    return render(request, "compliance/requests/calendar.html", context)


@require_safe
def feed(request: Request, account_id: uuid.UUID, token: str) -> HttpResponse:
    """For calendar programs, which cannot sign in."""
    if account_of_feed(account_id, token) is None:
        raise Http404
    with as_staff():
        rows = SubjectRequest.objects.filter(state__in=OPEN_REQUESTS)
        body = calendar_of(
            rows.order_by("due", "id").only("id", "reference", "due", "version"),
            name=_("Requests that are due"),
            address=settings.PUBLIC_URL + "/compliance/requests/{id}/",
        )
    return HttpResponse(body, content_type="text/calendar; charset=utf-8")


def _day(day: date, first: date, counts: dict[date, int]) -> Day:
    return Day(
        day, counts.get(day, 0), day.month == first.month, day == listing.today()
    )


def _by_day(lines: list[Line]) -> list[tuple[date, list[Line]]]:
    found: dict[date, list[Line]] = {}
    for line in lines:
        found.setdefault(line.request.due, []).append(line)
    return list(found.items())


def _month(given: str) -> date:
    if not MONTH.fullmatch(given):
        return listing.today().replace(day=1)
    year, month = given.split("-")
    return date(int(year), int(month), 1)


def _next(first: date) -> date:
    return (first + timedelta(days=32)).replace(day=1)


def _before(first: date) -> date:
    return (first - timedelta(days=1)).replace(day=1)
