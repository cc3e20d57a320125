"""How long it takes: short texts beside plain Presidio, and baits beside prose."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from statistics import median
from time import perf_counter
from typing import Any

from governance.management.bench.harness import in_turns
from governance.management.bench.scrubbing.baits import baits, prose
from governance.management.bench.scrubbing.figures import row
from governance.management.bench.scrubbing.sides import Reader
from governance.scrubbing import BALANCED, STRICT, ScrubFailed, scrub
from governance.scrubbing.normalise import views
from governance.scrubbing.recognisers import RULES
from governance.scrubbing.special import special_categories

SHORT = 200
"""Characters of a short text, at most."""
WARM = 10
PROSE_TURNS = 5
FLOOR = "presidio"


def short_rows(
    texts: Sequence[str], sides: Mapping[str, Reader], *, rounds: int
) -> Iterator[dict[str, Any]]:
    """Medians, turn by turn, and their ratios."""
    short = [text for text in texts if len(text) <= SHORT]

    def turn(read: Reader) -> Callable[[int], object]:
        return lambda number: read(short[number % len(short)])

    ways = {name: turn(read) for name, read in sides.items()}
    times = in_turns(ways, rounds=rounds, warm=WARM)
    yield row("short text, p50, ms", {name: each.p50 for name, each in times.items()})
    yield row("short text, p95, ms", {name: each.p95 for name, each in times.items()})
    floor = times[FLOOR].p50
    ratios = {name: each.p50 / floor for name, each in times.items() if name != FLOOR}
    yield row("short text, times plain Presidio", ratios, most=1.3)
    yield row("strict: short text, times plain Presidio", ratios, most=1.3, of="strict")


def bait_rows(chance: random.Random) -> Iterator[dict[str, Any]]:
    """Seconds: each stage and rule on its worst bait, then the whole gate beside prose."""
    made, plain = baits(chance), prose(chance)
    yield from _worst_of_each(made)
    yield from _whole_gate(made, plain)


def _worst_of_each(made: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    stages: dict[str, Callable[[str], object]] = {
        "views of the text": lambda text: list(views(text)),
        "special categories": special_categories,
    }
    for rule in RULES:
        stages[f"rule {rule.name}"] = lambda text, find=rule.find: list(find(text))  # type: ignore[misc]
    worst = {
        stage: max((_seconds(run, text), name) for name, text in made.items())
        for stage, run in stages.items()
    }
    slowest = max(seconds for seconds, _ in worst.values())
    yield row("any rule on any bait, s at most", {"balanced": slowest}, most=0.2)
    for stage, (seconds, name) in worst.items():
        yield {"what": f"  {stage}, s", "balanced": seconds, "bait": name}


def _whole_gate(made: Mapping[str, str], plain: str) -> Iterator[dict[str, Any]]:
    ratios: dict[str, tuple[float, str]] = {}
    told: dict[str, dict[str, float]] = {name: {} for name in ["prose", *made]}
    for policy in (BALANCED, STRICT):

        def gate(text: str, policy: Any = policy) -> None:
            scrub(text, policy=policy)

        gate(plain)
        floor = median(_seconds(gate, plain) for _ in range(PROSE_TURNS))
        told["prose"][policy.name] = floor
        for name, text in made.items():
            told[name][policy.name] = _seconds(gate, text)
        seconds, name = max((told[name][policy.name], name) for name in made)
        ratios[policy.name] = (seconds / floor, name)
    worst = {name: ratio for name, (ratio, _) in ratios.items()}
    yield {
        **row("whole gate, worst bait, times prose", worst, most=1.3),
        "bait": {name: bait for name, (_, bait) in ratios.items()},
    }
    yield row(
        "strict: whole gate, worst bait, times prose", worst, most=1.3, of="strict"
    )
    for name, by_policy in told.items():
        yield row(f"  gate on {name}, s", by_policy)


def _seconds(run: Callable[[str], object], text: str) -> float:
    """The better of two, so that a stall of the machine is no finding."""
    return min(_once(run, text), _once(run, text))


def _once(run: Callable[[str], object], text: str) -> float:
    begun = perf_counter()
    with suppress(ScrubFailed):  # it took its time all the same
        run(text)
    return perf_counter() - begun
