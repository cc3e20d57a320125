"""Our broker: Valkey with an append-only file, so that a stop loses no job."""

import signal
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from memoryhub.embedded.folder import write_private
from memoryhub.embedded.orphans import end_an_orphan
from memoryhub.embedded.place import Place
from memoryhub.embedded.processes import reason, spawn, stop
from memoryhub.embedded.refusal import refuse

LONGEST_START = 60


@dataclass
class Broker:
    place: Place
    log: Path
    port: int
    password: str = field(repr=False)
    name: str = "broker"
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def start(self) -> int:
        if not self.place.broker.exists():
            self.place.broker.mkdir(mode=0o700)
            self.place.give(self.place.broker)
        note = self.place.folder / "broker.pid"
        end_an_orphan(note, program="valkey-server")
        self.process = spawn(
            [str(self.place.programs.valkey), "-"],
            log=self.log,
            account=self.place.account,
            dies_by=signal.SIGTERM,
            stdin=subprocess.PIPE,
        )
        write_private(note, str(self.process.pid))
        self._send_settings(self.process)
        return self.process.pid

    def _send_settings(self, process: subprocess.Popen[bytes]) -> None:
        """By standard input: an argument could be read by every user of the machine."""
        if process.stdin is None:
            return
        lines = [f"{name} {value}" for name, value in self._settings().items()]
        try:
            process.stdin.write("\n".join(lines).encode())
            process.stdin.close()
        except BrokenPipeError:
            refuse(f"The broker did not start: {reason(self.log)}")

    def _settings(self) -> dict[str, str]:
        return {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "requirepass": self.password,
            "dir": f'"{self.place.broker}"',
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": '""',
            "maxmemory-policy": "noeviction",
            "databases": "2",
            "loglevel": "warning",
            # Its crash report would copy the command it was working on.
            "crash-log-enabled": "no",
            "slowlog-log-slower-than": "-1",
        }

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + LONGEST_START
        while not self._answers():
            if self.process is None or self.process.poll() is not None:
                refuse(f"The broker did not start: {reason(self.log)}")
            if time.monotonic() > deadline:
                refuse(f"The broker is still not ready; see {self.log}.")
            time.sleep(0.02)

    def _answers(self) -> bool:
        greeting = f"AUTH {self.password}\r\nPING\r\n".encode()
        try:
            with socket.create_connection(("127.0.0.1", self.port), 5) as line:
                line.sendall(greeting)
                return b"+PONG" in _read_two_lines(line)
        except OSError:
            return False

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def stop(self) -> None:
        # SIGTERM makes it write down what it still holds.
        if self.process is not None:
            again = signal.SIGTERM
            stop(self.process, ask=signal.SIGTERM, insist=again, patience=10)


def _read_two_lines(line: socket.socket) -> bytes:
    answer = b""
    while answer.count(b"\n") < 2:
        part = line.recv(256)
        if not part:
            break
        answer += part
    return answer
