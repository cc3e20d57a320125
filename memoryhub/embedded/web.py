"""gunicorn inside our own process: threads, no log of paths, no control socket."""

import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from memoryhub.embedded.processes import die_with_parent, name_process

READ_SECONDS = 5


# gunicorn publishes no types, hence the two ignores.
class QuietLogger(Logger):  # type: ignore[misc]
    """Request lines and headers hold names and topics of people: none is written."""

    def warning(self, msg: str, *args: object, **kwargs: object) -> None:
        if msg.startswith("Invalid request"):
            msg, args = "A request that is no HTTP was refused.", ()
        super().warning(msg, *args, **kwargs)

    def exception(self, msg: str, *args: object, **kwargs: object) -> None:
        kind = sys.exc_info()[0]
        name = kind.__qualname__ if kind else "an error"
        super().error("A request ended with %s.", name)


class WebServer(BaseApplication):  # type: ignore[misc]
    def __init__(self, port: int) -> None:
        self._port = port
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._choices().items():
            self.cfg.set(name, value)

    def _choices(self) -> dict[str, Any]:
        return {
            "bind": f"127.0.0.1:{self._port}",
            "worker_class": "gthread",
            "workers": 2,
            "threads": 4,
            "preload_app": True,
            "timeout": 60,
            "graceful_timeout": 3,
            "keepalive": 5,
            "limit_request_line": 8190,
            "umask": 0o077,  # else gunicorn opens what it writes to everybody
            "loglevel": "warning",
            "accesslog": None,
            "logger_class": QuietLogger,
            "control_socket_disable": True,
            "when_ready": _be_impatient,
            "post_fork": _die_with_arbiter,
            "post_worker_init": _load_model,
        }

    def load(self) -> Callable[..., Iterable[bytes]]:
        from memoryhub.wsgi import application  # noqa: PLC0415 - settings come first

        return application


class _Arbiter(Protocol):
    LISTENERS: list[Any]


def _be_impatient(arbiter: _Arbiter) -> None:
    """Sockets inherit it: a client that sends half a request gives its thread back.

    gunicorn reads with no time limit of its own, and a few dozen silent connections
    held every thread for ever. A proxy that buffers requests is still the better guard.
    """
    limit = struct.pack("ll", READ_SECONDS, 0)
    for listener in arbiter.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)


class _Worker(Protocol):
    ppid: int


def _die_with_arbiter(arbiter: object, worker: _Worker) -> None:
    die_with_parent(worker.ppid, signal.SIGKILL)
    name_process("mh-web-worker")


def _load_model(worker: object) -> None:
    """Now, rather than during the first write: its session does not survive a fork."""
    from governance.embedding import warm  # noqa: PLC0415 - needs Django

    warm()


def web(port: int) -> None:
    WebServer(port).run()
