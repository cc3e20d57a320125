"""``bench erase``: an erasure from the asking to its end, beside a bare DELETE of as many
equal rows by the owner of the tables."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter
from typing import Any
from unittest.mock import patch

from django.db import connections, transaction

from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import carry_out, erase_memories, run
from governance.erasure.claim import Claim
from governance.management.bench.erasing.rows import Filled, fill, fill_others
from governance.management.bench.harness import MS, Size
from governance.models import ErasureRun, Memory, RunState

BARE = (
    "DELETE FROM memory_version WHERE person_id = %s",
    "DELETE FROM derivation WHERE person_id = %s",
    "DELETE FROM memory WHERE person_id = %s",
    "DELETE FROM source WHERE person_id = %s",
)
WARM = 100
"""Derived in a round before, which is not counted: a worker loads its modules once."""

FLOOR, WHOLE = "bare DELETE, one transaction", "whole erasure"
MB = 1024.0


def bench_erase(size: Size) -> Iterator[dict[str, Any]]:
    """Medians over the rounds; each round fills anew and takes both in turns, beside the
    rows of others: as many, if not asked otherwise. "peak" is the most memory of this
    process since before the first erasure, in MB."""
    fill_others(size.memories if size.others is None else size.others)
    _round(WARM)
    rounds = [_round(size.memories) for _ in range(size.rounds)]
    floor = median(each[FLOOR] for each in rounds)
    for name in rounds[0]:
        if name == "peak":
            continue
        seconds = median(each[name] for each in rounds)
        row = {"what": f"{name} ({size.memories} derived)", "p50_ms": seconds * MS}
        yield row | ({"ratio": seconds / floor} if name in {FLOOR, WHOLE} else {})
    peak = max(each["peak"] for each in rounds)
    yield {"what": f"memory of the process grew by, MB ({peak:.0f})", "mb": peak}


def _round(derived: int) -> dict[str, float]:
    bare, product = fill(derived), fill(derived)
    return {FLOOR: _bare(bare), **_product(product)}


def _bare(filled: Filled) -> float:
    begun = perf_counter()
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        for statement in BARE:
            cursor.execute(statement, [filled.person.id])
    return perf_counter() - begun


def _product(filled: Filled) -> dict[str, float]:
    person, before = filled.person, _peak()
    begun = perf_counter()
    with as_service_with(person.service_id, person.id):
        erasure = erase_memories(
            [filled.root_id],
            person_id=person.id,
            service_id=person.service_id,
            actor=SYSTEM,
        )
    asked = perf_counter()
    _refuse_if_shown(filled)
    hidden = perf_counter()
    with _steps() as steps:
        carry_out(erasure.id)
    ended = perf_counter()
    with as_service_with(person.service_id, person.id):
        if ErasureRun.objects.get(id=erasure.id).state != RunState.DONE:
            raise RuntimeError("the run did not end")
    return {
        WHOLE: (asked - begun) + (ended - hidden),
        "of it until the answer: plan, barrier, commit": asked - begun,
        "a read after the commit, which finds nothing": hidden - asked,
        "of it the worker": ended - hidden,
        "longest deleting transaction": max(steps),
        "peak": _peak() - before,
    }


def _refuse_if_shown(filled: Filled) -> None:
    """As a list asks: the newest fifty."""
    person = filled.person
    with as_service_with(person.service_id, person.id):
        shown = Memory.objects.owned_by(person.id).shown()
        if list(shown.order_by("-created_at", "-id")[:50]):
            raise RuntimeError("it is in use still")


@contextmanager
def _steps() -> Iterator[list[float]]:
    """Seconds of each transaction that erases."""
    seconds: list[float] = []
    real = run._empty_once

    def timed(batches: Iterator[dict[str, int]], held: Claim) -> bool:
        begun = perf_counter()
        more = real(batches, held)
        seconds.append(perf_counter() - begun)
        return more

    with patch.object(run, "_empty_once", timed):
        yield seconds


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MB
