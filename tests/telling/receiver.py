"""Somebody at the other end of a webhook, on this machine, who answers as a test says."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from typing_extensions import override

ACKNOWLEDGED = b'{"acknowledged": true}'


@dataclass(frozen=True)
class Received:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> dict[str, Any]:
        """The message."""
        return dict(json.loads(self.body))


@dataclass
class Answering:
    """What the receiver answers next."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    instead: Callable[[BaseHTTPRequestHandler], None] | None = None


class Receiver:
    """A server on 127.0.0.1 for as long as a test lasts."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answer = Answering()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            wbufsize = 65_536  # head and body in one piece

            def do_POST(self) -> None:
                receiver.take(self)

            do_GET = do_POST  # noqa: N815  http.server names it so

            @override
            def log_message(self, *args: object) -> None:
                """Says nothing."""

        class Server(ThreadingHTTPServer):
            @override
            def handle_error(self, *args: object) -> None:
                """A caller that hangs up is what some tests are about."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        serve = self._server.serve_forever
        threading.Thread(target=serve, args=(0.02,), daemon=True).start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}/hooks"

    def take(self, request: BaseHTTPRequestHandler) -> None:
        """Keeps the request and answers it."""
        length = int(request.headers.get("Content-Length", 0))
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.received.append(
            Received(request.path, headers, request.rfile.read(length))
        )
        answer = self.answer
        if answer.instead:
            answer.instead(request)
            return
        request.send_response(answer.status)
        for name, value in answer.headers.items():
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(answer.body)))
        request.end_headers()
        request.wfile.write(answer.body)

    def close(self) -> None:
        """Ends it."""
        self._server.shutdown()
        self._server.server_close()
