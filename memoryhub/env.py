"""Typed readers of the environment.

What is missing or malformed stops the start with one sentence that names the variable
and what it should hold, never what it held: the value may be a secret.
"""

import base64
import ipaddress
import os
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

FLAGS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}
SHORTEST_SECRET = 16
KEY_BYTES = 32


def text(name: str, *, default: str | None = None) -> str:
    """The variable as it stands; without a default it must be set and not empty."""
    value = os.environ.get(name, "").strip()
    if value:
        return value
    if default is None:
        raise ImproperlyConfigured(f"{name} is not set; it is needed.")
    return default


def integer(
    name: str,
    *,
    default: int | None = None,
    minimum: int | None = None,
    maximum: int | None = None,
) -> int:
    value = text(name, default=None if default is None else str(default))
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", value):
        raise ImproperlyConfigured(f"{name} must be a whole number.")
    number = int(value)
    if minimum is not None and number < minimum:
        raise ImproperlyConfigured(f"{name} must be at least {minimum}.")
    if maximum is not None and number > maximum:
        raise ImproperlyConfigured(f"{name} must be at most {maximum}.")
    return number


def words(name: str, *, default: str, among: Sequence[str]) -> frozenset[str]:
    """Some of a few words, with commas between; ``none`` is none of them."""
    given = {each.strip().lower() for each in text(name, default=default).split(",")}
    chosen = given - {"", "none"}
    if not chosen <= set(among):
        known = ", ".join(among)
        raise ImproperlyConfigured(f"{name} must name some of: {known}; or none.")
    return frozenset(chosen)


def flag(name: str, *, default: bool | None = None) -> bool:
    value = text(name, default=None if default is None else str(int(default)))
    if value.lower() not in FLAGS:
        raise ImproperlyConfigured(f"{name} must be 1 or 0 (true/false, yes/no).")
    return FLAGS[value.lower()]


def choice(name: str, among: Sequence[str], *, default: str) -> str:
    """One of a closed list."""
    value = text(name, default=default)
    if value not in among:
        raise ImproperlyConfigured(f"{name} must be one of: {', '.join(among)}.")
    return value


def url(
    name: str,
    *,
    schemes: tuple[str, ...] = ("http", "https"),
    default: str | None = None,
) -> str:
    value = text(name, default=default)
    if not _is_url(value, schemes):
        expected = " or ".join(f"{scheme}://" for scheme in schemes)
        raise ImproperlyConfigured(f"{name} must be an address such as {expected}…")
    return value


def _is_url(value: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(value)
        _ = parts.port  # reading it is what checks it
    except ValueError:
        return False
    # A database behind a Unix socket has no host: postgresql:///name?host=/run/…
    located = parts.netloc or "host=" in parts.query
    return parts.scheme in schemes and bool(located)


def items(name: str, *, default: Sequence[str] | None = None) -> list[str]:
    """A list separated by commas; empty parts are dropped."""
    value = text(name, default=None if default is None else ",".join(default))
    return [part.strip() for part in value.split(",") if part.strip()]


def networks(name: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """A list of networks such as 10.1.0.0/16, separated by commas; none by default."""
    try:
        return [ipaddress.ip_network(each) for each in items(name, default=[])]
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} must be a list of networks such as 10.1.0.0/16, fd12::/64."
        ) from None


def secret(name: str) -> str:
    """Has no default, ever: a secret that everybody knows protects nothing."""
    value = text(name)
    if len(value) < SHORTEST_SECRET:
        raise ImproperlyConfigured(
            f"{name} must hold at least {SHORTEST_SECRET} characters."
        )
    return value


def keys(name: str, *, default: str | None = None) -> dict[str, bytes]:
    """Named keys of 32 bytes, the current one first: ``name:key[,name:key…]``."""
    found = {}
    given = text(name, default=default)
    for entry in given.split(",") if given else []:
        key_name, _, encoded = entry.strip().partition(":")
        try:
            key = base64.urlsafe_b64decode(encoded)
        except ValueError:
            key = b""
        if not key_name or len(key) != KEY_BYTES:
            raise ImproperlyConfigured(
                f"{name} must be name:key[,name:key…], each key 32 bytes in URL-safe "
                "base64, the current one first."
            )
        found[key_name] = key
    return found


def path(name: str, *, default: Path | None = None) -> Path:
    """Absolute, so that it means the same in every process."""
    value = text(name, default=None if default is None else str(default))
    if "\0" in value:
        raise ImproperlyConfigured(f"{name} must be the path of a file or folder.")
    return Path(value).expanduser().absolute()


def ledger(name: str, *, default: Path) -> tuple[Path, str]:
    """A folder, or the address of a second database: ``(folder, "")`` or the default
    folder with the address."""
    if text(f"{name}_DIR", default=""):
        raise ImproperlyConfigured(f"{name}_DIR is called {name} now; set that.")
    value = text(name, default=str(default))
    if "://" not in value:
        return path(name, default=default), ""
    value = url(name, schemes=("postgresql", "postgres"))
    if _place(value) == _place(text("DATABASE_URL")):
        raise ImproperlyConfigured(
            f"{name} must name another database than DATABASE_URL: a restore of that one "
            "must not take the ledger along."
        )
    return default, value


def _place(address: str) -> tuple[str | None, int, str]:
    parts = urlsplit(address)
    return parts.hostname, parts.port or 5432, parts.path.strip("/")
