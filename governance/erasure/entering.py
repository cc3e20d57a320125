"""An erasure's entry in the ledger: written when it was asked for, before the answer; at
the latest by the worker, before the first delete. Once for each run, whatever is tried.
That it was undone is entered after the undo. Either that could not be entered then is
entered by the sweep.
"""

import uuid
from datetime import datetime, timedelta

from django.db import connection, transaction

from governance.access import (
    as_service_with,
    as_sweeper,
    enter_each,
    enter_now,
    ledger_name,
)
from governance.erasure.meeting import EACH, execute
from governance.erasure.plan import Plan
from governance.ledger import Facts, enter, enter_before_commit
from governance.models import UNENTERED, EraseScope, ErasureRun, RunState

BORN_WITHIN = timedelta(seconds=1)
"""A memory and the edges it was born with are written together, within less than this."""

NOT_BORN = f"""
SELECT i.thing_id FROM erasure_item i CROSS JOIN LATERAL (
    SELECT m.created_at FROM memory m
    WHERE m.person_id = i.person_id AND m.id = i.thing_id {EACH}
) m
WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'memory'
    AND NOT EXISTS (
        SELECT 1 FROM derivation d CROSS JOIN LATERAL (
            SELECT 1 FROM erasure_item o WHERE o.person_id = %(person)s
                AND o.thing_id = d.origin_id AND o.run_id = %(run)s {EACH}
        ) o
        WHERE d.person_id = %(person)s AND d.made_id = i.thing_id
            AND d.origin_kind = 'memory'
            AND d.created_at <= m.created_at + make_interval(secs => %(within)s)
        {EACH}
    )
"""  # noqa: S608  all of it stands here


def enter_soon(run: ErasureRun) -> None:
    """Enters, once it is committed, that the run was asked for or undone. What stops that
    stops no answer: the worker deletes nothing before it has entered the run itself, and
    the sweep finds what has no entry."""
    whose = run.id, run.person_id, run.service_id
    transaction.on_commit(lambda: enter_now(_enter, *whose))


def enter_missing() -> int:
    """Enters what a full disk, or the end of a process between commit and entry, has left
    out, the oldest first; gives how many, at most a batch."""
    with as_sweeper():
        rows = ErasureRun.objects.filter(UNENTERED).order_by("created_at", "id")
        missing = list(rows.values_list("id", "person_id", "service_id"))
    return enter_each(missing, _enter)


def enter_hastened(run: ErasureRun) -> None:
    """Enters that a forget is not to be undone any more: with the deed, or not at all."""
    enter_before_commit({"kind": "hastened", "run": str(run.id)})


def ensure_entered(run: ErasureRun) -> None:
    """Writes and syncs the run's entry unless it is there; in the transaction of a step
    of the run. Raises ``LedgerTrouble``."""
    if run.ledger_at:
        return
    entered = enter(_facts(run))
    at = datetime.fromisoformat(entered["at"])
    ErasureRun.objects.owned_by(run.person_id).filter(id=run.id).update(ledger_at=at)


def named(plan: Plan) -> frozenset[uuid.UUID]:
    """What an entry has to name: what was asked for, and what the plan reaches otherwise
    than by birth.

    A text that was born from another one of the plan is reached through that one in any
    older state of the database. Not so an earlier value of a key, nor what stood before it
    was told again as made from something newer: there the older state may hold it alone.
    """
    with connection.cursor() as cursor:
        values = {
            "person": plan.person_id,
            "run": plan.run_id,
            "within": BORN_WITHIN.total_seconds(),
        }
        execute(plan, cursor, NOT_BORN, values)
        return plan.root_ids | {row[0] for row in cursor}


def _enter(run_id: uuid.UUID, person_id: uuid.UUID, service_id: uuid.UUID) -> None:
    """With the row locked: whoever undoes the run meanwhile waits until it is entered, so
    that its undoing comes after it. One that was undone first gets no entry of its own,
    which a restore might take for an erasure still to be done."""
    with as_service_with(service_id, person_id, erasing=True):
        mine = ErasureRun.objects.owned_by(person_id)
        run = mine.select_for_update().get(id=run_id)
        if run.state == RunState.UNDONE:
            _ensure_undone_entered(run)
        else:
            ensure_entered(run)


def _ensure_undone_entered(run: ErasureRun) -> None:
    if run.undone_entered_at:
        return
    entered = enter({"kind": "undone", "run": str(run.id)})
    at = datetime.fromisoformat(entered["at"])
    mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run.id)
    mine.update(undone_entered_at=at)


def _facts(run: ErasureRun) -> Facts:
    plan = Plan(run.person_id, run.service_id, run.id, frozenset(run.root_ids))
    plan = plan.with_numbers(run.plan)
    person = ledger_name(run.person_id)
    # A whole part is replayed by the time at which it was asked for: no id is named.
    chosen = run.scope == EraseScope.MEMORIES
    roots = [ledger_name(each).hash for each in named(plan)] if chosen else []
    return {
        "kind": "erasure",
        "run": str(run.id),
        "scope": run.scope,
        "by": run.asked_by,
        "asked": run.created_at.isoformat(),
        "due": run.due_at.isoformat(),
        "history": run.with_history,
        "wanted_back": run.wanted_back,
        "service": str(run.service_id),
        "person": person.hash,
        "roots": sorted(roots),
        "key": person.key_id,
    }
