"""Secrets in settings and code: `KEY=value`, JSON, YAML, TOML, XML, connection strings."""

import re
from collections.abc import Iterator

from governance.scrubbing.recognisers.rule import PROVEN
from governance.scrubbing.recognisers.secrets.looks import (
    is_identifier,
    is_mixed,
    is_reference,
)
from governance.scrubbing.recognisers.secrets.naming import (
    in_words,
    may_name_key,
    names_key,
    names_password,
)
from governance.scrubbing.recognisers.talk import is_said_of_one
from governance.scrubbing.results import Match

_NAME = r"(?<![\w.-])(?P<name>[^\W\d][\w.-]{0,99}+)"
_VALUE = (
    r"(?:[rbfu]?\\?(?P<quote>[\"'`])(?!(?P=quote))(?P<quoted>[^\n]{1,500}?)\\?(?P=quote)"
    r"|(?P<bare>[^\s\"'`<>\[\]]{3,500}+))"
)
_ASSIGNED = re.compile(
    rf"{_NAME}\\?[\"'`\]]{{0,2}}[ \t]{{0,8}}(?P<sign>:=|=>|={{1,3}}|:(?![/:]|\w{{1,20}}+:))[ \t]{{0,8}}{_VALUE}"
)
_ELEMENT = re.compile(rf"<{_NAME}[^<>\n]{{0,80}}>(?P<bare>[^<\n]{{3,400}}+)</")
# { name: "DB_PASSWORD", value: "…" } and <add key="Password" value="…"/>
_PAIR = re.compile(
    rf"(?:\bname|\bkey|\bNAME)[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"']?{_NAME}[\"']?,?\s{{0,20}}[\"']?\bvalue[\"']?\s{{0,3}}[:=]\s{{0,3}}{_VALUE}"
)
_CELL = re.compile(
    r"\|[ \t]{0,20}(?P<name>[^\W\d][\w .-]{0,50}?)[ \t]{0,20}\|[ \t]{0,20}(?P<bare>[^\s|]{4,200}+)[ \t]{0,40}(?=\|)"
)
# Where the next setting of a connection string, a query or a row of code begins.
_NEXT = re.compile(
    r"[;&,][ ]?[\w .-]{1,40}=|[;,]\Z|;.*\Z|,[\"'{\[].*\Z|[)}\]]+[;,.]?\Z|\\n.*\Z|\\\Z"
)
_TYPES = re.compile(
    r"(?:str|string|bytes?|int|bool(?:ean)?|text|varchar|char|any|object|optional|none|null|nil|true|false|undefined|required|secretstr|number)\b.*",
    re.IGNORECASE,
)
_SHORTEST_KEY = 8
_LONG_NUMBER = 15
_WORDS_OF_A_MESSAGE = 6
_MESSAGE = re.compile(r"[:.?!]\s*\Z|%s|\{\w*\}")


def find_settings(text: str) -> Iterator[Match]:
    for form, sign in (
        (_ASSIGNED, "="),
        (_ELEMENT, "<"),
        (_PAIR, "value"),
        (_CELL, "|"),
    ):
        if sign != "=" and sign not in text:
            continue
        for found in form.finditer(text):
            yield from _judged(found)


def _judged(found: re.Match[str]) -> Iterator[Match]:
    words = in_words(found["name"])
    start, end = _value(found)
    value = found.string[start:end]
    if _is_no_value(value):
        return
    if found.re is _CELL and not is_mixed(value):
        return
    if names_password(words):
        if _is_password(found, words, value):
            yield Match("PASSWORD", start, end, PROVEN)
    elif _is_key(words, value):
        yield Match("API_KEY", start, end, PROVEN)


def _value(found: re.Match[str]) -> tuple[int, int]:
    quoted = found.groupdict().get("quoted")
    if quoted:
        return found.span("quoted")
    start, end = found.span("bare")
    cut = _NEXT.search(found.string, start + 1, end)
    return start, cut.start() if cut else end


def _is_no_value(value: str) -> bool:
    return (
        not value.strip()
        or is_reference(value)
        or _TYPES.fullmatch(value) is not None
        or "removed]" in value
    )


def _is_password(found: re.Match[str], words: str, value: str) -> bool:
    """In code a bare word is a variable; behind a colon talk may follow."""
    if len(value) < 3 or is_said_of_one(value):
        return False
    named = in_words(value).lower()
    if named == words.lower() or (is_identifier(value) and names_password(named)):
        return False
    if found.groupdict().get("quoted") or not is_identifier(value):
        return _is_chosen(value)
    return _stands_alone(found, value)


def _is_chosen(value: str) -> bool:
    """A help text or a message between quotes has several words and ends like one."""
    if " " not in value:
        return True
    return value.count(" ") < _WORDS_OF_A_MESSAGE and not _MESSAGE.search(value)


def _stands_alone(found: re.Match[str], value: str) -> bool:
    """`password=hunter` without spaces, or alone on its line behind a colon."""
    text = found.string
    if found["name"].startswith(("self.", "this.")):
        return False
    tight = text[found.start("bare") - 1] in "=:"
    rest = re.compile(r"[ \t]*(?:\n|\Z|[;.&<])").match(
        text, found.start("bare") + len(value)
    )
    environment = found["name"].isupper() or "=" in found.groupdict().get("sign", "")
    return rest is not None and (not tight or environment) and not _in_call(found)


def _in_call(found: re.Match[str]) -> bool:
    """login(user=name, password=word)"""
    before = found.string[max(0, found.start() - 80) : found.start()]
    return before.rfind("(") > before.rfind(")")


def _is_key(words: str, value: str) -> bool:
    if len(value) < _SHORTEST_KEY or " " in value.strip():
        return False
    if names_key(words):
        return is_mixed(value) or (value.isdigit() and len(value) > _LONG_NUMBER)
    return may_name_key(words) and is_mixed(value)
