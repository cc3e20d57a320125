"""Send one message to one address, within a bound of time and of what is read.

Not an HTTP client with habits: no redirect is followed, no proxy is taken from the
environment, no cookie is kept, nothing is decompressed. The name is resolved once, what
it means is checked, and the connection goes to that very address, so that a name that
means something else a moment later (DNS rebinding) leads nowhere; TLS and ``Host`` go by
the name all the same.
"""

import json
import ssl
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from time import monotonic
from typing import Any

import httpcore2
from typing_extensions import override

from governance.telling.address import BadAddress, Ip, Target
from governance.telling.resolving import SECONDS, Resolver, addresses_of

CONNECT = SECONDS
TOTAL = 15.0
MOST_READ = 4_096


@dataclass(frozen=True)
class Answer:
    """What came back: a status, or none and why (a fixed word). ``acknowledged`` is
    whether the body said so; nothing else of it is kept. ``seconds`` is how long it took."""

    status: int | None
    trouble: str = ""
    acknowledged: bool = False
    seconds: float = 0

    @property
    def taken(self) -> bool:
        """Whether the recipient has taken it (Standard Webhooks: any 2xx)."""
        return self.status is not None and 200 <= self.status < 300


def post(
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    *,
    resolve: Resolver | None = None,
    tls: ssl.SSLContext | None = None,
) -> Answer:
    """Posts it, within about ``TOTAL`` seconds whatever the other side does; never
    raises for anything that it does."""
    until = monotonic() + TOTAL
    try:
        backend = _Checked(addresses_of(target, resolve=resolve), until)
        pool = httpcore2.ConnectionPool(
            ssl_context=tls or _tls(),
            max_connections=1,
            max_keepalive_connections=0,
            network_backend=backend,
        )
        with pool, pool.stream(**_request(target, body, headers)) as response:
            return _read(response)
    except BadAddress as refused:
        return Answer(None, refused.reason)
    except httpcore2.TimeoutException:
        return Answer(None, "timeout")
    except httpcore2.ConnectError:
        return Answer(None, "no_connection")
    except (httpcore2.NetworkError, httpcore2.ProtocolError, OSError, ValueError):
        return Answer(None, "no_answer")


class _Checked(httpcore2.NetworkBackend):
    """Connects to the addresses that were checked, and to nothing else."""

    def __init__(self, addresses: list[Ip], until: float) -> None:
        self._addresses = addresses
        self._until = until
        self._inner = httpcore2.SyncBackend()

    @override
    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        """The first of them that answers; ``host`` was resolved before."""
        ends = min(monotonic() + CONNECT, self._until)
        failed: Exception = httpcore2.ConnectTimeout()
        for address in self._addresses:
            if monotonic() >= ends:
                break
            try:
                stream = self._inner.connect_tcp(
                    str(address), port, timeout=_left(ends)
                )
                return _Bounded(stream, self._until)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = error
        raise failed


class _Bounded(httpcore2.NetworkStream):
    """A connection whose every wait ends at one moment: a byte at a time, each just in
    time, does not hold a worker for longer."""

    def __init__(self, inner: httpcore2.NetworkStream, until: float) -> None:
        self._inner = inner
        self._until = until

    @override
    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if monotonic() >= self._until:
            raise httpcore2.ReadTimeout
        return self._inner.read(max_bytes, _left(self._until))

    @override
    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if monotonic() >= self._until:
            raise httpcore2.WriteTimeout
        self._inner.write(buffer, _left(self._until))

    @override
    def close(self) -> None:
        self._inner.close()

    @override
    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        wait = min(CONNECT, _left(self._until))
        inner = self._inner.start_tls(ssl_context, server_hostname, wait)
        return _Bounded(inner, self._until)

    @override
    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> dict[str, Any]:
    host = f"[{target.host}]" if ":" in target.host else target.host
    given = {
        "Host": f"{host}:{target.port}",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "User-Agent": "Memoryhub",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Connection": "close",
        **headers,
    }
    url = httpcore2.URL(
        scheme=target.scheme.encode(),
        host=target.host.encode(),
        port=target.port,
        target=target.path.encode(),
    )
    return {
        "method": "POST",
        "url": url,
        "headers": list(given.items()),
        "content": body,
        # The connection itself keeps the times.
        "extensions": {"timeout": {"pool": TOTAL}},
    }


def _read(response: httpcore2.Response) -> Answer:
    """The status, and whether the body acknowledges; a body that is longer than it may
    be, or does not end, says nothing."""
    read = b""
    try:
        for chunk in response.iter_stream():
            read += chunk[: MOST_READ + 1]
            if len(read) > MOST_READ:
                return Answer(response.status)
    except (httpcore2.TimeoutException, httpcore2.NetworkError):
        return Answer(response.status)
    except httpcore2.ProtocolError:
        return Answer(response.status)
    answer = Answer(response.status)
    return Answer(response.status, acknowledged=answer.taken and _says_so(read))


def _says_so(body: bytes) -> bool:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("acknowledged") is True


def _left(until: float) -> float:
    # Never 0: that would mean "do not wait" to a socket.
    return max(until - monotonic(), 0.001)


@cache
def _tls() -> ssl.SSLContext:
    return httpcore2.default_ssl_context()
