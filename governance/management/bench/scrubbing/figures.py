"""A figure of each side in one row, with the goal of issue 5 where there is one."""

from collections.abc import Mapping, Sequence
from typing import Any


def percent(share: float | None) -> float | None:
    """None stays none."""
    return None if share is None else 100 * share


def row(
    what: str,
    sides: Mapping[str, float | None],
    *,
    goal: float | None = None,
    most: float | None = None,
    of: Sequence[str] = ("balanced",),
) -> dict[str, Any]:
    """`goal` is the least that is wanted, `most` what is borne at most, each `of` whom."""
    told: dict[str, Any] = {"what": what}
    told |= {name: figure for name, figure in sides.items() if figure is not None}
    judged = [told[name] for name in of if name in told]
    if goal is not None:
        told |= {"goal": float(goal), "met": all(each >= goal for each in judged)}
    if most is not None:
        told |= {"goal": float(most), "met": all(each <= most for each in judged)}
    return told
