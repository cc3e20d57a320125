"""Sign a document, and check one with nothing but the public keys. No database."""

from governance.signing.canonical import NotCanonical, canonical
from governance.signing.check import Unreadable, WrongSignature, checked
from governance.signing.keys import (
    PublicKeys,
    SigningKey,
    as_key_set,
    from_key_set,
    public_keys,
)
from governance.signing.sign import signed

__all__ = [
    "NotCanonical",
    "PublicKeys",
    "SigningKey",
    "Unreadable",
    "WrongSignature",
    "as_key_set",
    "canonical",
    "checked",
    "from_key_set",
    "public_keys",
    "signed",
]
