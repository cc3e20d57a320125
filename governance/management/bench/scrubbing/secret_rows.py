"""The figures of secrets: how many cases have no letter or digit of the secret left."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from governance.management.bench.scrubbing.figures import percent, row
from governance.management.bench.scrubbing.score import (
    Span,
    covering,
    left,
    share,
)
from governance.management.bench.scrubbing.secrets import BARE, TALK, Case, cases
from governance.management.bench.scrubbing.sides import Reader
from governance.management.bench.scrubbing.worst import Troubles

GOALS = {f"tokens {BARE}": 90, f"tokens {TALK}": 60}


@dataclass
class Kept:
    """What became of the cases of one group: by side whether each was covered."""

    covered: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    missed: set[str] = field(default_factory=set)


def secret_rows(
    sides: Mapping[str, Reader],
    troubles: Troubles,
    *,
    unseen: bool,
    chance: random.Random,
) -> Iterator[dict[str, Any]]:
    """By the way the secret is told; what ours missed by name, unless unseen."""
    groups: dict[str, Kept] = defaultdict(Kept)
    for number, case in enumerate(cases(chance, unseen=unseen), 1):
        _try(case, groups[case.group], sides, number, troubles)
    for group, kept in groups.items():
        count = len(kept.covered["balanced"])
        shares = {
            name: percent(share(sum(all_), count))
            for name, all_ in kept.covered.items()
        }
        told = row(f"{group}: covered, % of {count}", shares, goal=GOALS.get(group))
        yield told if unseen else {**told, "missed": sorted(kept.missed)}


def _try(
    case: Case,
    kept: Kept,
    sides: Mapping[str, Reader],
    number: int,
    troubles: Troubles,
) -> None:
    for name, read in sides.items():
        found = read(case.record.text)
        good = covered(case, found)
        kept.covered[name].append(good)
        if name == "balanced":
            troubles.add(number, case.record, found)
            if not good:
                kept.missed.add(case.name)


def covered(case: Case, found: Iterable[Span] | None) -> bool:
    """Nothing of it is left. A text that was given up leaks nothing, but the memory is
    lost with it, so it counts as missed."""
    if found is None:
        return False
    text, spans = case.record
    masked = covering(text, found)
    return not any(left(text, span, masked) for span in spans)
