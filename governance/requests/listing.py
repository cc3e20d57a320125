"""The queue: which requests, in which order, how many of each sort. The same dates as every
other place, for they are the columns that the events left."""

import uuid
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from governance.models import (
    OPEN_REQUESTS,
    RequestState,
    Right,
    SubjectRequest,
)
from governance.requests.clock import place
from governance.requests.contact import contact_hashes
from governance.requests.office import office
from governance.requests.packing import PASSAGES
from governance.requests.reference import read_reference

SOON = 7
"""Days that "soon" looks ahead."""


class View(StrEnum):
    """The saved views, in the order in which they need somebody."""

    OPEN = "open"
    OVERDUE = "overdue"
    TODAY = "today"
    SOON = "soon"
    APPROVAL = "approval"
    TROUBLE = "trouble"
    PASSAGES = "passages"
    IDENTITY = "identity"
    ON_HOLD = "on_hold"
    NOBODYS = "nobodys"
    MINE = "mine"
    EXTENDED = "extended"
    CLOSED = "closed"
    ALL = "all"


VIEW_WORDS = {
    View.OPEN: pgettext_lazy("requests", "Open"),
    View.OVERDUE: _("Overdue"),
    View.TODAY: _("Due today"),
    View.SOON: _("Due in 7 days"),
    View.APPROVAL: _("Wait for a second person"),
    View.TROUBLE: _("Could not go on"),
    View.PASSAGES: _("Passages to decide"),
    View.IDENTITY: _("Wait for proof of who asks"),
    View.ON_HOLD: _("Wait for an answer"),
    View.NOBODYS: _("Nobody looks after them"),
    View.MINE: _("Mine"),
    View.EXTENDED: _("Extended"),
    View.CLOSED: _("Closed"),
    View.ALL: _("All"),
}

ORDERS = {
    "due": (F("due").asc(), F("id").asc()),
    "-due": (F("due").desc(), F("id").desc()),
    "received": (F("received_at").asc(), F("id").asc()),
    "-received": (F("received_at").desc(), F("id").desc()),
}


@dataclass(frozen=True)
class Wanted:
    """What the queue is asked for; everything stands in the address of the page."""

    view: View = View.OPEN
    right: str = ""
    text: str = ""
    order: str = "due"


def today(now: datetime | None = None) -> date:
    """The day on the controller's wall, by which "today" is told."""
    return (now or timezone.now()).astimezone(office().tz).date()


def days_left(request: SubjectRequest, now: datetime | None = None) -> int:
    """Whole days in the zone of the request: 0 on the due day, below 0 after it."""
    zone = place(request.place, zone=request.zone).tz
    return (request.due - (now or timezone.now()).astimezone(zone).date()).days


def in_view(view: View, mine: uuid.UUID | None = None) -> Q:
    """Which rows a view shows. ``mine`` is who looks."""
    opened = Q(state__in=OPEN_REQUESTS)
    day = today()
    of_view = {
        View.OPEN: opened,
        View.OVERDUE: opened & Q(due__lt=day),
        View.TODAY: opened & Q(due=day),
        View.SOON: opened & Q(due__gte=day, due__lte=day + timedelta(days=SOON)),
        View.APPROVAL: opened
        & Q(second_needed=True, approved_at=None)
        & ~Q(decision=""),
        View.TROUBLE: ~Q(trouble__in=["", PASSAGES]),
        View.PASSAGES: opened & Q(trouble=PASSAGES),
        View.IDENTITY: opened & Q(verified_at=None),
        View.ON_HOLD: Q(state=RequestState.ON_HOLD),
        View.NOBODYS: opened & Q(owner_id=None),
        View.MINE: opened & Q(owner_id=mine),
        View.EXTENDED: opened & Q(extended=True),
        View.CLOSED: ~opened,
        View.ALL: Q(),
    }
    return of_view[view]


def queue(wanted: Wanted, mine: uuid.UUID | None = None) -> QuerySet[SubjectRequest]:
    """The rows that are asked for, sorted so that every page is reached once; in a scope
    of the staff."""
    rows = SubjectRequest.objects.filter(in_view(wanted.view, mine))
    if wanted.right in Right.values:
        rows = rows.filter(right=wanted.right)
    if wanted.text:
        rows = rows.filter(_named(wanted.text))
    return rows.order_by(*ORDERS.get(wanted.order, ORDERS["due"]))


def numbers(mine: uuid.UUID | None = None) -> dict[View, int]:
    """How many each view shows, in one query."""
    # By another name than the columns: a count is one for those that come after it.
    counts = {
        f"in_{view}": Count("id", filter=in_view(view, mine))
        for view in View
        if view not in {View.ALL, View.CLOSED}
    }
    some = Q(state__in=OPEN_REQUESTS) | ~Q(trouble="")
    found = SubjectRequest.objects.filter(some).aggregate(**counts)
    return {view: found[f"in_{view}"] for view in View if f"in_{view}" in found}


def last_closed() -> SubjectRequest | None:
    """What was finished last, to be shown where nothing is open."""
    closed = SubjectRequest.objects.filter(closed_at__isnull=False)
    return closed.order_by("-closed_at").first()


def by_day(first: date, last: date) -> dict[date, int]:
    """Open requests that are due on each day from the first to the last."""
    rows = SubjectRequest.objects.filter(
        state__in=OPEN_REQUESTS, due__gte=first, due__lte=last
    )
    counted = rows.values_list("due").annotate(number=Count("id")).order_by("due")
    return dict(counted)


def _named(text: str) -> Q:
    """By reference, by the address (its hash), or by the id of a person's record."""
    found = Q(reference=read_reference(text) or "-")
    found |= Q(contact_hash__in=contact_hashes(text))
    try:
        named = uuid.UUID(text.strip())
    except ValueError:
        return found
    return found | Q(id=named) | Q(person_ids__contains=[named])
