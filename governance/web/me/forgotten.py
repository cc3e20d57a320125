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

from governance.erasure import Plan
from governance.models import (
    EraseScope,
    ErasureRun,
    Memory,
    RunState,
    Service,
)
from governance.web.me.done import deed_done, stays
from governance.web.me.rows import folded
from governance.web.me.things import said_of, taken
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
    things: list[str]
    """What it takes beside memories, counted."""
    stays: list[str]
    """What of it the law keeps, in a sentence; none for nothing."""
    goes: bool
    """Whether the law keeps not all of it."""
    can_undo: bool
    """Whether the time for undo is not over, at least for some of it."""

    @property
    def label(self) -> str:
        """By which its buttons are told from those of others."""
        return self.texts[0] if self.texts else ", ".join(self.things)

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
    units = _units(persons, runs)
    first = {run.id: _first(run) for unit in units for run in _waiting(unit)}
    shown = {each for ids in first.values() for each in ids}
    rows = Memory.objects.owned_by(*persons).filter(id__in=shown)
    known = {row.id: row.text for row in rows.only("id", "text")}
    known |= said_of(persons, shown - set(known))
    texts = {
        run_id: [known[each] for each in ids if known.get(each)]
        for run_id, ids in first.items()
    }
    return [_entry(unit, names, texts, now) for unit in units]


def _first(run: ErasureRun) -> list[uuid.UUID]:
    """Some of what was asked for: of everything that a service wrote the newest."""
    if run.scope == EraseScope.MEMORIES:
        return run.root_ids[:LISTED]
    plan = Plan(run.person_id, run.service_id, run.id, frozenset())
    mine = Memory.objects.owned_by(run.person_id).filter(id__in=plan.memory_ids())
    newest = mine.exclude(text="").order_by("-created_at", "-id")
    return list(newest.values_list("id", flat=True)[:LISTED])


def _asked_for(run: ErasureRun) -> int:
    return len(run.root_ids) or int(run.plan["memories"])


def _units(
    persons: Sequence[uuid.UUID], runs: Sequence[ErasureRun]
) -> list[list[ErasureRun]]:
    """Each run with those that were asked for together with it."""
    found: dict[uuid.UUID, list[ErasureRun]] = {run.id: [run] for run in runs}
    rest = ErasureRun.objects.owned_by(*persons).filter(unit__in=list(found))
    for run in rest.order_by("created_at", "id"):
        if run.unit:
            found[run.unit].append(run)
    return list(found.values())


def _waiting(unit: Sequence[ErasureRun]) -> list[ErasureRun]:
    """Those that can still be undone; of each record its own time for undo."""
    return [r for r in unit if r.state == RunState.WAITING and r.epoch is None]


def _entry(
    unit: Sequence[ErasureRun],
    names: dict[uuid.UUID, str],
    texts: dict[uuid.UUID, list[str]],
    now: datetime,
) -> Forgotten:
    waiting = _waiting(unit)
    # Its word is that of what waits, as long as something does.
    run = (waiting or unit)[0]
    known = [text for each in waiting for text in texts[each.id]][:LISTED]
    asked_for = sum(_asked_for(each) for each in waiting)
    return Forgotten(
        run=run,
        service=", ".join(dict.fromkeys(names[each.service_id] for each in unit)),
        asked=moment(run.created_at, now),
        ends=moment(min(each.due_at for each in waiting or unit), now),
        state=RUN_STATES[RunState(run.state)],
        texts=[folded(text)[0] for text in known],
        more=asked_for - len(known) if known else 0,
        things=taken(unit),
        stays=stays(sum(int(each.plan.get("held", 0)) for each in unit)),
        goes=any(each.plan["memories"] or each.plan.get("things") for each in unit),
        can_undo=bool(waiting),
    )
