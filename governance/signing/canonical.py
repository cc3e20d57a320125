"""One JSON value, one sequence of bytes: the JSON Canonicalization Scheme (RFC 8785).

Members are sorted by the UTF-16 code units of their names, nothing stands between tokens,
and the bytes are UTF-8. Numbers are whole: fractions, whose canonical form is that of
ECMAScript, stand in no document of ours and are refused.
"""

import json
from typing import Any

LARGEST = 2**53 - 1
"""What every reader of JSON takes for the same number (RFC 7493, section 2.2)."""


class NotCanonical(ValueError):
    """The value has no canonical form here: a fraction, a number that is too large, a
    name that is no text, or half of a surrogate pair."""


def canonical(value: Any) -> bytes:
    """The canonical bytes of a JSON value; raises :class:`NotCanonical`."""
    text = json.dumps(_ordered(value), ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise NotCanonical("a text is not Unicode") from None


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _ordered(value[name]) for name in sorted(value, key=_place)}
    if isinstance(value, list | tuple):
        return [_ordered(each) for each in value]
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, int) and abs(value) <= LARGEST:
        return value
    raise NotCanonical("a value is neither text nor a whole number")


def _place(name: Any) -> bytes:
    if not isinstance(name, str):
        raise NotCanonical("the name of a member is no text")
    return name.encode("utf-16-be", "surrogatepass")
