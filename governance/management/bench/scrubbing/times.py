"""How long it takes: short texts beside plain Presidio, and baits beside prose."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from heapq import nlargest
from statistics import median
from time import perf_counter
from typing import Any

from governance.management.bench.harness import in_turns
from governance.management.bench.scrubbing.baits import baits, prose
from governance.management.bench.scrubbing.figures import row
from governance.management.bench.scrubbing.sides import Reader
from governance.scrubbing import BALANCED, STRICT, Policy, ScrubFailed, scrub
from governance.scrubbing.normalise import views
from governance.scrubbing.recognisers import RULES
from governance.scrubbing.recognisers.rule import Rule
from governance.scrubbing.special import special_categories

SHORT = 200
"""Characters of a short text, at most."""
WARM = 10
PROSE_TURNS = 5
SLOWEST = 3
"""So many baits are timed a second time: a stall of the machine is no finding."""
BOTH = ("balanced", "strict")
FLOOR = "presidio"
Stage = Callable[[str], object]


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
    yield row("short text, times plain Presidio", ratios, most=1.3, of=BOTH)


def bait_rows(chance: random.Random) -> Iterator[dict[str, Any]]:
    """Seconds: each stage and rule on its worst bait, then the whole gate beside prose."""
    made, plain = baits(chance), prose(chance)
    yield from _worst_of_each(made)
    yield from _whole_gate(made, plain)


def _worst_of_each(made: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    stages: dict[str, Stage] = {
        "views of the text": lambda text: list(views(text)),
        "special categories": special_categories,
        **{f"rule {rule.name}": _stage(rule) for rule in RULES},
    }
    worst = {stage: _worst(_timed(run, made)) for stage, run in stages.items()}
    slowest = max(seconds for seconds, _ in worst.values())
    yield row("any rule on any bait, s at most", {"balanced": slowest}, most=0.2)
    for stage, (seconds, name) in worst.items():
        yield {"what": f"  {stage}, s", "balanced": seconds, "bait": name}


def _stage(rule: Rule) -> Stage:
    return lambda text: list(rule.find(text))


def _whole_gate(made: Mapping[str, str], plain: str) -> Iterator[dict[str, Any]]:
    prose_takes, times = {}, {}
    for policy in (BALANCED, STRICT):
        gate = _gate(policy)
        gate(plain)
        prose_takes[policy.name] = median(
            _seconds(gate, plain) for _ in range(PROSE_TURNS)
        )
        times[policy.name] = _timed(gate, made)
    worst = {policy: _worst(taken) for policy, taken in times.items()}
    ratios = {policy: worst[policy][0] / prose_takes[policy] for policy in worst}
    yield {
        **row("whole gate, worst bait, times prose", ratios, most=1.3, of=BOTH),
        "bait": {policy: name for policy, (_, name) in worst.items()},
    }
    yield row("  gate on prose, s", prose_takes)
    for name in made:
        by_policy = {policy: taken[name] for policy, taken in times.items()}
        yield row(f"  gate on {name}, s", by_policy)


def _gate(policy: Policy) -> Stage:
    return lambda text: scrub(text, policy=policy)


def _timed(run: Stage, made: Mapping[str, str]) -> dict[str, float]:
    taken = {name: _seconds(run, text) for name, text in made.items()}
    for name in nlargest(SLOWEST, taken, key=taken.__getitem__):
        taken[name] = min(taken[name], _seconds(run, made[name]))
    return taken


def _worst(taken: Mapping[str, float]) -> tuple[float, str]:
    return max((seconds, name) for name, seconds in taken.items())


def _seconds(run: Stage, text: str) -> float:
    begun = perf_counter()
    with suppress(ScrubFailed):  # it took its time all the same
        run(text)
    return perf_counter() - begun
