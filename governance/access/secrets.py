"""Keyed hashes and sealed values.

Master keys come from the environment and are never in the database or its backups. One
key per use is derived from a master key with HKDF-SHA256 (RFC 5869); hashes are
HMAC-SHA256 (RFC 2104), sealing is AES-256-GCM with a random nonce (NIST SP 800-38D).
"""

import hmac
import os
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import transaction

from governance.models import HashKey

KEY_BYTES = 32
NONCE_BYTES = 12
_noted: set[str] = set()


@dataclass(frozen=True)
class KeyedHash:
    """A 32-byte HMAC and the name of the key that made it."""

    digest: bytes
    key_id: str


def keyed_hash(use: str, value: str) -> KeyedHash:
    """The hash of a value for one use under the current key.

    Equal values hash differently for another use, so hashes cannot be joined.
    """
    key_id = current_key_id()
    return KeyedHash(_digest(use, value, key_id), key_id)


def hashes(use: str, value: str) -> list[bytes]:
    """The hash under every key still in use, newest first; for looking rows up."""
    return [_digest(use, value, key_id) for key_id in settings.MASTER_KEYS]


def hashed_by(key_id: str, use: str, value: str) -> bytes:
    """The hash under one key; ``ValueError`` when there is no such key any more."""
    return _digest(use, value, key_id)


def same_hash(use: str, value: str, *, digest: bytes, key_id: str) -> bool:
    """Whether ``value`` has this hash; compared in constant time."""
    return key_id in settings.MASTER_KEYS and hmac.compare_digest(
        _digest(use, value, key_id), digest
    )


def seal(use: str, value: str) -> tuple[bytes, str]:
    """The sealed value and the name of the key; only :func:`unseal` opens it."""
    key_id = current_key_id()
    return sealed_with(_derived(f"seal/{use}", key_id), use, value), key_id


def unseal(use: str, sealed: bytes, key_id: str) -> str:
    """Opens a sealed value; ``ValueError`` when it was changed or is of another use."""
    return opened_with(_derived(f"seal/{use}", key_id), use, sealed)


def sealed_with(key: bytes, use: str, value: str) -> bytes:
    """The value sealed with a key of 32 bytes; the nonce stands in front."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, value.encode(), use.encode())


def opened_with(key: bytes, use: str, sealed: bytes) -> str:
    """Opens it again; ``ValueError`` when it was changed or is of another use."""
    nonce, body = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        return AESGCM(key).decrypt(nonce, body, use.encode()).decode()
    except InvalidTag:
        raise ValueError("A sealed value does not open with its key.") from None


def current_key_id() -> str:
    """The name of the master key that new hashes and seals use."""
    return str(next(iter(settings.MASTER_KEYS)))


def note_current_key() -> None:
    """Enters the current key's name in the database, once per process."""
    key_id = current_key_id()
    if key_id not in _noted:
        HashKey.objects.get_or_create(id=key_id)
        # Not before the commit: a rollback takes the row with it.
        transaction.on_commit(lambda: _noted.add(key_id))


def _digest(use: str, value: str, key_id: str) -> bytes:
    return hmac.new(_derived(f"hash/{use}", key_id), value.encode(), sha256).digest()


@cache
def _derived(use: str, key_id: str) -> bytes:
    master = settings.MASTER_KEYS.get(key_id)
    if master is None:
        raise ValueError(f"The master key {key_id} is not among MEMORYHUB_MASTER_KEYS.")
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=use.encode()).derive(master)
