"""The data folder: who may use it, its keys, and what runs on it now."""

import contextlib
import fcntl
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from memoryhub import env
from memoryhub.embedded.processes import alive
from memoryhub.embedded.refusal import refuse

LAYOUT = 1
CLUSTER = "postgres"
POINTER = "servers-at"  # where they are, when they cannot be in the folder


@dataclass(frozen=True)
class Running:
    """What a running `up` tells the other commands."""

    pid: int
    database_port: int
    broker_port: int
    web_port: int
    ready: bool


class DataFolder:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None

    @property
    def cluster(self) -> Path:
        return self.path / CLUSTER

    @property
    def has_servers(self) -> bool:
        return self.cluster.exists() or (self.path / POINTER).exists()

    def prepare(self) -> None:
        """Make it if it is new; refuse it if it is not ours to use."""
        if self.path.exists() and not self.path.is_dir():
            refuse(f"{self.path} is a file; the data needs a folder.")
        if not self.path.exists():
            self.path.mkdir(mode=0o700, parents=True)
        self._check_layout()

    def _check_layout(self) -> None:
        marker = self.path / "version"
        if not marker.exists():
            write_private(marker, f"{LAYOUT}\n")
        found = marker.read_text().strip()
        if not found.isdigit() or int(found) > LAYOUT:
            refuse(f"{self.path} was made by a newer version of Memoryhub; update it.")

    def use_for_temporary_files(self) -> None:
        """In a closed folder of ours, and what a killed process left is removed."""
        scratch = self.path / "tmp"
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(mode=0o700)
        os.environ["TMPDIR"] = tempfile.tempdir = str(scratch)

    # The lock: one process at a time starts servers on a folder.

    def try_lock(self) -> bool:
        descriptor = os.open(
            self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
        )
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        self._lock = descriptor
        return True

    def take(self) -> None:
        if self.locked:
            return
        self.prepare()
        if not self.try_lock():
            refuse(
                f"{self.path} is already in use by process {self.holder()}; "
                "stop it first, or give another folder with --data-dir."
            )

    @property
    def locked(self) -> bool:
        """By us."""
        return self._lock is not None

    def unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def holder(self) -> str:
        with contextlib.suppress(OSError):
            return (self.path / "lock").read_text().strip() or "unknown"
        return "unknown"

    def wait_for(self, answer: Callable[[], bool], *, seconds: float) -> None:
        """Let another command finish; it, too, needs the folder only for a while."""
        if answer():
            return
        note(f"Waiting for process {self.holder()}, which uses {self.path} …")
        deadline = time.monotonic() + seconds
        while not answer():
            if time.monotonic() > deadline:
                refuse(f"{self.path} is still in use by process {self.holder()}.")
            time.sleep(0.1)

    # What runs.

    def announce(self, running: Running) -> None:
        write_private(self.path / "servers.json", json.dumps(vars(running)))

    def last_announced(self) -> Running | None:
        try:
            return Running(**json.loads((self.path / "servers.json").read_text()))
        except (FileNotFoundError, ValueError, TypeError):
            return None

    def running(self) -> Running | None:
        """The `up` that is ready on this folder, if there is one."""
        running = self.last_announced()
        if running is None or not running.ready or not alive(running.pid):
            return None
        return running if str(running.pid) == self.holder() else None

    def silence(self) -> None:
        """Nothing runs any more; the web port is kept for the next links."""
        last = self.last_announced()
        if last is not None:
            self.announce(Running(0, 0, 0, last.web_port, ready=False))


def data_folder(given: Path | None = None) -> DataFolder:
    """The one that was asked for, or `.memoryhub` in the project's folder."""
    default = Path(__file__).resolve().parents[2] / ".memoryhub"
    if given is None:
        return DataFolder(env.path("MEMORYHUB_DATA_DIR", default=default))
    os.environ["MEMORYHUB_DATA_DIR"] = str(given.expanduser().absolute())
    return DataFolder(env.path("MEMORYHUB_DATA_DIR"))


@contextlib.contextmanager
def plainly(folder: DataFolder) -> Iterator[None]:
    """A disk that is full, read-only or somebody else's: one line, no traceback."""
    try:
        yield
    except OSError as error:
        refuse(f"{error.filename or folder.path} cannot be used: {error.strerror}.")


def write_private(path: Path, content: str) -> None:
    """All of it or nothing, and readable by its owner alone from the first byte."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(draft, flags, 0o600), "w") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def note(line: str) -> None:
    """To the person at the terminal; standard output belongs to the command."""
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
