"""Carry a run out: ledger, batches, closure again, verification, report."""

import logging
import uuid

from django.conf import settings
from django.db import Error as DatabaseError
from django.db.models.functions import Now

from governance.audit import SYSTEM, record
from governance.dispatch import run_later
from governance.erasure.claim import Claim, LeaseLost, claim
from governance.erasure.ledger import LedgerTrouble, enter
from governance.erasure.plan import Plan
from governance.erasure.stores import STORES, Store
from governance.models import RunState
from governance.provenance import made_from

log = logging.getLogger(__name__)


class StillThere(Exception):
    """Verification found rows: the run is not done."""


def carry_out(run_id: uuid.UUID) -> bool:
    """Takes a run to its end; False when it is not ours to take.

    Whatever stops it, the row stays and the sweeper takes it up again; after
    ``ERASURE_TRIES`` failures it asks for attention instead.
    """
    held = claim(run_id)
    if held is None:
        return False
    try:
        _carry_out(held)
    except LeaseLost:
        log.info("erasure %s was taken over", run_id)
        return False
    except (StillThere, LedgerTrouble, DatabaseError) as trouble:
        _note(held, trouble)
        return False
    return True


def _carry_out(held: Claim) -> None:
    # The ledger, synced, comes before the first delete: a restored backup must know
    # of every erasure that may have destroyed something (design.md, Ledger).
    with held.step(ledger_at=enter(held)):
        pass
    for part in held.plan.parts(settings.ERASURE_BATCH):
        for store in STORES:
            _empty(store, part, held)
    _verify(held)
    _finish(held)


def _empty(store: Store, part: Plan, held: Claim) -> None:
    """Erases batch by batch, each its own transaction, until none is left."""
    limit = gone = settings.ERASURE_BATCH
    while gone == limit:
        with held.step():
            gone = store.erase(part, limit=limit)
            if gone:
                held.add_count(store.name, gone)


def _verify(held: Claim) -> None:
    """Counts every store again, and looks for what was derived meanwhile."""
    with held.step(state=RunState.VERIFYING):
        left = {store.name: store.holds(held.plan) for store in STORES}
        closure = made_from(held.plan.person_id, held.plan.memory_ids)
        left["derived since"] = len(closure - held.plan.memory_ids)
    if any(left.values()):
        raise StillThere


def _finish(held: Claim) -> None:
    found = {store.name: 0 for store in STORES}
    with held.step(
        state=RunState.DONE, verification=found, finished_at=Now(), trouble=""
    ):
        record(
            "erasure.done",
            SYSTEM,
            service_id=held.plan.service_id,
            person_id=held.plan.person_id,
            subjects=[held.run_id],
            counts=held.plan.counts,
        )
        run_later("seal")


def _note(held: Claim, trouble: Exception) -> None:
    """Leaves the run to the sweeper, or to a human when it has failed too often."""
    kind = type(trouble).__name__
    log.error("erasure %s stopped: %s", held.run_id, kind)
    changes: dict[str, object] = {"trouble": kind}
    if held.tries >= settings.ERASURE_TRIES:
        changes["state"] = RunState.NEEDS_ATTENTION
    try:
        with held.step(**changes):
            pass
    except (LeaseLost, DatabaseError):
        log.info("erasure %s could not be noted; its lease will end", held.run_id)
