"""The broker and the counters: every key, whatever its type."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import redis
from django.conf import settings

from governance.residue.found import Found, spellings

UNSEARCHED = {
    "broker": "no Redis",
    "cache": "it is in the memory of each process",
}


def in_queues(phrase: str) -> Iterator[Found]:
    """Keys of which name or value holds it. What cannot be searched is told as a finding:
    nothing unsearched may pass for clean."""
    for place, url in _places().items():
        if not _searchable(url):
            yield Found(place, f"not searched: {UNSEARCHED[place]}", 0)
            continue
        with redis.Redis.from_url(url) as client:
            times = sum(_holds(client, key, phrase) for key in client.scan_iter())
        if times:
            yield Found(place, "keys", times)


def all_searchable() -> bool:
    """Whether neither the broker nor the cache is of a kind that cannot be searched."""
    return all(map(_searchable, _places().values()))


def queued() -> int:
    """How many values there are to look through: keys, and what they hold."""
    total = 0
    for url in filter(_searchable, _places().values()):
        with redis.Redis.from_url(url) as client:
            total += sum(_size(client, key) for key in client.scan_iter())
    return total


def _searchable(url: str) -> bool:
    return urlsplit(url).scheme.startswith(("redis", "valkey", "unix"))


def _size(client: Any, key: bytes) -> int:
    sizes = {
        b"list": client.llen,
        b"hash": client.hlen,
        b"set": client.scard,
        b"zset": client.zcard,
    }
    size = sizes.get(client.type(key))
    return int(size(key)) if size else 1


def _places() -> dict[str, str]:
    return {"broker": settings.BROKER_URL, "cache": settings.COUNTERS_URL or ""}


def _holds(client: Any, key: bytes, phrase: str) -> bool:
    dumped = [key, *_values(client, key)]
    wanted = [each.lower() for each in spellings(phrase)]
    return any(each in part.lower() for part in dumped for each in wanted)


def _values(client: Any, key: bytes) -> list[bytes]:
    kind = client.type(key)
    if kind == b"string":
        return [client.get(key) or b""]
    if kind == b"list":
        return list(client.lrange(key, 0, -1))
    if kind == b"set":
        return list(client.smembers(key))
    if kind == b"zset":
        return list(client.zrange(key, 0, -1))
    if kind == b"hash":
        return [part for pair in client.hgetall(key).items() for part in pair]
    return [repr(client.dump(key)).encode()]
