"""One memory: why it is held, where it came from, what was made from it, who read it."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from governance.access import lock_for_writing
from governance.audit import record
from governance.models import (
    Derivation,
    Hold,
    MadeFrom,
    Memory,
    MemoryVersion,
    Read,
    ReadKind,
    Service,
    Trust,
)
from governance.provenance import graph_around
from governance.web.answers import see_other
from governance.web.me.done import deed_done
from governance.web.me.find import Erased, memories_of, memory_of
from governance.web.me.forms import DetailsForm
from governance.web.me.picture import picture_of
from governance.web.me.rows import row
from governance.web.visitor import Request, visitors_only
from governance.web.words import TRUSTS, Moment, importance, moment
from governance.writing import redact_version

RELATED = 50
READS = 20


@dataclass(frozen=True)
class Reading:
    """One read of this memory."""

    service: str
    kind: object
    purpose: str
    at: Moment


@require_safe
@visitors_only
def one_memory(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """The page."""
    now = timezone.now()
    try:
        with request.visitor.scope() as persons:
            memory = memory_of(persons, memory_id)
            reads = _reads(memory)
            context = {
                "row": row(memory, now),
                "said": moment(memory.said_at, now),
                "trust": TRUSTS[Trust(memory.trust)],
                "hold": _hold(memory, now) if memory.held else None,
                "importance": importance(memory.importance),
                "earlier": _earlier_texts(memory),
                "made_from": _neighbours(memory, _origins(memory)),
                "made_of_it": _neighbours(memory, _made(memory)),
                "picture": picture_of(memory, graph_around(memory)),
                "reads": [_reading(read, now) for read in reads[:READS]],
                "more_reads": len(reads) > READS,
                "details": DetailsForm(
                    initial={"ends": "keep", "sensitivity": memory.sensitivity}
                ),
                "done": deed_done(request, persons),
            }
    except Erased as erased:
        return was_erased(request, erased)
    return render(request, "me/memory.html", context)


@require_safe
@visitors_only
def memory_row(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """The memory as the list shows it, for who leaves it as it is."""
    try:
        with request.visitor.scope() as persons:
            context = {"row": row(memory_of(persons, memory_id), timezone.now())}
    except Erased as erased:
        return was_erased(request, erased)
    return render(request, "components/memory.html", context)


@require_POST
@visitors_only
def redact(request: Request, memory_id: uuid.UUID, number: int) -> HttpResponse:
    """Takes the words out of one earlier version; that it was, and when, stays."""
    try:
        with request.visitor.scope() as persons:
            memory = memory_of(persons, memory_id)
            lock_for_writing(memory.person_id)
            if redact_version(memory, number):
                record(
                    "version.redacted",
                    request.visitor.actor,
                    service_id=memory.service_id,
                    person_id=memory.person_id,
                    subjects=[memory.id],
                    counts={"number": number},
                )
    except Erased as erased:
        return was_erased(request, erased)
    return see_other("memory", memory_id=memory_id)


def was_erased(request: Request, erased: Erased) -> HttpResponse:
    """410: it is gone, and this is the way to its receipt."""
    return render(request, "me/erased.html", {"run_id": erased.run_id}, status=410)


def _hold(memory: Memory, now: datetime) -> tuple[str, str, Moment] | None:
    """Law, reason and end of what keeps it."""
    mine = Hold.objects.owned_by(memory.person_id).filter(released_at=None)
    hold = mine.filter(memory_id=memory.id).first()
    if hold is None:
        return None
    return hold.get_law_display(), hold.reason, moment(hold.until, now)


def _earlier_texts(memory: Memory) -> list[MemoryVersion]:
    return list(
        MemoryVersion.objects.owned_by(memory.person_id)
        .filter(memory_id=memory.id, number__lt=memory.version)
        .order_by("-number")[:RELATED]
    )


def _origins(memory: Memory) -> list[uuid.UUID]:
    edges = Derivation.objects.owned_by(memory.person_id).filter(
        made_id=memory.id, origin_kind=MadeFrom.MEMORY
    )
    return list(edges.values_list("origin_id", flat=True))


def _made(memory: Memory) -> list[uuid.UUID]:
    edges = Derivation.objects.owned_by(memory.person_id).filter(origin_id=memory.id)
    return list(edges.values_list("made_id", flat=True))


def _neighbours(memory: Memory, ids: Sequence[uuid.UUID]) -> list[Memory]:
    others = memories_of([memory.person_id]).filter(id__in=ids, sealed__isnull=True)
    return list(others[:RELATED])


def _reads(memory: Memory) -> list[tuple[Read, str]]:
    """The newest first, one more than is shown."""
    mine = Read.objects.owned_by(memory.person_id).filter(
        memory_ids__contains=[memory.id]
    )
    reads = list(mine.order_by("-created_at", "-id")[: READS + 1])
    names = dict(Service.objects.values_list("id", "name"))
    return [(read, names.get(read.service_id, "")) for read in reads]


def _reading(read: tuple[Read, str], now: datetime) -> Reading:
    entry, service = read
    kind = ReadKind(entry.kind).label
    return Reading(service, kind, entry.purpose, moment(entry.created_at, now))
