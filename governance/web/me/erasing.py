"""Erase one memory: a page that shows how far it reaches, and the receipt."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from governance.access import lock_for_writing
from governance.audit import ActorKind
from governance.erasure import (
    AlreadyErased,
    Plan,
    erase_memories,
    messages_of,
    previewed,
)
from governance.models import (
    ConversationItem,
    DeliveryState,
    ErasureRun,
    Memory,
    MemoryState,
    MemoryVersion,
    RunState,
    Service,
)
from governance.telling import FURTHEST_FIRST, Recipient, recipients_of
from governance.web.answers import see_other
from governance.web.me.find import Erased, memory_of, run_of
from governance.web.me.memories import was_erased
from governance.web.me.rows import Row, row
from governance.web.me.spoken import excerpt
from governance.web.visitor import Request, visitors_only
from governance.web.words import RUN_STATES, STORES, moment

LISTED = 12


@dataclass(frozen=True)
class Others:
    """Memories that go along: how many, the first of them, and how many more."""

    count: int
    shown: list[Memory]

    @property
    def more(self) -> int:
        """How many are not shown."""
        return self.count - len(self.shown)


@dataclass(frozen=True)
class Reach:
    """What goes when one memory is erased, from the plan that would be run."""

    derived: Others
    earlier_values: Others
    versions: int
    sources: int
    held: int
    """Memories that have to stay, by law."""
    rebuilt: int
    """Of ``derived``, how many will be derived again from what stays."""
    messages: list[str]
    """The messages that it came from, as far as they are kept: they go if that is ticked."""


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def erase_memory(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """The preview is the confirmation; pressing its button erases."""
    try:
        if request.method == "POST":
            return see_other("erasure", run_id=_erase(request, memory_id))
        return render(request, "me/erase.html", _preview(request, memory_id))
    except Erased as erased:
        return was_erased(request, erased)


@require_safe
@visitors_only
def erasure(request: Request, run_id: uuid.UUID) -> HttpResponse:
    """The receipt: how far it is, what was erased, who is told."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        run = run_of(persons, run_id)
        service = Service.objects.get(id=run.service_id).name
        recipients = recipients_of(run.person_id, run.id)
    context = {
        "run": run,
        "held": run.plan.get("held", 0),
        "done": run.state == RunState.DONE,
        "stopped": run.state == RunState.NEEDS_ATTENTION,
        "state": RUN_STATES[RunState(run.state)],
        "asked": moment(run.created_at, now),
        "stores": _by_store(run),
        "service": service,
        "told": _how_far(run, recipients),
    }
    return render(request, "me/erasure.html", context)


def _how_far(run: ErasureRun, recipients: list[Recipient]) -> str:
    """The state of the recipient that knows least. Before it has begun nobody is told,
    and who asked knows."""
    states = [each.state for each in recipients]
    asked = run.asked_by == ActorKind.SERVICE
    before = DeliveryState.ACKNOWLEDGED if asked else DeliveryState.WAITING
    return max(states, key=FURTHEST_FIRST.index, default=before)


def _erase(request: Request, memory_id: uuid.UUID) -> uuid.UUID:
    """Asks for the erasure; pressed twice, it gives the same run. Earlier values go too
    unless they were listed and unticked, the messages it came from if they are ticked."""
    unticked = "asked" in request.POST and "earlier" not in request.POST
    try:
        with request.visitor.scope() as persons:
            memory = memory_of(persons, memory_id)
            lock_for_writing(memory.person_id)
            along = _messages(memory) if "messages" in request.POST else []
            run = erase_memories(
                [memory.id, *along],
                person_id=memory.person_id,
                service_id=memory.service_id,
                actor=request.visitor.actor,
                with_history=not unticked,
            )
            return run.id
    except (AlreadyErased, Erased) as before:
        return before.run_id


def _preview(request: Request, memory_id: uuid.UUID) -> dict[str, Row | Reach]:
    with request.visitor.scope() as persons:
        memory = memory_of(persons, memory_id)
        with previewed(memory.person_id, memory.service_id, [memory.id]) as plan:
            reach = _reach(plan, _messages(memory))
            return {"row": row(memory, timezone.now()), "reach": reach}


def _messages(memory: Memory) -> list[uuid.UUID]:
    return messages_of([memory.id], memory.person_id, memory.service_id)


def _reach(plan: Plan, messages: Sequence[uuid.UUID]) -> Reach:
    said = ConversationItem.objects.owned_by(plan.person_id).filter(id__in=messages)
    others = plan.along()
    versions = MemoryVersion.objects.owned_by(plan.person_id)
    return Reach(
        derived=listed(others.exclude(status=MemoryState.SUPERSEDED)),
        earlier_values=listed(others.filter(status=MemoryState.SUPERSEDED)),
        versions=versions.filter(memory_id__in=plan.memory_ids()).count(),
        sources=plan.sources,
        held=plan.held,
        rebuilt=len(plan.again),
        messages=[excerpt(each.body) for each in said.order_by("created_at")],
    )


def listed(others: QuerySet[Memory]) -> Others:
    """How many they are, and the newest of them."""
    said = others.filter(sealed__isnull=True)
    newest = said.only("id", "text").order_by("-created_at", "-id")
    return Others(others.count(), list(newest[:LISTED]))


def _by_store(run: ErasureRun) -> list[tuple[object, int, int]]:
    """Each store that it reaches, with what was planned and what is erased so far."""
    counts: dict[str, int] = run.plan.get("counts", {})
    # A note has no memories: rows of nothing would only hide what there is.
    planned = {
        name: number
        for name, number in counts.items()
        if number or run.counts.get(name)
    }
    order = [*STORES, *(name for name in planned if name not in STORES)]
    return [
        (STORES.get(name, name), planned[name], run.counts.get(name, 0))
        for name in order
        if name in planned
    ]
