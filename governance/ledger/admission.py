"""Who may in while everybody else has to wait for the replay: the replay."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_admitted: ContextVar[bool] = ContextVar("admitted", default=False)


@contextmanager
def admitted() -> Iterator[None]:
    """Scopes open inside, also after a restore."""
    token = _admitted.set(True)
    try:
        yield
    finally:
        _admitted.reset(token)


def is_admitted() -> bool:
    """Whether this is the replay."""
    return _admitted.get()
