"""The broker and the counters: every key, whatever its type."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

import redis
from django.conf import settings

from governance.residue.found import Found
from governance.residue.spellings import spellings
from governance.residue.unfolding import says

UNSEARCHED = {
    "broker": "no Redis",
    "cache": "it is in the memory of each process",
}


def in_queues(phrase: str) -> Iterator[Found]:
    """Keys of which name or value holds it. What cannot be searched is told as a finding:
    nothing unsearched may pass for clean."""
    wanted = spellings(phrase)
    for place, url in _places().items():
        if not _searchable(url):
            yield Found(place, f"not searched: {UNSEARCHED[place]}", 0)
            continue
        with redis.Redis.from_url(url) as client:
            yield from _in_keys(place, client, wanted)


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


def _in_keys(place: str, client: Any, wanted: Sequence[str]) -> Iterator[Found]:
    times = shut = 0
    for key in client.scan_iter():
        values = _values(client, key)
        shut += values is None
        times += any(says(part, wanted) for part in (key, *(values or ())))
    if times:
        yield Found(place, "keys", times)
    if shut:
        yield Found(place, f"keys: {shut} not searched, of a kind that is not known", 0)


def _values(client: Any, key: bytes) -> list[bytes] | None:
    read: dict[bytes, Callable[[], Iterable[bytes]]] = {
        b"string": lambda: [client.get(key) or b""],
        b"list": lambda: client.lrange(key, 0, -1),
        b"set": lambda: client.smembers(key),
        b"zset": lambda: client.zrange(key, 0, -1),
        b"hash": lambda: _pairs(client.hgetall(key).items()),
        b"stream": lambda: _pairs(
            pair for _id, fields in client.xrange(key) for pair in fields.items()
        ),
        b"none": lambda: (),  # gone meanwhile
    }
    kind = client.type(key)
    return list(read[kind]()) if kind in read else None


def _pairs(some: Iterable[tuple[bytes, bytes]]) -> list[bytes]:
    return [part for pair in some for part in pair]
