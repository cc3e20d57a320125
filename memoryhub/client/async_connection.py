"""The connection of the client for asyncio: the twin of ``connection.py``."""

from collections.abc import AsyncIterator, Callable, Coroutine
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import httpx2
from tenacity import AsyncRetrying
from typing_extensions import override

from memoryhub.client.address import SECONDS, options
from memoryhub.client.call import Call
from memoryhub.client.exchange import Exchange
from memoryhub.client.methods import dressed, result_of
from memoryhub.client.results import Paged
from memoryhub.client.retries import Retries

P = ParamSpec("P")
T = TypeVar("T")


class AsyncConnection:
    """Sends calls and lets others run meanwhile; tasks of one event loop may share it."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout: float = SECONDS,
        retries: Retries | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        chosen = options(base_url, key, timeout)
        self._http = httpx2.AsyncClient(transport=transport, **chosen)
        self._retries = retries or Retries()

    async def aclose(self) -> None:
        """Ends its connections; nothing can be sent afterwards."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    @override
    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._http.base_url.host!r})"

    async def _send(self, call: Call[T]) -> T:
        """The result of a call, after as many attempts as it takes."""
        exchange = Exchange(call)
        patiently = AsyncRetrying(**self._retries.of(exchange))
        result: T = await patiently(self._attempt, exchange)
        return result

    async def _attempt(self, exchange: Exchange[T]) -> T:
        try:
            response = await self._http.request(**exchange.request())
        except httpx2.RequestError as failure:
            lost = exchange.lost(failure)
        else:
            return exchange.answered(response)
        # Out here: a chained exception would carry the request with its key.
        raise lost


def awaits(
    make: Callable[P, Call[T]],
) -> Callable[Concatenate[AsyncConnection, P], Coroutine[Any, Any, T]]:
    """A method that makes the call and awaits its result."""

    async def method(self: AsyncConnection, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._send(make(*args, **kwargs))

    return dressed(method, make, result_of(make))


def iterates(
    make: Callable[P, Call[Paged[T]]],
) -> Callable[Concatenate[AsyncConnection, P], AsyncIterator[T]]:
    """A method that gives every row, asking for a page when it comes to it."""

    async def method(
        self: AsyncConnection, /, *args: P.args, **kwargs: P.kwargs
    ) -> AsyncIterator[T]:
        call = make(*args, **kwargs)
        page = await self._send(call)
        for row in page:
            yield row
        while page.next:
            page = await self._send(call.of_page(page.next))
            for row in page:
                yield row

    return dressed(method, make, AsyncIterator)
