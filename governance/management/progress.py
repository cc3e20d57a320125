"""A bar for a run that goes on in the foreground, drawn where a human looks only."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from django.db import connection

from governance.access import as_service_with
from governance.models import ErasureRun

WIDTH = 30
EVERY = 0.3


class Screen(Protocol):
    """Where the bar is drawn."""

    def write(self, text: str, /, *, ending: str) -> None:
        """Writes without a line's end of its own."""

    def isatty(self) -> bool:
        """Whether somebody looks."""


@contextmanager
def watched(run: ErasureRun, screen: Screen) -> Iterator[None]:
    """Draws how far the run is until the block ends."""
    if not screen.isatty():
        yield
        return
    over = threading.Event()
    watching = threading.Thread(target=_watch, args=(run, screen, over), daemon=True)
    watching.start()
    try:
        yield
    finally:
        over.set()
        watching.join()


def _watch(run: ErasureRun, screen: Screen, over: threading.Event) -> None:
    try:
        while not over.wait(EVERY):
            screen.write(f"\r{bar(_done(run))}", ending="")
        screen.write(f"\r{bar(_done(run))}\n", ending="")
    finally:
        connection.close()


def _done(run: ErasureRun) -> float:
    """The part of the planned rows that is gone, 0 to 1."""
    with as_service_with(run.service_id, run.person_id):
        now = ErasureRun.objects.owned_by(run.person_id).get(id=run.id)
    planned = sum(now.plan["counts"].values())
    return min(1.0, sum(now.counts.values()) / planned) if planned else 1.0


def bar(done: float) -> str:
    """``[######....]  60 %``."""
    full = int(done * WIDTH)
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {done:4.0%}"
