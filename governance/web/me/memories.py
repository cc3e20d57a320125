"""What I remember: the list, and one memory."""

import uuid

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from governance.models import (
    Derivation,
    MadeFrom,
    Memory,
    MemoryVersion,
    Person,
    Service,
    Trust,
)
from governance.web.me.find import Erased, memories_of, memory_of
from governance.web.me.rows import row
from governance.web.visitor import Request, Visitor, visitors_only
from governance.web.words import TRUSTS, moment

PAGE = 50
RELATED = 50


@require_safe
@visitors_only
def remembered(request: Request) -> HttpResponse:
    """The list, newest first, in pages that reach everything."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        page = Paginator(memories_of(persons), PAGE).get_page(request.GET.get("page"))
        context = {
            "page": page,
            "rows": [row(memory, now) for memory in page],
            "records": Person.objects.filter(id__in=persons).count(),
            "link_service": _link_service(request.visitor),
        }
    return render(request, "me/remembered.html", context)


@require_safe
@visitors_only
def one_memory(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """Its text, where it came from, what it said before and what was made from it."""
    now = timezone.now()
    try:
        with request.visitor.scope() as persons:
            memory = memory_of(persons, memory_id)
            context = {
                "row": row(memory, now),
                "said": moment(memory.said_at, now),
                "trust": TRUSTS[Trust(memory.trust)],
                "earlier": _earlier_texts(memory),
                "made_from": _neighbours(memory, _origins(memory)),
                "made_of_it": _neighbours(memory, _made(memory)),
            }
    except Erased as erased:
        return was_erased(request, erased)
    return render(request, "me/memory.html", context)


def was_erased(request: Request, erased: Erased) -> HttpResponse:
    """410: it is gone, and this is the way to its receipt."""
    return render(request, "me/erased.html", {"run_id": erased.run_id}, status=410)


def _link_service(visitor: Visitor) -> str:
    """Whose link opened these pages; empty for somebody who signed in."""
    if visitor.link is None:
        return ""
    return Service.objects.get(id=visitor.link.service_id).name


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


def _neighbours(memory: Memory, ids: list[uuid.UUID]) -> list[Memory]:
    others = memories_of([memory.person_id]).filter(id__in=ids, sealed__isnull=True)
    return list(others[:RELATED])
