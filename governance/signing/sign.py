"""Sign a JSON object, so that the signature stands in it (JSON Signature Format, JSF).

What is signed are the canonical bytes (RFC 8785) of the object with its member
``signature``, which names algorithm and key but has no ``value`` yet.
"""

from collections.abc import Mapping
from typing import Any

from governance.signing.canonical import canonical
from governance.signing.keys import SigningKey, unpadded

ALGORITHM = "Ed25519"
MEMBER = "signature"


def signed(document: Mapping[str, Any], key: SigningKey) -> bytes:
    """The signed object, itself in canonical form."""
    head = {"algorithm": ALGORITHM, "keyId": key.name}
    value = unpadded(key.sign(canonical({**document, MEMBER: head})))
    return canonical({**document, MEMBER: {**head, "value": value}})
