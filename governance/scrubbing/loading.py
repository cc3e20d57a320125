"""Loads the engine once per process, safely from several threads."""

import threading

from governance.scrubbing.engine import Engine
from governance.scrubbing.entities import add_kinds
from governance.scrubbing.recognisers import add_rules
from governance.scrubbing.recognisers.custom import custom_recognisers
from governance.scrubbing.results import ScrubFailed
from governance.scrubbing.special import special_categories

_lock = threading.Lock()
_configured: tuple[str | None, str] = (None, "")
_engine: Engine | None = None


def configure(*, model: str | None = None, recognisers: str = "") -> None:
    """Another spaCy model, by package name or path; None finds the installed one. And
    recognisers of the deployment's own, as TOML; raises ``BadRecogniser``."""
    global _configured, _engine  # one engine per process is the point
    with _lock:
        if (model, recognisers) == _configured:
            return
        custom = custom_recognisers(recognisers)
        add_kinds({each.entity: each.kind for each in custom})
        add_rules(tuple(each.rule for each in custom))
        _configured, _engine = (model, recognisers), None


def warm() -> None:
    """Load now: before forking, so that the workers share its memory."""
    engine()
    special_categories("")  # its lexicons


def engine() -> Engine:
    global _engine  # noqa: PLW0603 # see above
    if _engine is None:
        with _lock:
            if _engine is None:
                _engine = _loaded(_configured[0])
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
