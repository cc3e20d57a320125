"""How patiently a call is tried again."""

from dataclasses import dataclass
from typing import Any

from tenacity import (
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    stop_before_delay,
    wait_random_exponential,
)

from memoryhub.client.errors import MemoryhubError
from memoryhub.client.exchange import Exchange


@dataclass(frozen=True)
class Retries:
    """At most ``attempts`` in all, the last of them begun within ``seconds`` of the
    first. Before each, a random time is waited: up to ``first_wait`` seconds, then up to
    twice that and so on, never over ``longest_wait``; and what the server asks for on top.
    That outlasts a server's restart.
    """

    attempts: int = 8
    seconds: float = 60
    first_wait: float = 0.5
    longest_wait: float = 8

    def of(self, exchange: Exchange[Any]) -> dict[str, Any]:
        """As tenacity takes it."""
        return {
            "retry": retry_if_exception(exchange.worth_another),
            "wait": self._wait,
            "stop": stop_after_attempt(self.attempts) | stop_before_delay(self.seconds),
            "reraise": True,
        }

    def _wait(self, state: RetryCallState) -> float:
        wait = wait_random_exponential(self.first_wait, max=self.longest_wait)(state)
        error = state.outcome and state.outcome.exception()
        asked = error.retry_after if isinstance(error, MemoryhubError) else 0
        return wait + asked
