"""The client's tests talk to the real application over HTTP, and every scenario is run
with both twins."""

import threading
from collections.abc import Callable, Iterator
from inspect import isasyncgen, iscoroutine
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from typing_extensions import override

from memoryhub.client import AsyncMemoryhub, Memoryhub, Retries
from memoryhub.wsgi import Application, Start, application
from tests.client.faults import Line
from tests.client.loop import Loop

AT_ONCE = Retries(first_wait=0)
Open = Callable[..., Any]


class Waiting:
    """The async twin, for a scenario that waits: whatever it promises is awaited."""

    def __init__(self, hub: AsyncMemoryhub, runner: Loop) -> None:
        self._hub = hub
        self._runner = runner

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._hub, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            promise = method(*args, **kwargs)
            if iscoroutine(promise):
                return self._runner.run(promise)
            return self._each(promise) if isasyncgen(promise) else promise

        return call

    def close(self) -> None:
        """Ends its connections."""
        self._runner.run(self._hub.aclose())

    def _each(self, rows: Any) -> Iterator[Any]:
        end = object()

        async def one() -> Any:
            return await anext(rows, end)

        while (row := self._runner.run(one())) is not end:
            yield row

    @override
    def __repr__(self) -> str:
        return repr(self._hub)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A threaded server with our application, given the path as gunicorn does."""
    finished = _finished(application)
    server = make_server("127.0.0.1", 0, finished, _Server, _Raw)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=[Memoryhub, AsyncMemoryhub], ids=["waiting", "asyncio"])
def twin(request: pytest.FixtureRequest) -> Any:
    """Which of the two."""
    return request.param


@pytest.fixture
def line() -> Line:
    """The line to the server, for faults."""
    return Line()


@pytest.fixture
def connect(twin: Any, address: str) -> Iterator[Open]:
    """Opens clients of the twin: ``connect(key, **options)``."""
    opened: list[Any] = []
    with Loop() as runner:

        def hub(key: str, **more: Any) -> Any:
            made = twin(address, key, **{"retries": AT_ONCE, **more})
            opened.append(made if twin is Memoryhub else Waiting(made, runner))
            return opened[-1]

        yield hub
        for each in opened:
            each.close()


@pytest.fixture
def hub(connect: Open, world: Any) -> Any:
    """A client with the travel assistant's key."""
    return connect(world.travel.key)


@pytest.fixture
def shaky(connect: Open, world: Any, line: Line) -> Any:
    """The same, on a line that can fail."""
    return connect(world.travel.key, transport=line)


def _finished(inner: Application) -> Application:
    """Ends each request before its answer is on the way: the test may end with it, and a
    thread that then still holds a database connection could not give it back."""

    def finished(environ: dict[str, Any], start: Start) -> list[bytes]:
        answer = inner(environ, start)
        body = list(answer)
        answer.close()  # type: ignore[attr-defined]  # Django's responses have it
        return body

    return finished


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Raw(WSGIRequestHandler):
    @override
    def get_environ(self) -> dict[str, Any]:
        return {**super().get_environ(), "RAW_URI": self.path}

    @override
    def log_message(self, *args: object) -> None:
        """Paths hold ids; nobody reads this log."""
