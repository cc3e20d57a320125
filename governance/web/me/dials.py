"""Memory on or off: every dial of a person on one page.

Off everywhere, temporary mode, each app by itself, and what the law protects specially.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from governance.choices import (
    UNTIL_I_SAY,
    Asking,
    choose_category,
    for_all,
    set_temporary,
    switch_memory,
)
from governance.models import Consent, Memory, Person, SpecialCategory
from governance.web.answers import see_other
from governance.web.me.find import records_of
from governance.web.me.records import record_of
from governance.web.visitor import Request, visitors_only
from governance.web.words import Moment, moment

T = TypeVar("T")
Counts = Mapping[tuple[uuid.UUID, str], int]


@dataclass(frozen=True)
class CategoryDial:
    """One specially protected kind: what the person said, and how much there is of it."""

    category: SpecialCategory
    choice: Asking
    given: Moment | None
    count: int


@dataclass(frozen=True)
class Dials:
    """The dials of one record."""

    person: Person
    categories: list[CategoryDial]

    @property
    def decided(self) -> int:
        """Kinds of which the person said something else than "ask me"."""
        return sum(each.choice != Asking.ASK for each in self.categories)


@require_safe
@visitors_only
def dials(request: Request) -> HttpResponse:
    """The page; each dial is a form of its own."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        shown = _dials(records_of(persons), now)
    off = request.visitor.off
    context = {
        "records": shown,
        "off": off,
        "until": moment(off.until, now) if off.until else None,
    }
    return render(request, "me/dials.html", context)


@require_POST
@visitors_only
def switch_all(request: Request) -> HttpResponse:
    """Memory on or off for every app of the person, at once."""
    on = one_of(request, "memory", {"on": True, "off": False})
    actor = request.visitor.actor
    with request.visitor.scope() as persons:
        others = [p for p in records_of(persons) if p.memory_enabled != on]
        for_all(others, lambda each: switch_memory(each, on=on, actor=actor))
    return see_other("dials")


@require_POST
@visitors_only
def temporary(request: Request) -> HttpResponse:
    """For an hour, until tomorrow, until the person says so, or over."""
    until = one_of(request, "temporary", _ends(timezone.localtime()))
    actor = request.visitor.actor
    with request.visitor.scope() as persons:
        for_all(
            records_of(persons),
            lambda each: set_temporary(each, until=until, actor=actor),
        )
    return see_other("dials")


@require_POST
@visitors_only
def consent(request: Request, person_id: uuid.UUID, category: str) -> HttpResponse:
    """Yes to a kind, "ask me", or "never ask"; what rested on a yes goes with it."""
    choice = one_of(request, "choice", {each.value: each for each in Asking})
    if category not in SpecialCategory.values:
        raise Http404
    with request.visitor.scope() as persons:
        choose_category(
            SpecialCategory(category),
            person=record_of(persons, person_id),
            choice=choice,
            actor=request.visitor.actor,
        )
    return see_other("dials")


def one_of(request: Request, name: str, known: dict[str, T]) -> T:
    """The choice that a form sent; 404 for what no form sends."""
    try:
        return known[request.POST.get(name, "")]
    except KeyError:
        raise Http404 from None


def _ends(now: datetime) -> dict[str, datetime | None]:
    morning = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return {
        "hour": now + timedelta(hours=1),
        "tomorrow": morning + timedelta(days=1),
        "until I say": UNTIL_I_SAY,
        "over": None,
    }


def _dials(records: Sequence[Person], now: datetime) -> list[Dials]:
    ids = [each.id for each in records]
    standing = Consent.objects.owned_by(*ids).standing()
    given = {
        (person, category): moment(at, now)
        for person, category, at in standing.values_list(
            "person_id", "category", "created_at"
        )
    }
    counts = _counts(ids)
    return [
        Dials(
            person,
            [
                CategoryDial(
                    each,
                    _choice(person, each, given),
                    given.get((person.id, each.value)),
                    counts.get((person.id, each.value), 0),
                )
                for each in SpecialCategory
            ],
        )
        for person in records
    ]


def _choice(
    person: Person,
    category: SpecialCategory,
    given: Mapping[tuple[uuid.UUID, str], Moment],
) -> Asking:
    if (person.id, category.value) in given:
        return Asking.YES
    refused = category in person.refused_categories
    return Asking.NEVER if refused else Asking.ASK


def _counts(ids: Sequence[uuid.UUID]) -> Counts:
    """How many memories tell of each kind, those that wait for a yes included."""
    kept = Memory.objects.owned_by(*ids).unexpired().staying()
    by_kinds = kept.exclude(categories=[]).values_list("person_id", "categories")
    found: dict[tuple[uuid.UUID, str], int] = {}
    for person, categories, number in by_kinds.annotate(Count("id")):
        for each in categories:
            found[person, each] = found.get((person, each), 0) + number
    return found
