"""Starting and stopping programs so that none of them outlives its supervisor."""

import contextlib
import ctypes
import os
import pwd
import re
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from memoryhub.embedded.refusal import refuse

PR_SET_PDEATHSIG = 1
PR_SET_NAME = 15
LARGEST_LOG = 1_000_000
# What people and init systems stop a program with.
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_libc = ctypes.CDLL(None, use_errno=True)


class Account(NamedTuple):
    uid: int
    gid: int


def unprivileged() -> Account | None:
    """As whom root runs the servers: PostgreSQL refuses to be root, rightly."""
    if os.geteuid() != 0:
        return None
    try:
        # initdb looks its user up by name, so a number without an entry will not do.
        entry = pwd.getpwnam("nobody")
    except KeyError:
        refuse(
            "This system has no user 'nobody' to run the database as. "
            "Run this as an ordinary user, or set DATABASE_URL."
        )
    return Account(entry.pw_uid, entry.pw_gid)


def become(account: Account) -> None:
    os.setgroups([])
    os.setgid(account.gid)
    os.setuid(account.uid)


def reachable(path: Path, account: Account | None) -> bool:
    """Whether that account may enter or run it; asked of the kernel, not guessed."""
    if account is None:
        return os.access(path, os.X_OK)
    pid = os.fork()
    if pid == 0:
        allowed = False
        try:
            become(account)
            allowed = os.access(path, os.R_OK | os.X_OK) or _enterable(path)
        finally:
            os._exit(0 if allowed else 1)
    return os.waitpid(pid, 0)[1] == 0


def _enterable(path: Path) -> bool:
    return path.is_dir() and os.access(path, os.X_OK)


def die_with_parent(parent: int, sign: signal.Signals) -> None:
    """Called in the child, after any change of user: that would undo it."""
    if sys.platform == "linux":
        _libc.prctl(PR_SET_PDEATHSIG, int(sign))
    if os.getppid() != parent:
        os._exit(1)


def ignore_signals() -> None:
    """By a function that does nothing: Python reports on one set to SIG_IGN too late."""
    for sign in SIGNALS:
        signal.signal(sign, lambda number, frame: None)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    before = {sign: signal.getsignal(sign) for sign in SIGNALS}
    ignore_signals()
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)


def name_process(name: str) -> None:
    """What `ps` and `top` show, so that a person can tell our processes apart."""
    if sys.platform == "linux":
        _libc.prctl(PR_SET_NAME, name.encode()[:15])


def leave_no_core_file() -> None:
    """A core file would hold, in plain bytes, texts that were never scrubbed."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def spawn(
    command: list[str],
    *,
    log: Path,
    account: Account | None,
    dies_by: signal.Signals,
    stdin: int = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    """Start a server as our child, in a group of its own, with none of our secrets."""
    with os.fdopen(open_log(log), "ab") as output:
        return subprocess.Popen(  # noqa: S603 - our own programs, no shell
            command,
            stdin=stdin,
            stdout=output,
            stderr=output,
            cwd="/",
            env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
            umask=0o077,
            process_group=0,
            preexec_fn=_before_exec(os.getpid(), dies_by),  # noqa: PLW1509
            user=None if account is None else account.uid,
            group=None if account is None else account.gid,
            extra_groups=None if account is None else [],
        )


def _before_exec(parent: int, dies_by: signal.Signals) -> Callable[[], None]:
    def prepare() -> None:
        leave_no_core_file()
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        die_with_parent(parent, dies_by)

    return prepare


def open_log(path: Path) -> int:
    """Append to it, readable by its owner alone; begin afresh when it has grown."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        flags |= os.O_TRUNC
    return os.open(path, flags, 0o600)


def reason(log: Path) -> str:
    """The last line in it that says what was wrong."""
    lines = log.read_text(errors="replace").strip().splitlines() or ["it said nothing"]
    wrong = [line for line in lines if re.search("error:|FATAL:|PANIC:", line)]
    return (wrong or lines)[-1]


def stop(
    process: subprocess.Popen[bytes],
    *,
    ask: signal.Signals,
    insist: signal.Signals,
    patience: float,
) -> None:
    for sign in (ask, insist, signal.SIGKILL):
        if process.poll() is not None:
            return
        process.send_signal(sign)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            continue


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def free_ports(count: int) -> list[int]:
    """All held open until the last is found, so that no two are the same."""
    with contextlib.ExitStack() as open_sockets:
        probes = [open_sockets.enter_context(socket.socket()) for _ in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


def trouble_with_port(port: int) -> str:
    """Why the web server could not listen there; empty when it could."""
    with socket.socket() as probe:
        # As the web server will: a connection that is only winding down is no tenant.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except PermissionError:
            return "needs more rights than this user has"
        except OSError:
            return "is taken"
    return ""
