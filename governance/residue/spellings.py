"""How a phrase stands in the places that are searched: each writes quotes, backslashes, line
breaks and letters beyond ASCII in its own way, and some write what another has written."""

import json
import unicodedata
from collections.abc import Callable, Iterable
from typing import Literal
from urllib.parse import quote, quote_plus

from django.utils.html import escape

_COPY = {"\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
         "\v": "\\v"}  # fmt: skip


def _in_array(text: str) -> str:
    """In an array that PostgreSQL prints, as those of its statistics."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _in_copy(text: str) -> str:
    """In a row of a dump (PostgreSQL, "COPY", text format)."""
    return "".join(_COPY.get(sign, sign) for sign in text)


NESTED: tuple[Callable[[str], str], ...] = (
    lambda text: json.dumps(text)[1:-1],
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    _in_array,
    _in_copy,
    lambda text: repr(text)[1:-1],  # arguments of a task, as Celery tells them
    lambda text: text.replace('"', '""'),  # a table for spreadsheets (RFC 4180)
    escape,
)
"""Ways to write, of which one may write what another has: JSON in an array, say."""
OUTERMOST: tuple[Callable[[str], str], ...] = (
    quote,
    lambda text: quote(text, safe=""),
    quote_plus,
    lambda text: text.encode().hex(),  # bytes, as PostgreSQL prints them
)


def spellings(phrase: str) -> tuple[str, ...]:
    """All of them, in small letters; look for them in text that was made small. One that
    holds another is left out, for whoever finds it finds the other."""
    said = {*_cases(phrase, "NFC"), *_cases(phrase, "NFD")}
    once = said | _written(said, NESTED)
    found = once | _written(once, NESTED) | _written(said, OUTERMOST)
    return _shortest({each.lower() for each in found})


def _cases(phrase: str, way: Literal["NFC", "NFD"]) -> Iterable[str]:
    """An escaped letter has no small form that can be told from its sign."""
    text = unicodedata.normalize(way, phrase)
    return phrase, text, text.lower(), text.upper()


def _written(texts: set[str], ways: Iterable[Callable[[str], str]]) -> set[str]:
    return {str(way(text)) for text in texts for way in ways}


def _shortest(found: set[str]) -> tuple[str, ...]:
    kept: list[str] = []
    for each in sorted(found, key=lambda text: (len(text), text)):
        if not any(shorter in each for shorter in kept):
            kept.append(each)
    return tuple(kept)
