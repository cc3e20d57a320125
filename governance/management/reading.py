"""Readers of a command's arguments, for argparse: wrong use exits with status 2."""

import re
from argparse import ArgumentTypeError
from datetime import timedelta
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from governance.models import CategoryPolicy, SpecialCategory

LARGEST = 1_000_000
LONGEST_SLUG = 40
LONGEST_TOOL = 80
LONGEST_NAME = 80
UNITS = {"m": "minutes", "h": "hours", "d": "days"}
LONGEST_SPAN = timedelta(days=3660)


def slug(given: str) -> str:
    """A purpose: letters, digits, ``-`` and ``_``."""
    try:
        validate_slug(given)
    except ValidationError:
        raise ArgumentTypeError(
            "a purpose is a slug: letters, digits, - and _"
        ) from None
    if len(given) > LONGEST_SLUG:
        raise ArgumentTypeError(f"a purpose has at most {LONGEST_SLUG} characters")
    return given


def span(given: str) -> timedelta:
    """A length of time such as ``30m``, ``24h`` or ``90d``; 0 is none."""
    parts = re.fullmatch(r"([0-9]{1,6})([mhd])", given)
    if given == "0":
        return timedelta(0)
    if parts is None:
        raise ArgumentTypeError("a length of time is such as 30m, 24h or 90d")
    found = timedelta(**{UNITS[parts.group(2)]: int(parts.group(1))})
    if found > LONGEST_SPAN:
        raise ArgumentTypeError("that is longer than ten years")
    return found


def service_name(given: str) -> str:
    """A service's name: up to 80 printable characters."""
    name = given.strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise ArgumentTypeError("a name has 1 to 80 printable characters")
    return name


def key_prefix(given: str) -> str:
    """The prefix of a key, alone or inside ``mh_<prefix>_…``; the rest is not kept."""
    parts = re.fullmatch(r"(?:mh_)?([0-9a-z]{12})(?:_.*)?", given)
    if parts is None:
        raise ArgumentTypeError("a prefix is the twelve characters after mh_")
    return parts.group(1)


def category_rule(given: str) -> tuple[str, str]:
    """``health=hold``, ``health=refuse``, or ``health=`` for no setting of its own."""
    category, _, said = given.partition("=")
    if category not in SpecialCategory.values:
        known = ", ".join(SpecialCategory.values)
        raise ArgumentTypeError(f"a category is one of {known}")
    if said not in {"", *CategoryPolicy.values}:
        raise ArgumentTypeError("after = stands hold, refuse or nothing")
    return category, said


def tool(given: str) -> str:
    """A tool's name, as it stands in ``source.ref`` before the first slash."""
    plain = given.isprintable() and given.strip()
    if not plain or "/" in given or len(given) > LONGEST_TOOL:
        raise ArgumentTypeError(
            f"a tool's name has 1 to {LONGEST_TOOL} characters and no slash"
        )
    return given


def whole(given: str) -> int:
    """A whole number from 0 to a million."""
    if not (given.isascii() and given.isdecimal()) or len(given) > 7:
        raise ArgumentTypeError("a whole number is wanted, such as 200")
    return min(int(given), LARGEST)


def readable_file(given: str) -> Path:
    """A file that is there."""
    path = Path(given)
    if not path.is_file():
        raise ArgumentTypeError("there is no such file")
    return path


def language(given: str) -> str:
    """A language tag such as ``en`` or ``pt-BR`` (RFC 5646, shortened)."""
    if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", given):
        raise ArgumentTypeError("a language is a tag such as en or pt-BR")
    return given
