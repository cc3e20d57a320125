"""``bench scrub``: every figure of issue 5, ours beside plain Presidio in the same run."""

import importlib.util
import random
import secrets as chances
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError

from governance.management.bench.harness import Size
from governance.management.bench.scrubbing.clean_rows import (
    clean_rows,
    clean_set,
    special_rows,
)
from governance.management.bench.scrubbing.filling import UnknownPlace
from governance.management.bench.scrubbing.labelled import (
    labelled_rows,
    labelled_set,
    scored,
)
from governance.management.bench.scrubbing.secret_rows import secret_rows
from governance.management.bench.scrubbing.sides import Reader, ours, plain
from governance.management.bench.scrubbing.times import bait_rows, short_rows
from governance.management.bench.scrubbing.worst import Troubles
from governance.scrubbing import BALANCED, STRICT

NEEDED = ("faker", "mnemonic")


def bench_scrub(size: Size) -> Iterator[dict[str, Any]]:
    """Rows of figures; the same for a seed, but for the times."""
    _check_installed()
    seed = chances.randbelow(10**9) if size.seed is None else size.seed
    side = "unseen" if size.unseen else "seen"
    yield {"what": f"seed {seed}, the {side} part", "seed": seed, "part": side}
    try:
        yield from _all(size, seed)
    except UnknownPlace as unknown:
        raise CommandError(str(unknown), returncode=2) from None


def _all(size: Size, seed: int) -> Iterator[dict[str, Any]]:
    sides = {"balanced": ours(BALANCED), "strict": ours(STRICT), "presidio": plain()}
    without_names = {name: sides[name] for name in ("balanced", "presidio")}
    troubles = {name: Troubles() for name in ("labelled", "secrets", "clean")}
    records = labelled_set(
        size.templates,
        unseen=size.unseen,
        count=size.records,
        chance=_chance(seed, "labelled"),
    )
    yield from labelled_rows(scored(records, sides, troubles["labelled"]))
    yield from secret_rows(
        without_names,
        troubles["secrets"],
        unseen=size.unseen,
        chance=_chance(seed, "secrets"),
    )
    clean = clean_set(_chance(seed, "clean"), unseen=size.unseen)
    yield from clean_rows(clean, without_names, troubles["clean"])
    yield from special_rows(unseen=size.unseen)
    texts = [record.text for record in [*records[:200], *clean[:200]]]
    yield from _timed(texts, sides, size, seed)
    if not size.unseen:
        yield from _worst(troubles, size)


def _timed(
    texts: list[str], sides: dict[str, Reader], size: Size, seed: int
) -> Iterator[dict[str, Any]]:
    chance = _chance(seed, "times")
    chance.shuffle(texts)
    yield from short_rows(texts, sides, rounds=size.rounds)
    yield from bait_rows(chance)


def _worst(troubles: dict[str, Troubles], size: Size) -> Iterator[dict[str, Any]]:
    for name, found in troubles.items():
        for trouble in found.worst(size.worst):
            told = trouble.told(show_text=size.show_text)
            yield {"what": f"{name}: {trouble.kind} of {trouble.label}", **told}


def _chance(seed: int, name: str) -> random.Random:
    """Of its own for each set: one that grows leaves the others as they are."""
    return random.Random(f"{seed} {name}")  # noqa: S311 - no secret


def _check_installed() -> None:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise CommandError(
            f"The sets are made with {' and '.join(missing)}, not installed here; "
            "`uv sync --group bench` installs what is needed.",
            returncode=2,
        )
