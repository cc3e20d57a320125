"""What waits for a decision: held for consent, or from a place that is not trusted. The
yes lets it into use; the no forgets it, and can be undone."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from governance.access import Refused
from governance.choices import Asking, NothingToReview, choose_category, let_in
from governance.models import (
    About,
    Memory,
    MemoryQuerySet,
    MemoryState,
    RetentionRule,
    SpecialCategory,
)
from governance.web.answers import see_other
from governance.web.me.done import back, deed_done, note_words
from governance.web.me.filters import STATES
from governance.web.me.find import Erased, memories_of, memory_of
from governance.web.me.memories import was_erased
from governance.web.me.records import record_of
from governance.web.me.rows import Row, row
from governance.web.visitor import Request, visitors_only
from governance.web.words import REASONS_SHORT, REFUSALS, Moment, moment, place_of

PAGE = 50
MOST = 500
"""Most that are decided at once: the oldest, and then the next."""


@dataclass(frozen=True)
class Card:
    """One that waits, and the value that it would replace."""

    row: Row
    replaces: Memory | None
    lapses: Moment | None


@dataclass(frozen=True)
class Group:
    """Several that wait for the same reason and come from the same place."""

    ids: Sequence[uuid.UUID]
    where_from: str
    why: str


@require_safe
@visitors_only
def review(request: Request) -> HttpResponse:
    """One card each, the oldest first: it lapses first."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        waiting = memories_of(persons).filter(status__in=STATES["waiting"][0])
        page = Paginator(waiting.order_by("created_at", "id"), PAGE).get_page(
            request.GET.get("page")
        )
        reviewed_for = RetentionRule.days_of(About.QUARANTINED)
        current = _current_values(persons, list(page))
        cards = [
            Card(
                row(each, now),
                current.get(_slot(each)) if each.key else None,
                _end_of(each, reviewed_for, now),
            )
            for each in page
        ]
        context = {
            "page": page,
            "cards": cards,
            "groups": _groups(waiting),
            "done": deed_done(request, persons),
        }
    return render(request, "me/review.html", context)


def _end_of(memory: Memory, days: int | None, now: datetime) -> Moment | None:
    """When it goes by itself: at its own end, or after so many days without review."""
    ends = [memory.expires_at] if memory.expires_at else []
    if memory.status == MemoryState.QUARANTINED and days:
        ends.append(memory.updated_at + timedelta(days=days))
    return moment(min(ends), now) if ends else None


def _groups(waiting: MemoryQuerySet) -> list[Group]:
    """What may be decided at once, the largest first."""
    columns = ("service__name", "source__type", "status_reason", "id")
    members: dict[tuple[str, str, str], list[uuid.UUID]] = {}
    for service, source, reason, memory_id in waiting.values_list(*columns)[:MOST]:
        members.setdefault((service, source, reason), []).append(memory_id)
    groups = [
        Group(ids, place_of(source, service), str(REASONS_SHORT.get(reason, "")))
        for (service, source, reason), ids in members.items()
        if len(ids) > 1
    ]
    return sorted(groups, key=lambda group: -len(group.ids))


@require_POST
@visitors_only
def let_memory_in(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """In use from now on; pressed twice, it leads to the same memory."""
    visitor = request.visitor
    try:
        kept = let_in(memory_id, scope=visitor.scope, actor=visitor.actor)
    except Refused as refused:
        return not_let_in(request, refused)
    except NothingToReview:
        return _what_is_there(request, memory_id)
    if "next" not in request.POST:
        return see_other("memory", memory_id=kept)
    note_words(request, _("Kept. It is in use from now on."))
    return back(request)


@require_POST
@visitors_only
def never_ask(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """Not this, and nothing of its kind: what waits of it goes, and nobody asks again."""
    try:
        with request.visitor.scope() as persons:
            memory = memory_of(persons, memory_id)
            person = record_of(persons, memory.person_id)
            for category in memory.categories:
                choose_category(
                    SpecialCategory(category),
                    person=person,
                    choice=Asking.NEVER,
                    actor=request.visitor.actor,
                )
    except Erased as erased:
        return was_erased(request, erased)
    said = _(
        "You are not asked about this kind again. You can change that under On or off."
    )
    note_words(request, said)
    return back(request)


def not_let_in(request: Request, refused: Refused) -> HttpResponse:
    """Why nothing can be let into use now."""
    why = {"why": REFUSALS[refused.reason]}
    return render(request, "me/refused.html", why, status=403)


def _slot(memory: Memory) -> tuple[uuid.UUID, uuid.UUID, str, str]:
    return memory.person_id, memory.service_id, memory.space, memory.key


def _current_values(
    persons: Sequence[uuid.UUID], waiting: Sequence[Memory]
) -> dict[tuple[uuid.UUID, uuid.UUID, str, str], Memory]:
    keys = {each.key for each in waiting if each.key}
    rows = memories_of(persons).filter(key__in=keys, status=MemoryState.ACTIVE)
    return {_slot(each): each for each in rows}


def _what_is_there(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    try:
        with request.visitor.scope() as persons:
            return see_other("memory", memory_id=memory_of(persons, memory_id).id)
    except Erased as erased:
        return was_erased(request, erased)
