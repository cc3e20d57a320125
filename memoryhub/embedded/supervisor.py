"""`manage.py up`: one process imports and migrates once, then forks and watches."""

import importlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

from django.conf import settings

from memoryhub.embedded.children import Forked, beat, worker
from memoryhub.embedded.demo import demo
from memoryhub.embedded.folder import note, plainly
from memoryhub.embedded.installation import Installation
from memoryhub.embedded.migrating import close_connections, migrate_if_pending
from memoryhub.embedded.processes import SIGNALS, ignore_signals
from memoryhub.embedded.readiness import wait_until_live
from memoryhub.embedded.restarts import Watch
from memoryhub.embedded.static_files import collect_if_changed
from memoryhub.embedded.web import web

LOOK_EVERY = 0.25
# The worker may finish what it is doing; a row that it leaves is swept up later.
PATIENCE = {"beat": 3.0, "worker": 8.0, "web": 5.0}


REPLAY = "manage.py replay-erasures"


class Stopped(BaseException):
    """Somebody asked us to stop; nothing may mistake it for an error."""


@dataclass
class Supervisor:
    installation: Installation
    with_worker: bool = True
    with_demo: bool = False
    is_first_start: bool = False
    must_replay: bool = False
    children: list[Forked] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def run(self, when_ready: Callable[[dict[str, Any]], None]) -> None:
        """Comes back after Ctrl-C, SIGTERM or SIGHUP, with nothing left running."""
        with _signals_that_stop():
            try:
                when_ready(self._start())
                self._watch()
            except Stopped:
                pass
            finally:
                ignore_signals()
                self._stop_children()

    # Starting: everything is imported while the servers start, and once for all three.

    def _start(self) -> dict[str, Any]:
        os.umask(0o077)
        with plainly(self.installation.folder):
            with self._phase("spawn servers"):
                self._begin_servers()
            with self._phase("import"):
                _import_everything()
            with self._phase("wait for servers"):
                self.installation.servers.finish()
            with self._phase("migrate"):
                self._migrate()
            with self._phase("static files"):
                collect_if_changed()
        with self._phase("fork"):
            self._fork_children()
        with self._phase("demo"):
            made = self._demo()
        with self._phase("web answers"):
            self._wait_for_web()
        self.installation.announce(ready=True)
        return made | {"seconds": self.seconds, "pids": self.pids()}

    @contextmanager
    def _phase(self, name: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        self.seconds[name] = round(time.monotonic() - begun, 2)

    def _begin_servers(self) -> None:
        self.installation.folder.use_for_temporary_files()
        self.installation.announce(ready=False)
        self.installation.servers.begin()
        if self.installation.servers.is_new:
            self.is_first_start = True
            note("Making the database (first start only) …")

    def _migrate(self) -> None:
        migrate_if_pending(before=lambda: note("Making or updating the tables …"))
        self.must_replay = _must_replay()
        close_connections()

    def _fork_children(self) -> None:
        port = self.installation.web_port
        self.children.append(self._forked("web", lambda: web(port)))
        if self.with_worker:
            self.children.append(self._forked("worker", worker))
            self.children.append(self._forked("beat", beat))
        for child in self.children:
            child.start()

    def _forked(self, name: str, run: Callable[[], None]) -> Forked:
        # The lock is the supervisor's: a child that lingers must not hold it.
        return Forked(name, run, first=self.installation.folder.unlock)

    def _demo(self) -> dict[str, Any]:
        if self.must_replay:
            return _closed()
        if not self.with_demo:
            return {}
        if self.is_first_start:
            note("Making the sample people …")
        folder = self.installation.folder
        return demo(folder.path, first=folder.unlock)

    def _wait_for_web(self) -> None:
        web_server = self.children[0]
        wait_until_live(self.installation.web_port, has_ended=web_server.has_ended)

    # Watching and stopping.

    def pids(self) -> dict[str, int]:
        running = {child.name: child.pid for child in self.children}
        servers = {
            part.name: part.process.pid
            for part in self.installation.servers.parts()
            if part.process is not None
        }
        return {"supervisor": os.getpid(), **running, **servers}

    def _watch(self) -> NoReturn:
        watches = [
            *(Watch(part) for part in self.installation.servers.parts()),
            *(Watch(child) for child in self.children),
        ]
        while True:
            for watch in watches:
                watch.look()
            time.sleep(LOOK_EVERY)

    def _stop_children(self) -> None:
        for child in reversed(self.children):
            child.stop(patience=PATIENCE[child.name])
        self.installation.folder.silence()


def _import_everything() -> None:
    """Before the fork, so that it is paid once and its memory is shared."""
    from governance.scrubbing import warm  # noqa: PLC0415 - settings come first

    warm()
    importlib.import_module(settings.ROOT_URLCONF)


def _must_replay() -> bool:
    """Whether the database was restored and its erasures are not replayed yet."""
    from governance.erasure import clear  # noqa: PLC0415 - settings come first

    return not clear()


def _closed() -> dict[str, Any]:
    """Says why nobody is served; what is reported of it."""
    from governance.ledger import unread  # noqa: PLC0415 - settings come first

    if unread():
        note(f"The ledger cannot be read, and nobody is served yet. See: {REPLAY}")
        return {"ledger": REPLAY}
    note(f"The database was restored, and nobody is served yet. Run: {REPLAY}")
    return {"replay": REPLAY}


@contextmanager
def _signals_that_stop() -> Iterator[None]:
    def stop(number: int, frame: object) -> NoReturn:
        # The next one must not interrupt the stopping, which is bounded anyway.
        ignore_signals()
        raise Stopped

    for sign in SIGNALS:
        # Who started us under nohup wants us to outlive the terminal. SIGINT is heeded
        # even so: a shell script ignores it for what it starts in the background.
        if sign == signal.SIGINT or signal.getsignal(sign) != signal.SIG_IGN:
            signal.signal(sign, stop)
    yield
