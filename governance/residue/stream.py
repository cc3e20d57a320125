"""How often words stand in a stream, piece by piece."""

import codecs
from collections.abc import Sequence
from typing import IO

_PIECE = 1 << 20


def times_in(stream: IO[bytes], wanted: Sequence[str]) -> int:
    """Of words in small letters; each piece is looked at with the end of the one before.
    What is no UTF-8 is passed over."""
    kept = max(map(len, wanted)) - 1
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    times, end = 0, ""
    while piece := stream.read(_PIECE):
        seen = end + decode(piece).lower()
        times += sum(_new(seen, each, len(end)) for each in wanted)
        end = seen[-kept:] if kept else ""
    return times


def _new(seen: str, wanted: str, before: int) -> int:
    """Those that do not lie whole in what was looked at before."""
    return seen.count(wanted) - seen[:before].count(wanted)
