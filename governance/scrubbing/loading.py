"""Loads the engine once per process, safely from several threads."""

import threading

from governance.scrubbing.engine import Engine
from governance.scrubbing.results import ScrubFailed
from governance.scrubbing.special import special_categories

_lock = threading.Lock()
_model: str | None = None
_engine: Engine | None = None


def configure(*, model: str | None) -> None:
    """Another spaCy model, by package name or path; None finds the installed one."""
    global _model, _engine  # one engine per process is the point
    with _lock:
        if model != _model:
            _model, _engine = model, None


def warm() -> None:
    """Load now: before forking, so that the workers share its memory."""
    engine()
    special_categories("")  # its lexicons


def engine() -> Engine:
    global _engine  # noqa: PLW0603 # see above
    if _engine is None:
        with _lock:
            if _engine is None:
                _engine = _loaded(_model)
    return _engine


def _loaded(model: str | None) -> Engine:
    try:
        return Engine(model)
    except ScrubFailed:
        raise
    except Exception as error:
        # No text is in play yet, and who runs this needs to know what is wrong.
        raise ScrubFailed(
            "the spaCy model did not load; install it or name another"
        ) from error
