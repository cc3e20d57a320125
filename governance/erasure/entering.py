"""An erasure's entry in the ledger: written when it was asked for, before the answer; at
the latest by the worker, before the first delete. Once for each run, whatever is tried."""

import logging
import uuid
from datetime import datetime, timedelta

from django.db import connection, transaction

from governance.access import as_service_with, ledger_name
from governance.erasure.meeting import EACH, execute
from governance.erasure.plan import Plan
from governance.ledger import Facts, enter, enter_before_commit
from governance.models import EraseScope, ErasureRun, RunState

log = logging.getLogger(__name__)

BORN_WITHIN = timedelta(seconds=1)
"""A memory and the edges it was born with are written together, within less than this."""

NOT_BORN = f"""
SELECT i.thing_id FROM erasure_item i CROSS JOIN LATERAL (
    SELECT m.created_at FROM memory m
    WHERE m.person_id = i.person_id AND m.id = i.thing_id {EACH}
) m
WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'memory'
    AND NOT EXISTS (
        SELECT 1 FROM derivation d
        WHERE d.person_id = i.person_id AND d.made_id = i.thing_id
            AND d.origin_kind = 'memory'
            AND d.created_at <= m.created_at + make_interval(secs => %(within)s)
            AND EXISTS (
                SELECT 1 FROM erasure_item o WHERE o.person_id = i.person_id
                    AND o.thing_id = d.origin_id AND o.run_id = i.run_id {EACH}
            )
        {EACH}
    )
"""  # noqa: S608  all of it stands here


def enter_soon(run: ErasureRun) -> None:
    """Enters the run as soon as it is committed. What stops that stops no answer: the
    worker deletes nothing before it has entered the run itself."""
    transaction.on_commit(lambda: _enter_now(run.id, run.person_id, run.service_id))


def enter_undone(run: ErasureRun) -> None:
    """Enters, after the commit, that a forget was undone: what loosens is entered last."""
    transaction.on_commit(lambda: _enter_undone(run))


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


def _enter_now(run_id: uuid.UUID, person_id: uuid.UUID, service_id: uuid.UUID) -> None:
    try:
        with as_service_with(service_id, person_id, erasing=True):
            ensure_entered(ErasureRun.objects.owned_by(person_id).get(id=run_id))
    except Exception as trouble:  # noqa: BLE001  the run waits, and its worker insists
        kind = type(trouble).__name__
        log.warning("erasure %s is not in the ledger yet: %s", run_id, kind)


def _enter_undone(run: ErasureRun) -> None:
    with as_service_with(run.service_id, run.person_id):
        mine = ErasureRun.objects.owned_by(run.person_id).filter(id=run.id)
        if mine.filter(state=RunState.UNDONE).exists():
            enter_before_commit({"kind": "undone", "run": str(run.id)})


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
