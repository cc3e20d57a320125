"""Many memories at once: a page that shows which, and whose button does it.

What is done is exactly what was shown: where the choice has changed meanwhile, the page
shows it again instead of acting on it.
"""

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from governance.access import Refused
from governance.choices import (
    NothingToReview,
    NotInUse,
    let_in,
    set_paused,
    undo_time,
)
from governance.erasure import ask, previewed
from governance.models import Memory, MemoryState
from governance.web.again import signed_in_again
from governance.web.answers import see_other
from governance.web.me.done import note_words, stays
from governance.web.me.filters import Filters
from governance.web.me.find import memories_of, records_of
from governance.web.me.listing import found
from governance.web.me.reviewing import not_let_in
from governance.web.me.rows import row
from governance.web.visitor import Request, visitors_only

DEEDS = ("pause", "resume", "keep", "forget")
FITS = {
    "keep": [MemoryState.PROPOSED, MemoryState.QUARANTINED],
    "pause": [MemoryState.ACTIVE],
    "resume": [MemoryState.PAUSED],
    "forget": list(MemoryState),
}
LISTED = 12
NEXT = {"forget": "forgotten", "keep": "review"}
"""Which page shows what was done; the list, if none is named."""


@dataclass(frozen=True)
class Chosen:
    """The memories that were ticked, or all that fit a filter."""

    memories: list[Memory]
    passed_over: int

    @property
    def digest(self) -> str:
        """Equal for the same memories."""
        ids = "".join(sorted(str(memory.id) for memory in self.memories))
        return hashlib.sha256(ids.encode()).hexdigest()


@require_POST
@visitors_only
def bulk(request: Request) -> HttpResponse:
    """The preview, or (with ``confirmed``) the deed."""
    deed = request.POST.get("deed", "")
    if deed not in DEEDS:
        raise Http404
    if request.POST.get("all") and deed == "forget":
        return _everything(request, deed)
    return _bulk(request, deed)


@signed_in_again
def _everything(request: Request, deed: str) -> HttpResponse:
    """All at once is not for a browser that was left open, nor for a forwarded link."""
    return _bulk(request, deed)


def _bulk(request: Request, deed: str) -> HttpResponse:
    everything = bool(request.POST.get("all"))
    now = timezone.now()
    with request.visitor.scope() as persons:
        chosen = _chosen(request, persons, deed)
        confirmed = request.POST.get("confirmed")
        done = bool(chosen.memories) and confirmed == chosen.digest
        if done and deed != "keep":
            _do(request, deed, chosen.memories)
        context = {
            "deed": deed,
            "chosen": chosen,
            "shown": [row(each, now) for each in chosen.memories[:LISTED]],
            "more": max(0, len(chosen.memories) - LISTED),
            "derived": _derived(chosen) if deed == "forget" and not done else 0,
            "ids": [] if everything else request.POST.getlist("id"),
            "filters": request.POST.get("filters", ""),
            "everything": everything,
            "changed": bool(confirmed),
        }
    if not done:
        return render(request, "me/bulk.html", context)
    return _keep(request, chosen) if deed == "keep" else _done(request, deed, chosen)


def _done(request: Request, deed: str, chosen: Chosen) -> HttpResponse:
    held = sum(memory.held for memory in chosen.memories) if deed == "forget" else 0
    number = len(chosen.memories) - held
    said = [] if held and not number else [_said(deed, number)]
    note_words(request, " ".join([*said, *stays(held)]))
    return see_other(NEXT.get(deed, "me"))


def _keep(request: Request, chosen: Chosen) -> HttpResponse:
    """Each by itself, as its own button does it; one decided meanwhile stays decided."""
    visitor = request.visitor
    for memory in chosen.memories:
        try:
            let_in(memory.id, scope=visitor.scope, actor=visitor.actor)
        except NothingToReview:
            continue
        except Refused as refused:
            return not_let_in(request, refused)
    return _done(request, "keep", chosen)


def _chosen(request: Request, persons: Sequence[uuid.UUID], deed: str) -> Chosen:
    rows = memories_of(persons)
    if request.POST.get("all"):
        given = QueryDict(request.POST.get("filters", ""))
        filters = Filters.of(given, records_of(persons))
        rows = found(persons, filters, timezone.now())
    else:
        rows = rows.filter(id__in=_ids(request))
    fitting = [memory for memory in rows if memory.status in FITS[deed]]
    return Chosen(fitting, len(rows) - len(fitting))


def _ids(request: Request) -> list[uuid.UUID]:
    try:
        return [uuid.UUID(each) for each in request.POST.getlist("id")]
    except ValueError:
        raise Http404 from None


def _do(request: Request, deed: str, memories: Sequence[Memory]) -> None:
    actor = request.visitor.actor
    if deed != "forget":
        for memory in memories:
            try:
                set_paused(memory, paused=deed == "pause", actor=actor)
            except NotInUse:
                continue  # gone in this very moment
        return
    unit: uuid.UUID | None = None
    for person_id, part in _by_record(memories):
        run = ask(
            [memory.id for memory in part],
            person_id=person_id,
            service_id=part[0].service_id,
            actor=actor,
            undo=undo_time(person_id),
            unit=unit,
        )
        unit = unit or run.id


def _by_record(memories: Sequence[Memory]) -> list[tuple[uuid.UUID, list[Memory]]]:
    ordered = sorted(memories, key=lambda memory: memory.person_id)
    return [
        (person_id, list(part))
        for person_id, part in groupby(ordered, lambda memory: memory.person_id)
    ]


def _derived(chosen: Chosen) -> int:
    """How many texts go along since they were made from these."""
    reached = 0
    for person_id, part in _by_record(chosen.memories):
        ids = [memory.id for memory in part]
        with previewed(person_id, part[0].service_id, ids) as plan:
            reached += plan.along().count()
    return reached


def _said(deed: str, number: int) -> str:
    if deed == "keep":
        said = ngettext(
            "%(number)d memory kept. It is in use from now on.",
            "%(number)d memories kept. They are in use from now on.",
            number,
        )
    elif deed == "pause":
        said = ngettext(
            "%(number)d memory paused.", "%(number)d memories paused.", number
        )
    elif deed == "resume":
        said = ngettext(
            "%(number)d memory in use again.",
            "%(number)d memories in use again.",
            number,
        )
    else:
        said = ngettext(
            "%(number)d memory forgotten. You can undo it here.",
            "%(number)d memories forgotten. You can undo it here.",
            number,
        )
    return said % {"number": number}
