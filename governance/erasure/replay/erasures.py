"""Open the erasures of the ledger again in the data that is here, under their own ids;
the normal engine carries them out."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Now

from governance.access import (
    Refused,
    as_service_with,
    as_sweeper,
    lock_for_writing,
)
from governance.audit import SYSTEM, ActorKind, record
from governance.erasure.barrier import take_out_of_use
from governance.erasure.claim import OPEN
from governance.erasure.replay.people import People, asked_at, roots_here
from governance.erasure.run import carry_out
from governance.erasure.scope import plan_for
from governance.erasure.sweep import open_runs
from governance.erasure.undo import put_back
from governance.erasure.whole import begin_forgets
from governance.ledger import Entry
from governance.models import EraseScope, ErasureRun, RunState

STUCK = [*OPEN, RunState.NEEDS_ATTENTION]


def open_again(entry: Entry, people: People) -> bool:
    """Whether the run was not here and is opened: one commit, in which all that it reaches
    is out of use. A run that is here goes on from where it was."""
    run_id = uuid.UUID(entry["run"])
    if _noted(run_id, entry):
        return False
    person_id = people.find(entry)
    if person_id is None:
        return False
    with as_service_with(uuid.UUID(entry["service"]), person_id):
        lock_for_writing(person_id)
        _open(run_id, entry, person_id)
    return True


def undo_again(runs: Collection[str]) -> int:
    """Forgets that were undone since: gives how many had to be put back."""
    with as_sweeper():
        waiting = ErasureRun.objects.filter(
            id__in=list(runs), state=RunState.WAITING, epoch=None
        )
        found = list(waiting)
    for run in found:
        with as_service_with(run.service_id, run.person_id):
            put_back(run, actor=SYSTEM)
    note_undone_entered(runs)
    return len(found)


def note_undone_entered(runs: Iterable[str]) -> None:
    """They know by now that the ledger has it; opens a scope."""
    with as_sweeper():
        rows = ErasureRun.objects.filter(id__in=list(runs), state=RunState.UNDONE)
        rows.filter(undone_entered_at=None).update(undone_entered_at=Now())


def hasten_again(runs: Iterable[str]) -> int:
    """Forgets that were not to be undone any more: they begin now; gives how many."""
    with as_sweeper():
        waiting = ErasureRun.objects.filter(
            id__in=list(runs), state=RunState.WAITING, epoch=None, due_at__gt=Now()
        )
        return waiting.update(due_at=Now())


def begin_before_whole(erasures: Iterable[Entry], people: People) -> None:
    """Forgets of somebody who is to go whole begin first, as they did then: afterwards
    there is nobody to begin them for. Call it when all runs are opened."""
    for entry in erasures:
        person_id = people.find(entry)
        if entry["scope"] != EraseScope.WHOLE_PERSON or person_id is None:
            continue
        service_id = uuid.UUID(entry["service"])
        with suppress(Refused), as_service_with(service_id, person_id):
            begin_forgets(person_id, actor=SYSTEM)


def take_over() -> None:
    """Whoever held a run was stopped by the restore, or was an earlier replay; runs that
    had given up are tried again."""
    with as_sweeper():
        rows = ErasureRun.objects.filter(state__in=STUCK)
        rows.filter(Q(lease_until__gt=Now()) | Q(tries__gt=0)).update(
            lease_until=None, tries=0
        )
        rows.filter(state=RunState.NEEDS_ATTENTION).update(state=RunState.RUNNING)


def carry_all_out() -> None:
    """All runs that are due, as far as they go."""
    while sum(carry_out(run_id) for run_id in open_runs()):
        pass


def not_done(runs: Sequence[str]) -> list[ErasureRun]:
    """Those that should have ended and have not."""
    with as_sweeper():
        due = ErasureRun.objects.filter(id__in=list(runs), due_at__lte=Now())
        return list(due.exclude(state__in=[RunState.DONE, RunState.UNDONE]))


def waiting_among(runs: Sequence[str]) -> list[str]:
    """Forgets among them whose time for undo is not over: out of use, and here still."""
    with as_sweeper():
        later = ErasureRun.objects.filter(id__in=list(runs), due_at__gt=Now())
        waiting = later.filter(state=RunState.WAITING, epoch=None)
        return [str(each) for each in waiting.values_list("id", flat=True)]


def known(runs: Iterable[str]) -> dict[str, str]:
    """The states of those runs that are here."""
    with as_sweeper():
        rows = ErasureRun.objects.filter(id__in=list(runs))
        return {str(run): state for run, state in rows.values_list("id", "state")}


def _noted(run_id: uuid.UUID, entry: Entry) -> bool:
    """Whether the run is here; then it knows by now that it has its entry."""
    with as_sweeper():
        mine = ErasureRun.objects.filter(id=run_id)
        mine.filter(ledger_at=None).update(ledger_at=_entered_at(entry))
        return mine.exists()


def _open(run_id: uuid.UUID, entry: Entry, person_id: uuid.UUID) -> None:
    service_id = uuid.UUID(entry["service"])
    chosen = entry["scope"] == EraseScope.MEMORIES
    roots = roots_here(entry, person_id) if chosen else []
    how = {
        "with_history": entry.get("history", True),
        "wanted_back": entry.get("wanted_back", False),
    }
    plan = plan_for(
        entry["scope"],
        person_id,
        service_id,
        roots,
        run_id=run_id,
        asked_at=asked_at(entry),
        **how,
    )
    by = ActorKind(entry.get("by", ActorKind.SYSTEM))
    ErasureRun.objects.create(
        id=run_id,
        person_id=person_id,
        service_id=service_id,
        asked_by=by.value,
        scope=entry["scope"],
        root_ids=roots,
        plan=plan.as_numbers(),
        created_at=asked_at(entry),
        due_at=datetime.fromisoformat(entry["due"] if "due" in entry else entry["at"]),
        ledger_at=_entered_at(entry),
        **how,
    )
    take_out_of_use(plan)
    record(
        "erasure.replayed",
        SYSTEM,
        service_id=service_id,
        person_id=person_id,
        subjects=[run_id],
        counts=plan.counts,
    )


def _entered_at(entry: Entry) -> datetime:
    return datetime.fromisoformat(entry["at"])
