"""What a search tells: the place and how often, never the words around it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """One place that holds the phrase."""

    place: str
    part: str
    times: int
