"""Memory on or off, temporary mode, and consents: every dial of a person on one page."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from governance.audit import Actor
from governance.choices import (
    give_consent,
    set_temporary,
    switch_memory,
    withdraw_consent,
)
from governance.models import Consent, Memory, Person, SpecialCategory
from governance.web.answers import see_other
from governance.web.visitor import Request, visitors_only
from governance.web.words import Moment, moment

T = TypeVar("T")
Deed = Callable[[Person, Actor], object]


@dataclass(frozen=True)
class CategoryDial:
    """One special category: whether it may be remembered, and how much of it is."""

    category: SpecialCategory
    given: Moment | None
    count: int


@dataclass(frozen=True)
class Dials:
    """The dials of one record."""

    person: Person
    temporary: Moment | None
    categories: list[CategoryDial]


@require_safe
@visitors_only
def dials(request: Request) -> HttpResponse:
    """The page; each dial is a form of its own."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        shown = [_dials(person, now) for person in _records(persons)]
    return render(request, "me/dials.html", {"records": shown})


@require_POST
@visitors_only
def switch(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """On or off, at once."""
    on = _one_of(request, "memory", {"on": True, "off": False})
    return _do(request, person_id, lambda p, by: switch_memory(p, on=on, actor=by))


@require_POST
@visitors_only
def temporary(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """For an hour, until tomorrow, or over."""
    until = _one_of(request, "temporary", _ends(timezone.localtime()))
    return _do(
        request, person_id, lambda p, by: set_temporary(p, until=until, actor=by)
    )


@require_POST
@visitors_only
def consent(request: Request, person_id: uuid.UUID, category: str) -> HttpResponse:
    """Yes to a category, or its withdrawal, which erases."""
    deed = _one_of(
        request, "consent", {"give": give_consent, "withdraw": withdraw_consent}
    )
    if category not in SpecialCategory.values:
        raise Http404
    of = SpecialCategory(category)
    return _do(
        request,
        person_id,
        lambda p, by: deed(of, person_id=p.id, service_id=p.service_id, actor=by),
    )


def _do(request: Request, person_id: uuid.UUID, deed: Deed) -> HttpResponse:
    with request.visitor.scope() as persons:
        person = next((p for p in _records(persons) if p.id == person_id), None)
        if person is None:
            raise Http404
        deed(person, request.visitor.actor)
    return see_other("dials")


def _one_of(request: Request, name: str, known: dict[str, T]) -> T:
    try:
        return known[request.POST.get(name, "")]
    except KeyError:
        raise Http404 from None


def _ends(now: datetime) -> dict[str, datetime | None]:
    morning = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return {
        "hour": now + timedelta(hours=1),
        "tomorrow": morning + timedelta(days=1),
        "over": None,
    }


def _records(persons: Sequence[uuid.UUID]) -> list[Person]:
    rows = Person.objects.filter(id__in=persons).select_related("service")
    return list(rows.order_by("service__name", "id"))


def _dials(person: Person, now: datetime) -> Dials:
    standing = Consent.objects.owned_by(person.id).standing()
    given = dict(standing.values_list("category", "created_at"))
    kept = Memory.objects.owned_by(person.id).unexpired().staying()
    counts = dict.fromkeys(SpecialCategory, 0)
    for categories, number in kept.values_list("categories").annotate(Count("id")):
        for each in categories:
            counts[SpecialCategory(each)] += number
    until = person.temporary_until
    return Dials(
        person=person,
        temporary=moment(until, now) if until and until > now else None,
        categories=[
            CategoryDial(
                each,
                moment(given[each.value], now) if each.value in given else None,
                counts[each],
            )
            for each in SpecialCategory
        ],
    )
