"""The labelled set, scored for each side, and the figures of it."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from governance.management.bench.harness import Times
from governance.management.bench.scrubbing.figures import percent, row
from governance.management.bench.scrubbing.filling import (
    filled,
    templates_of,
    unescaped,
)
from governance.management.bench.scrubbing.labels import ADDRESS, HARD, NAMES, PHONES
from governance.management.bench.scrubbing.score import Record, Score
from governance.management.bench.scrubbing.sets import lines
from governance.management.bench.scrubbing.sides import Reader
from governance.management.bench.scrubbing.split import part
from governance.management.bench.scrubbing.values import LOCALES, makers_of
from governance.management.bench.scrubbing.worst import Troubles

GROUPS = {
    "hard": HARD,
    "phones": PHONES,
    "addresses": ADDRESS,
    "names": NAMES,
    "names or hard": HARD | NAMES,
}
WARMING = "It rains."
Scores = Mapping[str, Score]
"""By side."""


def labelled_set(
    templates: Path | None, *, unseen: bool, count: int, chance: random.Random
) -> list[Record]:
    """Our templates, and those of the file; one side of the split of both."""
    sources = [lines("templates")]
    if templates is not None:
        sources.append(templates_of(templates))
    makers = [makers_of(locale, chance) for locale in LOCALES]
    return [
        record
        for source in sources
        for record in filled(
            [unescaped(line) for line in part(source, unseen=unseen, by=str)],
            makers,
            count=count // len(sources),
            chance=chance,
        )
    ]


def scored(
    records: Sequence[Record], sides: Mapping[str, Reader], troubles: Troubles
) -> dict[str, Score]:
    """Each side on each record, turn by turn; the troubles are those of the first."""
    scores = {name: Score(groups=dict(GROUPS)) for name in sides}
    first = next(iter(sides))
    for read in sides.values():
        read(WARMING)  # what is loaded at the first text is no text's time
    for number, record in enumerate(records, 1):
        for name, read in sides.items():
            begun = perf_counter()
            found = read(record.text)
            scores[name].seconds.append(perf_counter() - begun)
            scores[name].add(record, found)
            if name == first:
                troubles.add(number, record, found)
    return scores


def labelled_rows(scores: Scores) -> Iterator[dict[str, Any]]:
    """The figures of the issue, then each label."""
    yield _row("hard: recall of characters, %", scores, _recall("hard"), goal=98)
    yield _row("hard: records that leak, %", scores, _leaking("hard"), most=3)
    yield _row("precision of characters, %", scores, _precision, goal=98)
    yield _row("clean words masked, %", scores, _clean, most=0.1)
    yield _row("phones wholly covered, %", scores, _covered("phones"), goal=92)
    yield _row(
        "street addresses wholly covered, %", scores, _covered("addresses"), goal=65
    )
    leaking = _leaking("names or hard")
    yield _row(
        "names or hard: records that leak, %", scores, leaking, most=12, of=["strict"]
    )
    yield _row("strict: clean words masked, %", scores, _clean, most=6, of=["strict"])
    yield _row("names: recall of characters, %", scores, _recall("names"))
    yield _row("records given up", scores, lambda score: float(score.failed))
    yield _row("p50 of a record, ms", scores, lambda score: Times(score.seconds).p50)
    yield _row("p95 of a record, ms", scores, lambda score: Times(score.seconds).p95)
    yield from _by_label(scores)


def _by_label(scores: Scores) -> Iterator[dict[str, Any]]:
    counted = next(iter(scores.values())).by_label
    for label in sorted(counted):
        spans = counted[label].spans
        yield _row(f"{label}: recall, % of {spans}", scores, _recall_of(label))
        yield _row(f"{label}: wholly covered, %", scores, _covered_of(label))
    found = {label for score in scores.values() for label in score.masks}
    for label in sorted(found):
        yield _row(f"masked as {label}: precision, %", scores, _precision_of(label))


Figure = Callable[[Score], float | None]


def _row(what: str, scores: Scores, figure: Figure, **goal: Any) -> dict[str, Any]:
    return row(what, {name: figure(score) for name, score in scores.items()}, **goal)


def _recall(group: str) -> Figure:
    return lambda score: percent(score.told[group].recall)


def _leaking(group: str) -> Figure:
    return lambda score: percent(score.told[group].leaking)


def _covered(group: str) -> Figure:
    return lambda score: percent(score.told[group].covered)


def _recall_of(label: str) -> Figure:
    return lambda score: percent(score.by_label[label].recall)


def _covered_of(label: str) -> Figure:
    return lambda score: percent(score.by_label[label].covered)


def _precision_of(label: str) -> Figure:
    return lambda score: percent(score.masks[label].precision)


def _precision(score: Score) -> float | None:
    return percent(score.mask.precision)


def _clean(score: Score) -> float | None:
    return percent(score.clean_words_masked)
