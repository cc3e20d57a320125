"""A part that dies is started again, soon at first and then less and less soon."""

import time
from typing import Protocol

from memoryhub.embedded.folder import note
from memoryhub.embedded.refusal import Refused

SHORTEST_WAIT = 0.5
LONGEST_WAIT = 30.0
# One that ran this long was well; its next death is a new matter.
WELL_AFTER = 20.0


class Part(Protocol):
    name: str

    def start(self) -> int: ...

    def has_ended(self) -> bool: ...


class Watch:
    def __init__(self, part: Part) -> None:
        self.part = part
        self._started = time.monotonic()
        self._wait = SHORTEST_WAIT
        self._again_at: float | None = None

    def look(self) -> None:
        now = time.monotonic()
        if self._again_at is not None:
            if now >= self._again_at:
                self._start_again(now)
        elif self.part.has_ended():
            self._plan(now)

    def _plan(self, now: float) -> None:
        if now - self._started > WELL_AFTER:
            self._wait = SHORTEST_WAIT
        note(f"{self.part.name} has ended; it is started again in {self._wait:g} s.")
        self._again_at = now + self._wait
        self._wait = min(self._wait * 2, LONGEST_WAIT)

    def _start_again(self, now: float) -> None:
        self._again_at = None
        self._started = now
        try:
            self.part.start()
        except (OSError, Refused) as error:
            # A full disk, say: what still runs goes on, and the next try may do.
            note(f"{self.part.name}: {error}")
