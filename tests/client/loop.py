"""An event loop in a thread of its own: the browser tests leave one running in the main
thread, where asyncio would refuse a second."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, Self


class Loop:
    """``with Loop() as loop: loop.run(coroutine)``."""

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        return self

    def run(self, promise: Coroutine[Any, Any, Any]) -> Any:
        """What the coroutine gives or raises."""
        return asyncio.run_coroutine_threadsafe(promise, self._loop).result()

    def __exit__(self, *error: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
