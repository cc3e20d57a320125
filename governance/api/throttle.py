"""How often one key may call: a sliding window, counted over all processes."""

import logging
from functools import cache
from math import ceil
from time import time
from typing import TYPE_CHECKING

from django.conf import settings
from limits import (
    RateLimitItem,
    RateLimitItemPerDay,
    RateLimitItemPerHour,
    RateLimitItemPerMinute,
    RateLimitItemPerSecond,
)
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from redis.exceptions import RedisError
from rest_framework.throttling import BaseThrottle
from typing_extensions import override

from governance.access import Caller

if TYPE_CHECKING:  # DRF's views import this module
    from rest_framework.request import Request
    from rest_framework.views import APIView

log = logging.getLogger(__name__)

PERIODS: dict[str, type[RateLimitItem]] = {
    "s": RateLimitItemPerSecond,
    "m": RateLimitItemPerMinute,
    "h": RateLimitItemPerHour,
    "d": RateLimitItemPerDay,
}


class KeyThrottle(BaseThrottle):
    """A rate per key; over it 429 with ``Retry-After``. When nothing can be counted,
    everything goes on: a dead broker must not stop an erasure."""

    _wait: float | None = None

    @override
    def allow_request(self, request: "Request", view: "APIView") -> bool:
        caller = request.auth
        if not isinstance(caller, Caller):
            return True
        rate, key = rate_of(settings.API_KEY_RATE), str(caller.key_id)
        try:
            allowed = limiter().hit(rate, key)
            if not allowed:
                ends = limiter().get_window_stats(rate, key).reset_time
                self._wait = max(1, ceil(ends - time()))
        except RedisError:
            log.warning("calls are not counted: the broker does not answer")
            return True
        return allowed

    @override
    def wait(self) -> float | None:
        """Seconds until another call may be tried."""
        return self._wait


@cache
def rate_of(given: str) -> RateLimitItem:
    """``1200/min``: a number, and a period by its first letter (s, m, h, d)."""
    number, _, period = given.partition("/")
    return PERIODS[period.strip()[0]](int(number))


@cache
def limiter() -> SlidingWindowCounterRateLimiter:
    """One for each process; without Redis each process counts for itself."""
    if settings.COUNTERS_URL is None:
        return SlidingWindowCounterRateLimiter(MemoryStorage())
    # A broker that hangs must not hold a call up for long.
    storage = RedisStorage(
        settings.COUNTERS_URL,
        key_prefix="memoryhub",
        socket_connect_timeout=1,
        socket_timeout=1,
    )
    return SlidingWindowCounterRateLimiter(storage)
