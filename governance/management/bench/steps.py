"""Where the time of a call goes: functions timed while they run, each without what the
others inside it take."""

import importlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import wraps
from time import perf_counter
from typing import Any
from unittest import mock

MS = 1000.0


class Steps:
    """Seconds by step, as a stack of clocks: an inner step stops its outer one."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._running: list[str] = []
        self._since = 0.0

    def timed(self, step: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, its time told."""

        @wraps(function)
        def measured(*args: Any, **kwargs: Any) -> Any:
            self._switch(step)
            try:
                return function(*args, **kwargs)
            finally:
                self._back()

        return measured

    @contextmanager
    def watching(self, places: Mapping[str, str]) -> Iterator[None]:
        """Times the functions at these places (``module:name``), by the name of a step."""
        with ExitStack() as patches:
            for place, step in places.items():
                module, _, name = place.partition(":")
                owner: Any = importlib.import_module(module)
                *outer, last = name.split(".")
                for each in outer:
                    owner = getattr(owner, each)
                patched = self.timed(step, getattr(owner, last))
                patches.enter_context(mock.patch.object(owner, last, patched))
            yield

    def per_call(self, calls: int) -> dict[str, float]:
        """Milliseconds of one call, the longest step first."""
        in_order = sorted(self.seconds.items(), key=lambda each: -each[1])
        return {step: seconds * MS / calls for step, seconds in in_order}

    def _switch(self, step: str) -> None:
        now = perf_counter()
        if self._running:
            self.seconds[self._running[-1]] += now - self._since
        self._running.append(step)
        self._since = perf_counter()

    def _back(self) -> None:
        now = perf_counter()
        self.seconds[self._running.pop()] += now - self._since
        self._since = perf_counter()
