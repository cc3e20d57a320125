"""What I remember: the list, with search and filters, in pages that reach everything."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from governance.embedding import EmbeddingFailed
from governance.models import Memory, MemoryQuerySet, Person
from governance.recall import relevant
from governance.web.me import filters
from governance.web.me.done import deed_done
from governance.web.me.filters import Filters
from governance.web.me.find import memories_of, records_of
from governance.web.me.rows import row
from governance.web.me.things import beside
from governance.web.parts import varying, wants_part
from governance.web.visitor import Request, visitors_only

PAGE = 50


@dataclass(frozen=True)
class AppPart:
    """How much one app remembers, for the sentence on top."""

    person: Person
    count: int = 0
    waiting: int = 0
    fitting: int = 0
    """What fits the filters, apart from words that are searched for."""


@require_safe
@visitors_only
def remembered(request: Request) -> HttpResponse:
    """The list, newest first unless asked otherwise."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        records = records_of(persons)
        chosen = Filters.of(request.GET, records)
        parts = _parts(records, chosen, now)
        ids = ids_of(persons, chosen, now, parts).get_page(request.GET.get("page"))
        rows = memories_of(persons).in_bulk(list(ids))
        context = {
            "page": ids,
            "rows": [row(rows[each], now) for each in ids if each in rows],
            "records": records,
            "chosen": chosen,
            "parts": parts,
            "beside": beside(persons),
            "link": request.visitor.link is not None,
            "done": deed_done(request, persons),
            **choices(records),
        }
    part = "me/results.html" if wants_part(request) else "me/remembered.html"
    response = varying(render(request, part, context))
    if wants_part(request):
        here = f"{reverse('me')}?{chosen.query}" if chosen.query else reverse("me")
        response.headers["HX-Push-Url"] = here
    return response


def recounted(request: Request, persons: Sequence[uuid.UUID]) -> dict[str, Any]:
    """How many the list holds that htmx asks from, once more: counts equal rows."""
    address = urlsplit(request.headers.get("HX-Current-URL", ""))
    if address.path != reverse("me"):
        return {}
    chosen = Filters.of(QueryDict(address.query), records_of(persons))
    count = found(persons, chosen, timezone.now()).count()
    return {"aside": True, "chosen": chosen, "count": count}


def choices(records: Sequence[Person]) -> dict[str, list[filters.Choice]]:
    """The lists of the filter form."""
    return {
        "apps": [filters.Choice(str(p.id), p.service.name) for p in records],
        "kinds": filters.kinds(),
        "states": filters.states(),
        "ages": filters.ages(),
        "more": filters.more(),
        "orders": filters.orders(),
    }


def found(
    persons: Sequence[uuid.UUID], chosen: Filters, now: datetime
) -> MemoryQuerySet:
    """What fits, in order. Without the model, what holds the words is found still."""
    rows = chosen.among(memories_of(persons), now)
    if not chosen.q:
        return rows.order_by(*chosen.order())
    try:
        return relevant(rows, chosen.q).order_by(*chosen.order())
    except EmbeddingFailed:
        return rows.filter(text__icontains=chosen.q).order_by("-created_at", "-id")


def ids_of(
    persons: Sequence[uuid.UUID],
    chosen: Filters,
    now: datetime,
    parts: Sequence[AppPart],
) -> "Paginator[Any]":  # not generic where it runs
    """Pages of ids: sorting rows as a whole would take several times as long. A search
    is asked once, and its ids are the count; else the parts have it."""
    ids = found(persons, chosen, now).values_list("id", flat=True)
    if chosen.q:
        return Paginator(list(ids), PAGE)
    pages = Paginator(ids, PAGE)
    pages.count = sum(part.fitting for part in parts)
    return pages


def _parts(records: Sequence[Person], chosen: Filters, now: datetime) -> list[AppPart]:
    """All counts of the page in one pass over the rows."""
    ids = [person.id for person in records]
    shown = Memory.objects.owned_by(*ids).shown().order_by()
    waits = Q(status__in=filters.STATES["waiting"][0])
    # An empty condition is none, and Django has no filter for that.
    fits = chosen.fits(now) or Q(id__isnull=False)
    counted = shown.values("person_id").annotate(
        count=Count("id"),
        waiting=Count("id", filter=waits),
        fitting=Count("id", filter=fits),
    )
    names = ("person_id", "count", "waiting", "fitting")
    counts = {owner: numbers for owner, *numbers in counted.values_list(*names)}
    return [AppPart(person, *counts.get(person.id, ())) for person in records]
