"""The one function others call: batches, order, length of vectors, and failure."""

import math
from collections.abc import Iterator, Sequence
from importlib import import_module

from governance.embedding.local import LocalModel
from governance.embedding.provider import DIMENSIONS, EmbeddingFailed, Provider

# Larger batches are slower here: their padding costs more than the calls saved.
_BATCH = 16

_provider: Provider = LocalModel()


def use(provider: Provider | str | None) -> None:
    """Embed with this one from now on: an object, a dotted path to a class, or None
    for the local model."""
    global _provider  # noqa: PLW0603 # one provider per process is the point
    if isinstance(provider, str):
        provider = _imported(provider)
    _provider = provider or LocalModel()


def _imported(path: str) -> Provider:
    module, _, name = path.rpartition(".")
    provider: Provider = getattr(import_module(module), name)()
    return provider


def warm() -> None:
    """Load the model. Call it after a fork: a session does not survive one."""
    try:
        _provider.warm()
    except EmbeddingFailed:
        raise
    except Exception as error:
        raise EmbeddingFailed("the embedding model did not load") from error


def embed(texts: Sequence[str]) -> list[list[float]]:
    vectors: list[list[float]] = [[] for _ in texts]
    for places in _batches(texts):
        made = _made([texts[place] for place in places])
        for place, vector in zip(places, made, strict=True):
            vectors[place] = _unit(vector)
    return vectors


def _batches(texts: Sequence[str]) -> Iterator[list[int]]:
    """Neighbours in length go together, so that little is padded."""
    by_length = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    for start in range(0, len(by_length), _BATCH):
        yield by_length[start : start + _BATCH]


def _made(texts: list[str]) -> list[list[float]]:
    vectors = _or_none(texts)
    if vectors is None:
        raise EmbeddingFailed("the embedding provider failed")
    if len(vectors) != len(texts) or any(len(v) != DIMENSIONS for v in vectors):
        raise EmbeddingFailed(f"the provider must give {DIMENSIONS} numbers a text")
    return vectors


def _or_none(texts: list[str]) -> list[list[float]] | None:
    """None where it failed: an error raised here would carry the provider's along, whose
    message may repeat the text."""
    try:
        return _provider.vectors(texts)
    except EmbeddingFailed:
        raise
    except Exception:  # noqa: BLE001 # see above
        return None


def _unit(vector: Sequence[float]) -> list[float]:
    norm = math.sqrt(math.fsum(x * x for x in vector))
    if not math.isfinite(norm) or norm == 0:
        raise EmbeddingFailed("the provider gave a vector without a direction")
    return [x / norm for x in vector]
