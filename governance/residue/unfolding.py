"""What a value says, layer by layer: JSON in base64 in JSON, as a message of a task is."""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

DEEPEST = 8
"""Layers that are taken off; ours have five."""
LARGEST = 64 << 20
"""Bytes that a compressed value may give."""
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
_PACKED = (b"\x1f\x8b", b"\x78")
_ANY_HEAD = 32 + zlib.MAX_WBITS  # of gzip or of zlib


def says(value: bytes, wanted: Sequence[str]) -> bool:
    """Whether one of the words, in small letters, stands in it however it is wrapped."""
    texts = map(str.lower, unfolded(value))
    return any(word in text for text in texts for word in wanted)


def unfolded(value: bytes, *, layers: int = DEEPEST) -> Iterator[str]:
    """The value as text, and all texts that it wraps."""
    text = value.decode(errors="replace")
    yield text
    if layers:
        for inner in _inside(value, text):
            yield from unfolded(inner, layers=layers - 1)


def _inside(value: bytes, text: str) -> Iterator[bytes]:
    if value.startswith(_PACKED):
        yield from _unpacked(value)
    elif text.lstrip()[:1] in {"{", "[", '"'}:
        yield from _said(text)
    else:
        # Django signs what it keeps in a session: .packed:time:signature
        plain = text.removeprefix(".").partition(":")[0].strip()
        if _BASE64.fullmatch(plain):
            yield from _from_base64(plain)


def _unpacked(value: bytes) -> Iterator[bytes]:
    try:
        yield zlib.decompressobj(_ANY_HEAD).decompress(value, LARGEST)
    except zlib.error:
        return


def _from_base64(text: str) -> Iterator[bytes]:
    usual = text.rstrip("=").translate(str.maketrans("-_", "+/"))
    try:
        yield base64.b64decode(usual + "=" * (-len(usual) % 4))
    except binascii.Error:
        return


def _said(text: str) -> Iterator[bytes]:
    try:
        yield from _texts(json.loads(text))
    except (ValueError, RecursionError):
        return


def _texts(value: Any) -> Iterator[bytes]:
    if isinstance(value, str):
        yield value.encode(errors="replace")
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name.encode(errors="replace")
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
