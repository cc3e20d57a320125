"""Time some ways of doing a thing in turns, so that whatever else the machine does meets
all of them alike; quote medians and their ratios."""

import gc
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

MS = 1000.0
Turn = Callable[[int], object]
"""Does the thing once; it is given the number of the round."""


@dataclass(frozen=True)
class Size:
    """How much is asked for; a benchmark takes what it has a use for."""

    rounds: int
    memories: int = 10_000
    others: int | None = None
    """None: as many as the benchmark finds right."""
    records: int = 1_600
    seed: int | None = None
    templates: Path | None = None
    unseen: bool = False
    worst: int = 0
    show_text: bool = False
    rows: tuple[int, ...] = (20_000, 100_000)


Bench = Callable[[Size], Iterator[dict[str, Any]]]
"""Gives rows of figures."""


@dataclass
class Times:
    """Seconds of one way, round by round."""

    seconds: list[float] = field(default_factory=list)

    @property
    def p50(self) -> float:
        """Milliseconds."""
        return median(self.seconds) * MS

    @property
    def p95(self) -> float:
        """Milliseconds."""
        if len(self.seconds) < 2:
            return self.p50
        return quantiles(self.seconds, n=20, method="inclusive")[-1] * MS


def in_turns(
    ways: Mapping[str, Turn],
    *,
    rounds: int,
    warm: int,
    before: Turn = lambda number: None,
) -> dict[str, Times]:
    """Times of each way; the first ``warm`` rounds do not count, nor does what is done
    ``before`` each turn."""
    times = {name: Times() for name in ways}
    for number in range(warm + rounds):
        for name, turn in ways.items():
            before(number)
            with _undisturbed():
                begun = perf_counter()
                turn(number)
                ended = perf_counter()
            if number >= warm:
                times[name].seconds.append(ended - begun)
    return times


@contextmanager
def _undisturbed() -> Iterator[None]:
    """As ``timeit`` does: what one way leaves behind is not collected in another's time."""
    gc.collect(0)
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def machine() -> dict[str, Any]:
    """What it was measured on; neither its name nor its paths."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": len(os.sched_getaffinity(0)),
    }
