"""Where a webhook may lead: how its address is written, and which networks it may reach.

Pure; ``resolving.py`` asks for the addresses behind a name.
"""

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

Ip = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LONGEST_URL = 2_000
LONGEST_NAME = 253
LABEL = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
LIKE_A_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]*|[0-9]+)")
PORTS = {"https": 443, "http": 80}

# Beyond what the ipaddress module knows as not global (RFC 6890 and its registry):
NEVER = [
    ipaddress.ip_network(each)
    for each in (
        "168.63.129.16/32",  # a cloud's own service, with a public address
        "192.0.0.0/24",  # protocols; one cloud has its metadata there
        "192.88.99.0/24",  # relays of 6to4, withdrawn (RFC 7526)
        "2001::/23",  # Teredo and other protocols (RFC 4380)
        "2002::/16",  # 6to4 (RFC 3056)
        "3fff::/20",  # documentation (RFC 9637)
    )
]
UNICAST = ipaddress.IPv6Network("2000::/3")
"""All of IPv6 that is given out for the public internet (RFC 4291)."""

NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class BadAddress(Exception):
    """It leads, or may lead, where a webhook must not. ``reason`` is a fixed word and
    never tells what was found there."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Target:
    """A webhook's address, taken apart. ``path`` has the query with it."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def secure(self) -> bool:
        """Whether it is reached by TLS."""
        return self.scheme == "https"


def target_of(url: str) -> Target:
    """The address taken apart; raises :class:`BadAddress` for what two programs could
    read in two ways. A name of other letters is written in its ASCII form (xn--…)."""
    if len(url) > LONGEST_URL or not all("!" <= each <= "~" for each in url):
        raise BadAddress("malformed")
    if any(each in url for each in '\\"<>^`{|}#'):
        raise BadAddress("malformed")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress("malformed") from None
    if parts.scheme not in PORTS or not parts.hostname or port == 0:
        raise BadAddress("malformed")
    if "@" in parts.netloc or parts.netloc.endswith(":"):
        raise BadAddress("malformed")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = _host(parts.hostname, bracketed=parts.netloc.startswith("["))
    return Target(parts.scheme, host, port or PORTS[parts.scheme], path)


def may_reach(address: Ip, allowed: Sequence[Network]) -> bool:
    """Whether a webhook may be sent there: to what is public, and what the operator has
    allowed."""
    plain = _unwrapped(address)
    return is_allowed(plain, allowed) or _is_public(plain)


def is_allowed(address: Ip, allowed: Sequence[Network]) -> bool:
    """Whether the operator has named a network that it is in."""
    plain = _unwrapped(address)
    return any(plain in network for network in allowed)


def _host(name: str, *, bracketed: bool) -> str:
    if bracketed:
        return _literal(name)
    name = name.removesuffix(".")
    labels = name.split(".")
    if len(name) > LONGEST_NAME or not all(LABEL.fullmatch(each) for each in labels):
        raise BadAddress("malformed")
    # 2130706433, 0177.1 and 0x7f.1 are addresses to some and names to others.
    return _literal(name) if LIKE_A_NUMBER.fullmatch(labels[-1]) else name


def _literal(name: str) -> str:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        raise BadAddress("malformed") from None
    if isinstance(address, ipaddress.IPv6Address) and address.scope_id:
        raise BadAddress("malformed")
    return str(address)


def _unwrapped(address: Ip) -> Ip:
    """The IPv4 address that an IPv6 address leads to."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped:
        return address.ipv4_mapped
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address


def _is_public(address: Ip) -> bool:
    if isinstance(address, ipaddress.IPv6Address) and (
        address.scope_id or address not in UNICAST
    ):
        return False
    if any(address in network for network in NEVER):
        return False
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_unspecified
    )
