"""Ed25519 keys (RFC 8032), and their public halves as a JSON Web Key Set (RFC 7517; keys
of the type OKP, RFC 8037)."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

KEY_BYTES = 32

PublicKeys = Mapping[str, Ed25519PublicKey]
"""By the name of the key."""


@dataclass(frozen=True)
class SigningKey:
    """A private key by its name; ``seed`` are the 32 bytes of RFC 8032, 5.1.5."""

    name: str
    seed: bytes = field(repr=False)

    def sign(self, message: bytes) -> bytes:
        """The signature, 64 bytes."""
        return self._private().sign(message)

    def public(self) -> Ed25519PublicKey:
        """The half that checks."""
        return self._private().public_key()

    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)


def public_keys(
    seeds: Mapping[str, bytes], retired: Mapping[str, bytes]
) -> dict[str, Ed25519PublicKey]:
    """The public halves of private keys, and of keys that sign no more."""
    old = {
        name: Ed25519PublicKey.from_public_bytes(key) for name, key in retired.items()
    }
    return old | {name: SigningKey(name, seed).public() for name, seed in seeds.items()}


def as_key_set(keys: PublicKeys) -> dict[str, Any]:
    """The key set as it is published."""
    return {
        "keys": [
            {
                "kty": "OKP",
                "crv": "Ed25519",
                "use": "sig",
                "alg": "EdDSA",
                "kid": name,
                "x": unpadded(key.public_bytes_raw()),
            }
            for name, key in keys.items()
        ]
    }


def from_key_set(document: Any) -> dict[str, Ed25519PublicKey]:
    """The Ed25519 keys of a key set; keys of other kinds are passed over, as RFC 7517,
    section 5, says. ``ValueError`` when it is no key set, or names two keys alike."""
    try:
        listed = [each for each in document["keys"] if each.get("crv") == "Ed25519"]
        found = {str(each["kid"]): _public(each) for each in listed}
    except (TypeError, KeyError, AttributeError):
        raise ValueError("it is no JSON Web Key Set") from None
    if len(found) != len(listed):
        raise ValueError("two of its keys have one name")
    return found


def unpadded(value: bytes) -> str:
    """Base64url without padding (RFC 7515, appendix C)."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def from_unpadded(text: str) -> bytes:
    """The bytes again; ``ValueError`` for any other way of writing them."""
    try:
        value = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except binascii.Error:
        raise ValueError("it is not base64url") from None
    # The last character holds bits that stand for nothing: they have to be zero.
    if unpadded(value) != text:
        raise ValueError("it is not base64url as it is written")
    return value


def _public(key: Mapping[str, Any]) -> Ed25519PublicKey:
    if key.get("kty") != "OKP" or not isinstance(key["x"], str):
        raise ValueError("a key is not of the type OKP")
    raw = from_unpadded(key["x"])
    if len(raw) != KEY_BYTES:
        raise ValueError("a key is not of 32 bytes")
    return Ed25519PublicKey.from_public_bytes(raw)
