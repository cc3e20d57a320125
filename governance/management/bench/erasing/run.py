"""``bench erase``: an erasure from the asking to its end, beside a bare DELETE of as many
equal rows by the owner of the tables."""

import resource
from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Any

from django.db import connections, transaction

from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import carry_out, erase_memories
from governance.management.bench.erasing.rows import Filled, fill
from governance.management.bench.harness import MS, Size
from governance.models import ErasureRun, RunState

BARE = (
    "DELETE FROM memory_version WHERE person_id = %s",
    "DELETE FROM derivation WHERE person_id = %s",
    "DELETE FROM memory WHERE person_id = %s",
    "DELETE FROM source WHERE person_id = %s",
)


def bench_erase(size: Size) -> Iterator[dict[str, Any]]:
    """Medians over the rounds; each round fills anew and takes both in turns."""
    rounds = [_round(size.memories) for _ in range(size.rounds)]
    floor = median(each["floor"] for each in rounds)
    for name in ("floor", "asked", "carried", "whole"):
        seconds = median(each[name] for each in rounds)
        yield {
            "what": f"{name} ({size.memories} derived)",
            "p50_ms": seconds * MS,
            "ratio": seconds / floor,
        }


def _round(derived: int) -> dict[str, float]:
    bare, product = fill(derived), fill(derived)
    floor = _bare(bare)
    asked, carried = _product(product)
    return {
        "floor": floor,
        "asked": asked,
        "carried": carried,
        "whole": asked + carried,
        "peak": float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss),
    }


def _bare(filled: Filled) -> float:
    begun = perf_counter()
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        for statement in BARE:
            cursor.execute(statement, [filled.person.id])
    return perf_counter() - begun


def _product(filled: Filled) -> tuple[float, float]:
    person = filled.person
    begun = perf_counter()
    with as_service_with(person.service_id, person.id):
        run = erase_memories(
            [filled.root_id],
            person_id=person.id,
            service_id=person.service_id,
            actor=SYSTEM,
        )
    asked = perf_counter()
    carry_out(run.id)
    ended = perf_counter()
    with as_service_with(person.service_id, person.id):
        if ErasureRun.objects.get(id=run.id).state != RunState.DONE:
            raise RuntimeError("the run did not end")
    return asked - begun, ended - asked
