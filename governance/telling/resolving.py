"""From a name to the addresses that may be connected to; one answer, checked whole."""

import ipaddress
import socket
from collections.abc import Callable, Sequence
from queue import Empty, Queue
from threading import Thread

from django.conf import settings

from governance.telling.address import (
    BadAddress,
    Ip,
    Network,
    Target,
    is_allowed,
    may_reach,
)

SECONDS = 5.0
MOST = 8
Resolver = Callable[[str, int], list[str]]


def system_resolver(host: str, port: int) -> list[str]:
    """What the system's resolver answers."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def addresses_of(target: Target, *, resolve: Resolver | None = None) -> list[Ip]:
    """The addresses behind a target, each of which may be connected to.

    One that must not be reached spoils the whole answer, and a name that is not found is
    refused in the same words: whoever asks learns nothing of this network. Raises
    :class:`BadAddress`.
    """
    found = [_parsed(each) for each in _resolved(target, resolve or system_resolver)]
    allowed = networks()
    fitting = is_allowed if not target.secure else may_reach
    if not found or not all(fitting(each, allowed) for each in found):
        raise BadAddress("not_reachable")
    return found[:MOST]


def networks() -> Sequence[Network]:
    """What the operator allows beside the public internet."""
    allowed: Sequence[Network] = settings.WEBHOOK_NETWORKS
    return allowed


def _resolved(target: Target, resolve: Resolver) -> list[str]:
    """In a thread of its own: a resolver that does not answer cannot be told to stop."""
    answers: Queue[list[str]] = Queue()

    def ask() -> None:
        try:
            answers.put(resolve(target.host, target.port))
        except (OSError, UnicodeError):
            answers.put([])

    Thread(target=ask, daemon=True, name="resolving").start()
    try:
        return answers.get(timeout=SECONDS)
    except Empty:
        return []


def _parsed(text: str) -> Ip:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        raise BadAddress("not_reachable") from None
