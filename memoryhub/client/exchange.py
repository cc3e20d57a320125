"""A call with all its attempts, from the first to the answer. Does no I/O."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any, Generic, TypeVar

import httpx2
import msgspec

from memoryhub.client.call import Call
from memoryhub.client.errors import MemoryhubError, error_of
from memoryhub.client.problem import Problem

T = TypeVar("T")

PROBLEM = "application/problem+json"
PASSING = {
    0,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
}
"""What may be otherwise a little later; 0 is no answer at all."""
NEVER_SENT = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
NOT_OURS = "The answer is not Memoryhub's: is the address right?"
_read_problem = msgspec.json.Decoder(Problem).decode


class Exchange(Generic[T]):
    """Turns answers and failures of one call into its result or an exception."""

    def __init__(self, call: Call[T]) -> None:
        self.call = call
        self._maybe_done = False

    def request(self) -> dict[str, Any]:
        """As the clients' ``request`` takes it; each attempt sends the very same."""
        call = self.call
        typed = {} if call.content is None else {"Content-Type": "application/json"}
        return {
            "method": call.endpoint.method,
            "url": call.path,
            "params": dict(call.query),
            "headers": {**call.headers, **typed},
            "content": call.content,
        }

    def answered(self, response: httpx2.Response) -> T:
        """The result; raises :class:`MemoryhubError`."""
        if not response.is_success:
            return self._refused(response)
        try:
            return self.call.endpoint.read(response.content)
        except (msgspec.MsgspecError, LookupError):
            problem = Problem(response.status_code, "Unreadable answer", NOT_OURS)
        raise error_of(problem, maybe_done=True)

    def lost(self, failure: httpx2.RequestError) -> MemoryhubError:
        """No answer came."""
        sent = not isinstance(failure, NEVER_SENT)
        said = "It may have been carried out." if sent else "Nothing was sent."
        problem = Problem(detail=f"{type(failure).__name__}: {said}")
        return error_of(problem, maybe_done=sent)

    def worth_another(self, error: BaseException) -> bool:
        """Whether to try again: it may be otherwise then, and it surely was not carried
        out or may well be carried out twice."""
        if not isinstance(error, MemoryhubError) or error.status not in PASSING:
            return False
        self._maybe_done |= error.maybe_done
        return self.call.repeatable or not error.maybe_done

    def _refused(self, response: httpx2.Response) -> T:
        problem, ours = _problem_of(response)
        done = self.call.endpoint.done_before(problem) if self._maybe_done else None
        if done is not None:
            return done
        failed = response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR
        raise error_of(
            problem,
            retry_after=_seconds(response.headers.get("Retry-After", "")),
            # Ours says with each 5xx that nothing was stored; a proxy does not know.
            maybe_done=failed and not ours,
        )


def _problem_of(response: httpx2.Response) -> tuple[Problem, bool]:
    """The problem document, and whether it is one of Memoryhub's own."""
    declared = response.headers.get("Content-Type", "").partition(";")[0].strip()
    if declared == PROBLEM:
        try:
            return _read_problem(response.content), True
        except msgspec.MsgspecError:
            pass
    title = httpx2.codes.get_reason_phrase(response.status_code)
    return Problem(response.status_code, title, NOT_OURS), False


def _seconds(retry_after: str) -> float:
    """A ``Retry-After``, which is seconds or a date (RFC 9110, section 10.2.3)."""
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return 0
    return max(0, (until.astimezone(UTC) - datetime.now(UTC)).total_seconds())
