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
        # What was asked for at once is one entry: that of its first run.
        first = ErasureRun.objects.owned_by(*persons).filter(unit=None)
        runs = first.order_by("-created_at", "-id")
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
    others = _asked_together(persons, runs)
    roots = {
        run.id: [*run.root_ids, *(r for each in others[run.id] for r in each.root_ids)]
        for run in runs
    }
    waiting = [run for run in runs if run.state == RunState.WAITING]
    shown = {each for run in waiting for each in roots[run.id][:LISTED]}
    rows = Memory.objects.owned_by(*persons).filter(id__in=shown)
    texts = {row.id: row.text for row in rows.only("id", "text")}
    return [
        _entry(run, _services(run, others[run.id], names), roots[run.id], texts, now)
        for run in runs
    ]


def _asked_together(
    persons: Sequence[uuid.UUID], runs: Sequence[ErasureRun]
) -> dict[uuid.UUID, list[ErasureRun]]:
    """The other runs of each unit, by its first."""
    found: dict[uuid.UUID, list[ErasureRun]] = {run.id: [] for run in runs}
    rest = ErasureRun.objects.owned_by(*persons).filter(unit__in=list(found))
    for run in rest.order_by("created_at", "id"):
        if run.unit:
            found[run.unit].append(run)
    return found


def _services(
    run: ErasureRun, others: Sequence[ErasureRun], names: dict[uuid.UUID, str]
) -> str:
    """The names of all that it is about, each once."""
    ids = [run.service_id, *(each.service_id for each in others)]
    return ", ".join(dict.fromkeys(names[each] for each in ids))


def _entry(
    run: ErasureRun,
    service: str,
    roots: Sequence[uuid.UUID],
    texts: dict[uuid.UUID, str],
    now: datetime,
) -> Forgotten:
    known = [texts[each] for each in roots if texts.get(each)][:LISTED]
    return Forgotten(
        run=run,
        service=service,
        asked=moment(run.created_at, now),
        ends=moment(run.due_at, now),
        state=RUN_STATES[RunState(run.state)],
        texts=[folded(text)[0] for text in known],
        more=len(roots) - len(known) if known else 0,
    )
