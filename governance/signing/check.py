"""Check a signed JSON object, however it is spaced; nothing else about it may differ."""

import json
from typing import Any

from cryptography.exceptions import InvalidSignature

from governance.signing.canonical import NotCanonical, canonical
from governance.signing.keys import PublicKeys, from_unpadded
from governance.signing.sign import ALGORITHM, MEMBER


class Unreadable(Exception):
    """It is no signed JSON object."""


class WrongSignature(Exception):
    """It was changed, or none of the keys has signed it."""


def checked(content: bytes, keys: PublicKeys) -> dict[str, Any]:
    """The object without its signature; raises :class:`Unreadable` or
    :class:`WrongSignature`, with the reason."""
    document = read(content)
    head = document.pop(MEMBER, None)
    if not isinstance(head, dict) or not isinstance(head.get("value"), str):
        raise Unreadable("it carries no signature")
    value = head.pop("value")
    if head.get("algorithm") != ALGORITHM:
        raise WrongSignature("it is not signed with Ed25519")
    key = keys.get(str(head.get("keyId")))
    if key is None:
        raise WrongSignature("none of the keys has the name of its key")
    try:
        key.verify(from_unpadded(value), canonical({**document, MEMBER: head}))
    except (InvalidSignature, ValueError):
        raise WrongSignature("the signature is not of this content") from None
    return document


def read(content: bytes) -> dict[str, Any]:
    """The object that the bytes say; raises :class:`Unreadable`."""
    try:
        document = json.loads(content.decode(), object_pairs_hook=_each_once)
        canonical(document)
    except NotCanonical as why:
        raise Unreadable(str(why)) from None
    except (ValueError, RecursionError):
        raise Unreadable("it is no JSON") from None
    if not isinstance(document, dict):
        raise Unreadable("it is no object")
    return document


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two members with one name readers take this one or that."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotCanonical("a member is there twice")
    return found
