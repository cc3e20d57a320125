"""A labelled set's scores as JSON and as a table. Shares are 0 to 1, times milliseconds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from governance.management.bench.harness import Times
from governance.management.bench.scrubbing.score import Score
from governance.management.bench.scrubbing.worst import Troubles

TOTALS = (
    "records",
    "failed",
    "records_with_hard",
    "recall",
    "leaking",
    "covered",
    "precision",
    "clean_words_masked",
    "p50_ms",
    "p95_ms",
)
BY_LABEL = ("spans", "recall", "covered", "leaking", "masked", "precision")


@dataclass(frozen=True)
class Report:
    """Scores by side, and the troubles of ours."""

    scores: Mapping[str, Score]
    troubles: Troubles

    def as_json(self) -> dict[str, Any]:
        """Totals are over the hard labels; precision and clean words over all."""
        scores = self.scores.values()
        labels = sorted({each for score in scores for each in score.labels})
        return {
            name: {
                "total": _total(score),
                "labels": {label: _of_label(score, label) for label in labels},
            }
            for name, score in self.scores.items()
        }

    def as_table(self) -> Iterator[str]:
        """The same, to read: one line a figure, then one line a label and side."""
        told = self.as_json()
        yield f"{'hard identifiers':24}" + "".join(f"{name:>12}" for name in told)
        for figure in TOTALS:
            cells = [_cell(side["total"][figure]) for side in told.values()]
            yield f"{figure:24}" + "".join(cells)
        yield ""
        yield f"{'label':24}{'side':>12}" + "".join(f"{name:>12}" for name in BY_LABEL)
        for label in next(iter(told.values()))["labels"]:
            for name, side in told.items():
                cells = [_cell(side["labels"][label][figure]) for figure in BY_LABEL]
                yield f"{label:24}{name:>12}" + "".join(cells)


def _total(score: Score) -> dict[str, Any]:
    hard, times = score.told["hard"], Times(score.seconds)
    return {
        "records": score.records,
        "failed": score.failed,
        "records_with_hard": hard.records,
        "recall": hard.recall,
        "leaking": hard.leaking,
        "covered": hard.covered,
        "precision": score.mask.precision,
        "clean_words": score.words,
        "clean_words_masked": score.clean_words_masked,
        "p50_ms": times.p50,
        "p95_ms": times.p95,
    }


def _of_label(score: Score, label: str) -> dict[str, Any]:
    """What was labelled so, and what the side itself masked under that label."""
    told, mask = score.by_label[label], score.masks[label]
    return {
        "spans": told.spans,
        "recall": told.recall,
        "covered": told.covered,
        "records": told.records,
        "leaking": told.leaking,
        "masked": mask.masked,
        "precision": mask.precision,
    }


def _cell(figure: float | None) -> str:
    if figure is None:
        return f"{'-':>12}"
    if isinstance(figure, int):
        return f"{figure:12}"
    return f"{figure:12.4f}"
