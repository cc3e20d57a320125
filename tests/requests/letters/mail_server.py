"""A mail server on this machine that takes letters, or does what a test says at one of the
steps of RFC 5321."""

import socketserver
import threading
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from typing_extensions import override

STEPS = ("connect", "EHLO", "MAIL", "RCPT", "DATA", "end", "QUIT")
USUAL = {
    "connect": "220 ready",
    "EHLO": "250 hello",
    "MAIL": "250 ok",
    "RCPT": "250 ok",
    "DATA": "354 go on",
    "end": "250 taken",
    "RSET": "250 ok",
    "QUIT": "221 bye",
}
HANG, DROP = "hang", "drop"


class MailServer:
    """``says["RCPT"] = "550 no such user"`` changes an answer; ``HANG`` is none, ``DROP``
    ends the connection. ``before`` is called with each step."""

    def __init__(self) -> None:
        self.received: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.says: dict[str, str] = {}
        self.before: Callable[[str], None] = lambda step: None
        self.over = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Conversation)
        self._server.owner = self
        serve = self._server.serve_forever
        threading.Thread(target=serve, args=(0.02,), daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def close(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    owner: MailServer


class _Conversation(socketserver.StreamRequestHandler):
    @override
    def handle(self) -> None:
        if not self.answer("connect"):
            return
        for line in iter(self.rfile.readline, b""):
            step = line[:4].decode().strip().upper()
            if step == "RCPT":
                self.owner.recipients.append(line.decode().strip())
            if not self.answer(step) or step == "QUIT":
                return
            if step == "DATA" and self.said("DATA").startswith("354"):
                self.keep()
                if not self.answer("end"):
                    return

    def keep(self) -> None:
        lines = list(iter(self.rfile.readline, b".\r\n"))
        parsed: Any = message_from_bytes(b"".join(lines), policy=policy.default)
        if not self.said("end").startswith(("4", "5")):
            self.owner.received.append(parsed)

    def answer(self, step: str) -> bool:
        """False when the connection is over."""
        self.owner.before(step)
        said = self.said(step)
        if said == HANG:
            self.owner.over.wait(20)
        if said in {HANG, DROP}:
            return False
        self.wfile.write(f"{said}\r\n".encode())
        return True

    def said(self, step: str) -> str:
        return self.owner.says.get(step, USUAL.get(step, "250 ok"))

    @property
    def owner(self) -> MailServer:
        server = self.server
        assert isinstance(server, _Server)
        return server.owner
