"""Servers of a supervisor that was killed: they may still be stopping when we start.

Called with the folder's lock held, so nobody else is starting servers on it.
"""

import contextlib
import os
import signal
import time
from pathlib import Path

from memoryhub.embedded.processes import alive
from memoryhub.embedded.refusal import refuse

PATIENCE = 30


def end_an_orphan(note: Path, *, program: str) -> None:
    """Wait for the process in that note to end, or drop the note if it is stale."""
    pid = _noted_pid(note)
    if pid is None or not alive(pid) or not Path("/proc/self").exists():
        return
    if _program_of(pid) != program:
        # The number belongs to somebody else now; PostgreSQL would not start for it.
        note.unlink(missing_ok=True)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGINT)
    _wait_for_the_end_of(pid, program)


def _wait_for_the_end_of(pid: int, program: str) -> None:
    deadline = time.monotonic() + PATIENCE
    # Asked by program: where nothing collects dead processes (a container), the number
    # of one that has ended stays.
    while _program_of(pid) == program:
        if time.monotonic() > deadline:
            refuse(f"An earlier {program} (process {pid}) still runs; stop it first.")
        time.sleep(0.05)


def _noted_pid(note: Path) -> int | None:
    try:
        return int(note.read_text().splitlines()[0])
    except (OSError, ValueError, IndexError):
        return None


def _program_of(pid: int) -> str:
    try:
        # "(deleted)" follows when the environment was reinstalled meanwhile.
        return Path(f"/proc/{pid}/exe").readlink().name.removesuffix(" (deleted)")
    except OSError:
        return ""
