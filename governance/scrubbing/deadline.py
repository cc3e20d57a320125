"""A time limit that is looked at between stages and recognisers.

Better to store nothing than to let a bait keep a worker busy.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from governance.scrubbing.results import ScrubFailed

_SECONDS = 5.0
# What length adds: some ten times what prose takes, so only a bait or a stall meets it.
_SECONDS_A_CHARACTER = 0.0002

_ends_at: ContextVar[float | None] = ContextVar("scrubbing_ends_at", default=None)


@contextmanager
def deadline(characters: int) -> Iterator[None]:
    token = _ends_at.set(
        time.monotonic() + _SECONDS + _SECONDS_A_CHARACTER * characters
    )
    try:
        yield
    finally:
        _ends_at.reset(token)


def check_time() -> None:
    ends_at = _ends_at.get()
    if ends_at is not None and time.monotonic() > ends_at:
        raise ScrubFailed("scrubbing took too long; send a shorter text")
