"""How often words stand in a stream, piece by piece."""

from typing import IO

_PIECE = 1 << 20


def times_in(stream: IO[bytes], wanted: list[bytes]) -> int:
    """Of words in small letters; each piece is looked at with the end of the one before."""
    kept = max(map(len, wanted)) - 1
    times, end = 0, b""
    while piece := stream.read(_PIECE):
        seen = (end + piece).lower()
        times += sum(_new(seen, each, len(end)) for each in wanted)
        end = seen[len(seen) - kept :] if kept else b""
    return times


def _new(seen: bytes, wanted: bytes, before: int) -> int:
    """Those that do not lie whole in what was looked at before."""
    old = seen[:before].count(wanted)
    return seen.count(wanted) - old
