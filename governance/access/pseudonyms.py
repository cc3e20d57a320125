"""Codes that stand for names in one person's texts: equal names have equal codes, two
persons' codes tell nothing of each other, and with the person's key goes the only way to
make them again. Pseudonymisation (Art. 4(5) GDPR); nothing turns one back."""

import hashlib
import hmac
from functools import cached_property

from governance.access.epoch import lock_for_writing
from governance.access.own_key import own_key_of
from governance.access.people import Whose
from governance.access.scopes import as_service_with

# Without letters that read like others: 32 of them, so five bits each.
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH = 4
USE = b"name token"


class Pseudonyms:
    """Makes the codes; the key is read, or made, when the first name is met."""

    def __init__(self, whose: Whose) -> None:
        self._whose = whose

    def __call__(self, entity: str, name: str) -> str:
        """Four letters or digits for a name; 20 bits tell a person's names apart."""
        said = f"{entity}\0{name}".encode()
        digest = hmac.digest(self._key, said, hashlib.sha256)
        return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:LENGTH])

    @cached_property
    def _key(self) -> bytes:
        """Under the lock, so that two first names do not make two keys."""
        person_id = self._whose.person_id()
        with as_service_with(self._whose.service_id, person_id):
            lock_for_writing(person_id)
            return hmac.digest(own_key_of(person_id), USE, hashlib.sha256)
