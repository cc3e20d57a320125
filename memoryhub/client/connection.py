"""The connection of the client that waits."""

from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

import httpx2
from tenacity import Retrying
from typing_extensions import override

from memoryhub.client.address import SECONDS, options
from memoryhub.client.call import Call
from memoryhub.client.exchange import Exchange
from memoryhub.client.methods import dressed, result_of
from memoryhub.client.results import Paged
from memoryhub.client.retries import Retries

P = ParamSpec("P")
T = TypeVar("T")


class Connection:
    """Sends calls and waits for their answers; threads may share it."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout: float = SECONDS,
        retries: Retries | None = None,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        chosen = options(base_url, key, timeout)
        self._http = httpx2.Client(transport=transport, **chosen)
        self._retries = retries or Retries()

    def close(self) -> None:
        """Ends its connections; nothing can be sent afterwards."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @override
    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._http.base_url.host!r})"

    def _send(self, call: Call[T]) -> T:
        """The result of a call, after as many attempts as it takes."""
        exchange = Exchange(call)
        patiently = Retrying(**self._retries.of(exchange))
        result: T = patiently(self._attempt, exchange)
        return result

    def _attempt(self, exchange: Exchange[T]) -> T:
        try:
            response = self._http.request(**exchange.request())
        except httpx2.RequestError as failure:
            lost = exchange.lost(failure)
        else:
            return exchange.answered(response)
        # Out here: a chained exception would carry the request with its key.
        raise lost


def waits(make: Callable[P, Call[T]]) -> Callable[Concatenate[Connection, P], T]:
    """A method that makes the call and waits for its result."""

    def method(self: Connection, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._send(make(*args, **kwargs))

    return dressed(method, make, result_of(make))


def iterates(
    make: Callable[P, Call[Paged[T]]],
) -> Callable[Concatenate[Connection, P], Iterator[T]]:
    """A method that gives every row, asking for a page when it comes to it."""

    def method(self: Connection, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        call = make(*args, **kwargs)
        page = self._send(call)
        yield from page
        while page.next:
            page = self._send(call.of_page(page.next))
            yield from page

    return dressed(method, make, Iterator)
