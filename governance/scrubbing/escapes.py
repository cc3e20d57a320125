"""HTML entities, percent-encoding and JSON escapes, read as what they stand for."""

import html
import re
from collections.abc import Iterator

from governance.scrubbing.mapped import Edit, Mapped, edited

_ESCAPE = re.compile(
    r"(?P<html>&(?:\#[0-9]{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)"
    r"|(?P<percent>(?:%[0-9A-Fa-f]{2})+)"
    r"|(?P<code>\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}))"
    r"|(?P<line>\\[nrt])"
)


def decode_escapes(text: str) -> Mapped:
    if not any(sign in text for sign in "&%\\"):
        return Mapped.same(text)
    return edited(text, _edits(text))


def _edits(text: str) -> Iterator[Edit]:
    for match in _ESCAPE.finditer(text):
        if match.lastgroup == "percent":
            yield from _percent(match)
        else:
            yield Edit(match.start(), match.end(), _single(match))


def _single(match: re.Match[str]) -> str:
    if match.lastgroup == "html":
        return html.unescape(match.group())
    if match.lastgroup == "line":
        return "\n"
    code = int(match.group().lstrip("\\ux"), 16)
    # Half a pair cannot stand alone in a text.
    return match.group() if 0xD800 <= code <= 0xDFFF else chr(code)


def _percent(match: re.Match[str]) -> Iterator[Edit]:
    try:
        decoded = bytes.fromhex(match.group().replace("%", "")).decode()
    except UnicodeDecodeError:
        return
    position = match.start()
    for char in decoded:
        width = 3 * len(char.encode())
        yield Edit(position, position + width, char)
        position += width
