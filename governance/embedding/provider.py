"""What a provider of vectors must do, and what its failure may say."""

from collections.abc import Sequence
from typing import Protocol

# The width of the database column; a provider of another width is refused.
DIMENSIONS = 384


class EmbeddingFailed(Exception):
    """No vector could be made. Its message never repeats any of the text."""


class Provider(Protocol):
    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order; the texts of a call are of similar length."""
        ...

    def warm(self) -> None:
        """Load what is needed, once, in the process that will use it."""
        ...
