"""A key for each person: what it seals opens for that person alone, and for nobody once
the key is gone. The key itself is sealed by a master key, outside the database."""

import os
import uuid

from governance.access.secrets import (
    KEY_BYTES,
    opened_with,
    seal,
    sealed_with,
    unseal,
)
from governance.models import Person

KEY_USE = "a person's own key"
HELD_USE = "held text"
"""Of what waits for its person's yes."""


def seal_for(person_id: uuid.UUID, use: str, value: str) -> bytes:
    """The value sealed with the person's key, which is made at its first use; call it
    with the person locked."""
    return sealed_with(own_key_of(person_id), use, value)


def own_key_of(person_id: uuid.UUID) -> bytes:
    """The person's key, made at its first use; call it with the person locked."""
    return _own_key(person_id) or _make_key(person_id)


def unseal_for(person_id: uuid.UUID, use: str, sealed: bytes) -> str:
    """Opens what was sealed for this person; ``ValueError`` when that cannot be."""
    return unsealed_own(Person.objects.get(id=person_id), use, sealed)


def unsealed_own(person: Person | None, use: str, sealed: bytes) -> str:
    """The same with the person's row at hand; ``ValueError`` also where there is none."""
    key = _key_in(person) if person else None
    if key is None:
        raise ValueError("The person has no key.")
    return opened_with(key, use, sealed)


def drop_own_key(person_id: uuid.UUID) -> None:
    """What it sealed opens for nobody any more, and the tokens for names in their texts
    cannot be made again; call it with the person locked."""
    Person.objects.filter(id=person_id).update(own_key=None, own_key_sealed_by_id=None)


def _own_key(person_id: uuid.UUID) -> bytes | None:
    return _key_in(Person.objects.get(id=person_id))


def _key_in(person: Person) -> bytes | None:
    if person.own_key is None or person.own_key_sealed_by_id is None:
        return None
    sealed = bytes(person.own_key)
    return bytes.fromhex(unseal(KEY_USE, sealed, person.own_key_sealed_by_id))


def _make_key(person_id: uuid.UUID) -> bytes:
    key = os.urandom(KEY_BYTES)
    sealed, key_id = seal(KEY_USE, key.hex())
    Person.objects.filter(id=person_id).update(
        own_key=sealed, own_key_sealed_by_id=key_id
    )
    return key
