"""How often something was tried, counted over all processes by a keyed hash of who or what:
neither an address nor a token is kept. What cannot be counted is let through."""

from django.core.cache import cache

from governance.access.secrets import keyed_hash


def counted(use: str, who: str, *, life: float) -> int:
    """Which time this is, in ``life`` seconds from the first on."""
    counter = _counter(use, who)
    cache.add(counter, 0, life)
    try:
        return int(cache.incr(counter))
    except ValueError:  # lost from the cache between the two
        return 1


def count_anew(use: str, who: str, *, life: float) -> None:
    """The next time is the first one again."""
    cache.set(_counter(use, who), 0, life)


def _counter(use: str, who: str) -> str:
    return f"counted-{keyed_hash(use, who).digest.hex()}"
