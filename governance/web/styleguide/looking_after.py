"""What a person does to a memory, and what then stands there."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from governance.models import (
    Derivation,
    ErasureRun,
    Kind,
    MemoryState,
    RunState,
    SourceType,
)
from governance.provenance import Graph
from governance.web.me.done import Done
from governance.web.me.filters import Filters, ages, kinds, more, orders, states
from governance.web.me.forgotten import Forgotten
from governance.web.me.forms import CorrectForm
from governance.web.me.picture import picture_of
from governance.web.me.reviewing import Card, Group
from governance.web.styleguide.rows import a_row
from governance.web.words import REASONS_SHORT, RUN_STATES, moment, place_of


def looking_after() -> dict[str, Any]:
    """What a person does to a memory, at each moment of it."""
    now = timezone.now()
    wrong = CorrectForm({"text": ""}, auto_id="wrong_%s")
    wrong.is_valid()
    waiting = _run(RunState.WAITING)
    held = a_row(
        _("Has asthma."),
        status=MemoryState.PROPOSED,
        categories=["health"],
        sealed=b"-",
    )
    doubtful = a_row(_("Lives in Bergen."), status=MemoryState.QUARANTINED)
    words = a_row(_("Lives in Oslo.")).memory
    summary = a_row(_("Likes calm trips."), kind=Kind.SUMMARY, inferred=True).memory
    return {
        "gone": a_row(_("Drinks tea in the morning.")),
        "edited": a_row(_("Lives in Oslo.")),
        "wrong": a_row(_("Lives in Oslo.")),
        "waiting_run": waiting,
        "correcting": CorrectForm(initial={"text": _("Lives in Oslo.")}),
        "correcting_wrong": wrong,
        "cards": [
            Card(held, None, moment(now + timedelta(days=12), now)),
            Card(doubtful, words, None),
        ],
        "forgotten": [_forgotten(_run(state), now) for state in RunState],
        "deeds": [Done(_("Saved.")), Done(_("Forgotten."), waiting)],
        "chosen": Filters(kind=Kind.FACT, q=_("tea")),
        "apps": [],
        "kinds": kinds(),
        "states": states(),
        "ages": ages(),
        "more": more(),
        "orders": orders(),
        "groups": [
            Group(
                [held.memory.id, doubtful.memory.id],
                place_of(SourceType.WEB, _("Travel assistant")),
                str(REASONS_SHORT["untrusted_source"]),
            )
        ],
        "sample": picture_of(
            summary,
            Graph(
                memories=[words, summary],
                sources=[],
                edges=[Derivation(made_id=summary.id, origin_id=words.id)],
                more=3,
            ),
        ),
    }


def _run(state: RunState) -> ErasureRun:
    now = timezone.now()
    return ErasureRun(state=state, created_at=now, due_at=now + timedelta(days=1))


def _forgotten(run: ErasureRun, now: datetime) -> Forgotten:
    return Forgotten(
        run=run,
        service=_("Travel assistant"),
        asked=moment(run.created_at, now),
        ends=moment(run.due_at, now),
        state=RUN_STATES[RunState(run.state)],
        texts=[_("Drinks tea in the morning.")]
        if run.state == RunState.WAITING
        else [],
        more=0,
        things=[],
        stays=[],
        goes=True,
        can_undo=run.state == RunState.WAITING,
    )
