"""Web server, worker and beat: forked from one process that imported everything once."""

import contextlib
import logging
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable

from memoryhub.embedded.processes import SIGNALS, die_with_parent, name_process


def fork(name: str, run: Callable[[], None], *, first: Callable[[], None]) -> int:
    """The child never comes back from here, whatever happens in it."""
    parent = os.getpid()
    sys.stdout.flush()
    sys.stderr.flush()
    # A signal between fork and settling in would raise the supervisor's in the child.
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    pid = os.fork()
    if pid:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        return pid
    status = 1
    try:
        _settle_in(name, parent)
        first()
        run()
        status = 0
    except SystemExit as ending:
        status = ending.code if isinstance(ending.code, int) else 1
    except BaseException:
        logging.getLogger("memoryhub").exception("%s stopped", name)
    finally:
        sys.stderr.flush()
        os._exit(status)


def _settle_in(name: str, parent: int) -> None:
    # A group of its own: Ctrl-C reaches the supervisor alone, which stops us in order.
    os.setpgid(0, 0)
    for sign in SIGNALS:
        signal.signal(sign, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    die_with_parent(parent, signal.SIGKILL)
    name_process(f"mh-{name}")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)  # standard output is the supervisor's, for its one JSON line


class Forked:
    """One of the three, and how to have it again."""

    def __init__(
        self, name: str, run: Callable[[], None], *, first: Callable[[], None]
    ) -> None:
        self.name = name
        self.pid = 0
        self._run = run
        self._first = first

    def start(self) -> int:
        self.pid = fork(self.name, self._run, first=self._first)
        return self.pid

    def has_ended(self) -> bool:
        if self.pid and _reaped(self.pid):
            self._sweep()
            self.pid = 0
        return self.pid == 0

    def stop(self, *, patience: float) -> None:
        if self.has_ended():
            return
        os.kill(self.pid, signal.SIGTERM)
        deadline = time.monotonic() + patience
        while not self.has_ended():
            if time.monotonic() > deadline:
                self._sweep()
            time.sleep(0.02)

    def _sweep(self) -> None:
        """Its own children are in its group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)


def _reaped(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def worker() -> None:
    from celery import signals  # noqa: PLC0415 - only this child needs it

    from memoryhub.celery import app  # noqa: PLC0415

    # Celery warns that root should not run it; it takes JSON only and opens no port.
    warnings.filterwarnings("ignore", message="You're running the worker")
    signals.worker_process_init.connect(_die_with_worker, weak=False)
    running = app.Worker(
        concurrency=2,
        pool="prefork",
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
    )
    running.start()
    sys.exit(running.exitcode)


def _die_with_worker(**_: object) -> None:
    die_with_parent(os.getppid(), signal.SIGKILL)


def beat() -> None:
    from memoryhub.celery import app  # noqa: PLC0415 - only this child needs it

    app.Beat(loglevel="WARNING", quiet=True).run()
