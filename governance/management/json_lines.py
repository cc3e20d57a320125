"""Reads JSON lines for a command. What is wrong is told by line number, never by text."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

BOM = b"\xef\xbb\xbf"


class BadLine(Exception):
    """A line that cannot be read; its message repeats nothing of it."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"Line {number}: {why}.")


def json_lines(given: Iterable[bytes]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Number (from 1) and object of each line; blank ones are passed over."""
    for number, line in enumerate(given, 1):
        if line.strip(b" \t\r\n"):
            yield number, _object(number, line.removeprefix(BOM))


def wanted(
    number: int, line: dict[str, Any], name: str, kinds: type | tuple[type, ...]
) -> Any:
    """A field that has to be there, of one of these types."""
    if name not in line:
        raise BadLine(number, f'"{name}" is missing')
    if not isinstance(line[name], kinds):
        raise BadLine(number, f'"{name}" is of the wrong type')
    return line[name]


def optional(number: int, line: dict[str, Any], name: str, otherwise: str) -> str:
    """A string, or what stands for it where it is absent or null."""
    given = line.get(name)
    if given is None:
        return otherwise
    return str(wanted(number, line, name, str))


def _object(number: int, line: bytes) -> dict[str, Any]:
    # Raised outside of `except`: the error it stems from holds the line.
    found, why = None, "it is not JSON"
    try:
        found = json.loads(line.decode("utf-8"), parse_constant=_no_json)
    except UnicodeDecodeError:
        why = "it is not UTF-8"
    except (ValueError, RecursionError):
        pass
    else:
        why = "it is not an object"
    if not isinstance(found, dict):
        raise BadLine(number, why)
    return found


def _no_json(constant: str) -> None:
    raise ValueError("NaN and Infinity are no JSON")
