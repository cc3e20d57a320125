"""What I remember: the list, with search and filters, in pages that reach everything."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.core.paginator import Page, Paginator
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
from governance.web.parts import varying, wants_part
from governance.web.visitor import Request, visitors_only

PAGE = 50


@dataclass(frozen=True)
class AppPart:
    """How much one app remembers, for the sentence on top."""

    person: Person
    count: int
    waiting: int


@require_safe
@visitors_only
def remembered(request: Request) -> HttpResponse:
    """The list, newest first unless asked otherwise."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        records = records_of(persons)
        chosen = Filters.of(request.GET, records)
        page, memories = page_of(persons, chosen, now, request.GET.get("page"))
        context = {
            "page": page,
            "rows": [row(memory, now) for memory in memories],
            "records": records,
            "chosen": chosen,
            "parts": [] if wants_part(request) else _parts(records),
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


def page_of(
    persons: Sequence[uuid.UUID], chosen: Filters, now: datetime, number: str | None
) -> tuple[Page[Any], list[Memory]]:
    """One page and its memories. A search is asked once: its ids give the count and
    the page."""
    rows = found(persons, chosen, now)
    if not chosen.q:
        page = Paginator(rows, PAGE).get_page(number)
        return page, list(page)
    ids = Paginator(list(rows.values_list("id", flat=True)), PAGE).get_page(number)
    here = memories_of(persons).in_bulk(list(ids))
    return ids, [here[each] for each in ids if each in here]


def _parts(records: Sequence[Person]) -> list[AppPart]:
    ids = [person.id for person in records]
    shown = Memory.objects.owned_by(*ids).shown().order_by()
    waits = Q(status__in=filters.STATES["waiting"][0])
    counted = shown.values("person_id").annotate(
        count=Count("id"), waiting=Count("id", filter=waits)
    )
    counts = {
        person_id: (count, waiting)
        for person_id, count, waiting in counted.values_list(
            "person_id", "count", "waiting"
        )
    }
    return [AppPart(person, *counts.get(person.id, (0, 0))) for person in records]
