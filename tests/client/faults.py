"""What can happen between a client and its server, on request, for both twins."""

from collections.abc import Callable

import httpx2
from typing_extensions import override

Fault = Callable[[httpx2.Request], httpx2.Response]


class Line(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """A line to the real server. Each request meets the next of ``before`` and ``after``,
    faults that strike before the server sees it or when it has answered."""

    def __init__(self) -> None:
        self.before: list[Fault | None] = []
        self.after: list[Fault | None] = []
        self.sent: list[httpx2.Request] = []
        self._line = httpx2.HTTPTransport()

    @override
    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.sent.append(request)
        early = self.before.pop(0) if self.before else None
        if early:
            return early(request)
        answer = self._line.handle_request(request)
        answer.read()
        late = self.after.pop(0) if self.after else None
        return late(request) if late else answer

    @override
    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        answer = self.handle_request(
            httpx2.Request(
                request.method,
                request.url,
                headers=request.headers,
                content=await request.aread(),
            )
        )
        return httpx2.Response(
            answer.status_code, headers=answer.headers, content=answer.read()
        )

    @override
    def close(self) -> None:
        self._line.close()


def breaks(request: httpx2.Request) -> httpx2.Response:
    """The connection ends while the answer is awaited."""
    raise httpx2.ReadError("connection reset", request=request)


def times_out(request: httpx2.Request) -> httpx2.Response:
    """The answer takes too long."""
    raise httpx2.ReadTimeout("timed out", request=request)


def unreachable(request: httpx2.Request) -> httpx2.Response:
    """Nobody listens."""
    raise httpx2.ConnectError("connection refused", request=request)


def says(status: int, **headers: str) -> Fault:
    """A proxy answers in place of the server, with a page of its own."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        page = "<h1>Proxy</h1>"
        return httpx2.Response(status, headers=named, html=page, request=request)

    return answer
