"""What waits to be erased, with undo; and what was erased, with its receipt."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from governance.models import ErasureRun, Memory, RunState, Service
from governance.web.me.done import deed_done
from governance.web.me.rows import folded
from governance.web.visitor import Request, visitors_only
from governance.web.words import RUN_STATES, Moment, moment

PAGE = 50
LISTED = 5


@dataclass(frozen=True)
class Forgotten:
    """One forget, or one erasure."""

    run: ErasureRun
    service: str
    asked: Moment
    ends: Moment
    state: object
    texts: list[str]
    more: int

    @property
    def can_undo(self) -> bool:
        """Whether the time for undo is not over."""
        return self.run.state == RunState.WAITING and self.run.epoch is None

    @property
    def undone(self) -> bool:
        """Whether it was taken back."""
        return self.run.state == RunState.UNDONE


@require_safe
@visitors_only
def forgotten(request: Request) -> HttpResponse:
    """The page, newest first."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        runs = ErasureRun.objects.owned_by(*persons).order_by("-created_at", "-id")
        page = Paginator(runs, PAGE).get_page(request.GET.get("page"))
        context = {
            "page": page,
            "entries": _entries(persons, list(page), now),
            "done": deed_done(request, persons),
        }
    return render(request, "me/forgotten.html", context)


def _entries(
    persons: Sequence[uuid.UUID], runs: Sequence[ErasureRun], now: datetime
) -> list[Forgotten]:
    """With the texts of what can still be undone, and of nothing else."""
    names = dict(Service.objects.values_list("id", "name"))
    waiting = [run for run in runs if run.state == RunState.WAITING]
    roots = {each for run in waiting for each in run.root_ids[:LISTED]}
    rows = Memory.objects.owned_by(*persons).filter(id__in=roots)
    texts = {row.id: row.text for row in rows.only("id", "text")}
    return [_entry(run, names[run.service_id], texts, now) for run in runs]


def _entry(
    run: ErasureRun, service: str, texts: dict[uuid.UUID, str], now: datetime
) -> Forgotten:
    known = [texts[each] for each in run.root_ids if texts.get(each)][:LISTED]
    return Forgotten(
        run=run,
        service=service,
        asked=moment(run.created_at, now),
        ends=moment(run.due_at, now),
        state=RUN_STATES[RunState(run.state)],
        texts=[folded(text)[0] for text in known],
        more=len(run.root_ids) - len(known) if known else 0,
    )
