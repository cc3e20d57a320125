"""The figures of secrets: how many cases have no letter or digit of the secret left."""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from governance.management.bench.scrubbing.figures import percent, row
from governance.management.bench.scrubbing.score import (
    Span,
    covering,
    left,
    share,
)
from governance.management.bench.scrubbing.secrets import (
    BARE,
    TALK,
    Case,
    nameless_cases,
    spoken_cases,
    token_cases,
)
from governance.management.bench.scrubbing.sides import Reader
from governance.management.bench.scrubbing.worst import Troubles

GOALS = {f"tokens {BARE}": 90, f"tokens {TALK}": 60}
ROUNDS = 4


def secret_rows(
    sides: Mapping[str, Reader],
    troubles: Troubles,
    *,
    unseen: bool,
    chance: random.Random,
) -> Iterator[dict[str, Any]]:
    """By the way the secret is told; formats that are missed by name, unless unseen."""
    kept: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    missed: dict[str, set[str]] = defaultdict(set)
    for number, (group, case) in enumerate(_cases(chance, unseen=unseen), 1):
        for name, read in sides.items():
            found = read(case.record.text)
            good = covered(case, found)
            kept[group][name].append(good)
            if name == "balanced":
                troubles.add(number, case.record, found)
                if not good:
                    missed[group].add(case.kind)
    for group, by_side in kept.items():
        cases = len(next(iter(by_side.values())))
        shares = {
            name: percent(share(sum(all_), cases)) for name, all_ in by_side.items()
        }
        told = row(f"{group}: covered, % of {cases}", shares, goal=GOALS.get(group))
        yield told if unseen else {**told, "missed": sorted(missed[group])}


def covered(case: Case, found: Iterable[Span] | None) -> bool:
    """Nothing of it is left; a text that was given up is stored nowhere, but counts as
    missed here: a user's memory is lost."""
    if found is None:
        return False
    text, spans = case.record
    masked = covering(text, found)
    return not any(left(text, span, masked) for span in spans)


def _cases(chance: random.Random, *, unseen: bool) -> Iterator[tuple[str, Case]]:
    told = [(f"tokens {case.way}", case) for case in token_cases(chance)]
    told += [("tokens by their name alone", case) for case in nameless_cases(chance)]
    told += [
        (f"{case.kind} in talk", case) for case in spoken_cases(chance, rounds=ROUNDS)
    ]
    for group, case in told:
        if case.unseen == unseen:
            yield group, case
