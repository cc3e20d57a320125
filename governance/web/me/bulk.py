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

from governance.choices import NotInUse, set_paused, undo_time
from governance.erasure import ask, plan_memories
from governance.models import Memory, MemoryState
from governance.web.again import signed_in_again
from governance.web.answers import see_other
from governance.web.me.done import note_words
from governance.web.me.filters import Filters
from governance.web.me.find import memories_of, records_of
from governance.web.me.listing import found
from governance.web.visitor import Request, visitors_only

DEEDS = ("pause", "resume", "forget")
FITS = {
    "pause": [MemoryState.ACTIVE],
    "resume": [MemoryState.PAUSED],
    "forget": list(MemoryState),
}
LISTED = 12


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
    with request.visitor.scope() as persons:
        chosen = _chosen(request, persons, deed)
        confirmed = request.POST.get("confirmed")
        if chosen.memories and confirmed == chosen.digest:
            _do(request, deed, chosen.memories)
            note_words(request, _said(deed, len(chosen.memories)))
            return see_other("forgotten" if deed == "forget" else "me")
        context = {
            "deed": deed,
            "chosen": chosen,
            "shown": chosen.memories[:LISTED],
            "more": max(0, len(chosen.memories) - LISTED),
            "derived": _derived(chosen) if deed == "forget" else 0,
            "ids": [] if everything else request.POST.getlist("id"),
            "filters": request.POST.get("filters", ""),
            "everything": everything,
            "changed": bool(confirmed),
        }
    return render(request, "me/bulk.html", context)


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
    for person_id, part in _by_record(memories):
        ask(
            [memory.id for memory in part],
            person_id=person_id,
            service_id=part[0].service_id,
            actor=actor,
            undo=undo_time(person_id),
        )


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
        plan = plan_memories(person_id, part[0].service_id, ids)
        reached += len(plan.memory_ids - plan.root_ids)
    return reached


def _said(deed: str, number: int) -> str:
    if deed == "pause":
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
