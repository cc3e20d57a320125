"""Carry a run out: begin, ledger, batches, verification, report."""

import logging
import uuid
from collections.abc import Iterator
from dataclasses import replace

from django.conf import settings
from django.db import Error as DatabaseError
from django.db.models.functions import Now

from governance.access import (
    Refused,
    drop_own_key,
    lock_for_writing,
)
from governance.audit import SYSTEM, record
from governance.condensing import waiting_of
from governance.dispatch import run_later
from governance.erasure.ask import begin_waiting
from governance.erasure.batches import WITH_EACH, erase_by_batches
from governance.erasure.claim import Claim, LeaseLost, claim, next_of
from governance.erasure.drawing import has_strays
from governance.erasure.entering import ensure_entered
from governance.erasure.probes import Probes
from governance.erasure.stores import PersonStore, counts, person_stores
from governance.models import (
    ConversationItem,
    EraseScope,
    ErasureRun,
    Memory,
    MemoryFile,
    RunState,
    Unwanted,
)

log = logging.getLogger(__name__)

BY_KEY: tuple[type[Memory | Unwanted | ConversationItem | MemoryFile], ...] = (
    Memory,
    Unwanted,
    ConversationItem,
    MemoryFile,
)
"""What is sealed with the person's key, known by it, or calls people by its codes."""


class StillThere(Exception):
    """Verification found rows: the run is not done."""


class UnreadablePlan(Exception):
    """The plan on the run is not one."""


class Strays(Exception):
    """Something was derived from what is to go, behind the barrier's back."""


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
    except Exception as trouble:  # noqa: BLE001  one bad run must not stop the queue
        _note(held, trouble)
        return False
    return True


def _carry_out(held: Claim) -> None:
    if not held.readable:
        raise UnreadablePlan
    if not held.begun:
        held = _begin(held)
    _refuse_strays(held)
    # The ledger, synced, comes before the first delete: a restored backup must know
    # of every erasure that may have destroyed something (design.md, Ledger).
    _ensure_entered(held)
    probes = _probes(held)
    _empty(held)
    for each in person_stores(held.scope):
        _empty_table(each, held)
    found = _verify(held, probes)
    _clear(held)
    _finish(held, found)


def _begin(held: Claim) -> Claim:
    """The time for undo is over: plan afresh and raise the barrier."""
    with held.step():
        mine = ErasureRun.objects.owned_by(held.plan.person_id)
        run = mine.get(id=held.run_id)
        if run.epoch is not None:  # with the whole person, since we have claimed it
            return replace(held, plan=held.plan.with_numbers(run.plan), begun=True)
        plan = begin_waiting(run, SYSTEM)
    return replace(held, plan=plan, begun=True)


def _refuse_strays(held: Claim) -> None:
    """The closure once more, with writers locked out, before any edge is gone."""
    with held.step():
        try:
            lock_for_writing(held.plan.person_id)
        except Refused:
            return  # the last row is gone: nothing writes any more
        if has_strays(held.plan):
            raise Strays


def _ensure_entered(held: Claim) -> None:
    with held.step():
        ensure_entered(
            ErasureRun.objects.owned_by(held.plan.person_id).get(id=held.run_id)
        )


def _empty(held: Claim) -> None:
    """Erases batch by batch, each its own transaction, until none is left."""
    batches = erase_by_batches(held.plan, settings.ERASURE_BATCH)
    while _empty_once(batches, held):
        pass


def _empty_once(batches: Iterator[dict[str, int]], held: Claim) -> bool:
    with held.step():
        gone = next(batches, None)
        if gone is not None:
            held.add_counts(gone)
    return gone is not None


def _empty_table(store: PersonStore, held: Claim) -> None:
    """The same of what is the person's as a whole."""
    limit = gone = settings.ERASURE_BATCH
    while gone >= limit:
        with held.step():
            gone = store.erase(held.plan, limit=limit)
            held.add_counts({store.name: gone})


def _probes(held: Claim) -> Probes:
    with held.step():
        return Probes.take(held.plan)


def _verify(held: Claim, probes: Probes) -> dict[str, int]:
    """Counts every store again and looks for what went; gives what was found, all zero."""
    with held.step(state=RunState.VERIFYING):
        left = counts(held.plan, held.scope) | probes.by_search(held.plan)
        left |= probes.by_files(held.plan)
    left |= probes.by_queues()
    if any(left.values()):
        raise StillThere
    return left


def _clear(held: Claim) -> None:
    """Nothing that the rows of the plan name is there any more: they go themselves."""
    limit = gone = WITH_EACH * settings.ERASURE_BATCH
    while gone >= limit:
        with held.step():
            gone = held.plan.drop_items(limit)


def _finish(held: Claim, found: dict[str, int]) -> None:
    with held.step(
        state=RunState.DONE, verification=found, finished_at=Now(), trouble=""
    ):
        _drop_key(held)
        record(
            "erasure.done",
            SYSTEM,
            service_id=held.plan.service_id,
            person_id=held.plan.person_id,
            subjects=[held.run_id],
            counts=held.plan.counts,
        )
        following = next_of(held.plan.person_id)
        if following:
            run_later("erase", following)
        else:
            for each in waiting_of(held.plan.person_id):
                run_later("rebuild", each)
        run_later("certify", held.run_id)  # which seals first


def _drop_key(held: Claim) -> None:
    """With all that was remembered the person's key goes; not while something stands that
    was told since, which may be sealed with it, or that a hold keeps: with that, then."""
    person_id = held.plan.person_id
    whole = ErasureRun.objects.owned_by(person_id).filter(scope=EraseScope.SERVICE_PART)
    if not whole.filter(epoch__isnull=False).exists():
        return
    try:
        lock_for_writing(person_id)
    except Refused:
        return  # it went with the person
    if not any(model.objects.owned_by(person_id).exists() for model in BY_KEY):
        drop_own_key(person_id)


def _note(held: Claim, trouble: Exception) -> None:
    """Leaves the run to the sweeper, or to a human when it has failed too often."""
    kind = type(trouble).__name__
    log.error("erasure %s stopped: %s", held.run_id, kind, exc_info=trouble)
    changes: dict[str, object] = {"trouble": kind}
    if held.tries >= settings.ERASURE_TRIES:
        changes["state"] = RunState.NEEDS_ATTENTION
    try:
        with held.step(**changes):
            pass
    except (LeaseLost, DatabaseError):
        log.info("erasure %s could not be noted; its lease will end", held.run_id)
