"""The cache holds counts of tries and calls, and nothing else. When it does not answer,
nothing is counted and everything goes on: a dead broker must stop neither a sign-in nor an
erasure."""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError
from typing_extensions import override

log = logging.getLogger(__name__)


class ForgivingCache(RedisCache):
    """Redis, with every failure taken for an empty cache."""

    @override
    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _or(
            default, lambda: super(ForgivingCache, self).get(key, default, version)
        )

    @override
    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        _or(None, lambda: super(ForgivingCache, self).set(key, value, *args, **kwargs))

    @override
    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        added = _or(
            True, lambda: super(ForgivingCache, self).add(key, value, *args, **kwargs)
        )
        return bool(added)

    @override
    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(
            _or(False, lambda: super(ForgivingCache, self).delete(key, version))
        )


def _or(otherwise: Any, ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except RedisError:
        log.warning("nothing is counted: the cache does not answer")
        return otherwise
