"""How the ledger names people and memories: by keyed hashes of a use of their own, so that
they cannot be joined with other hashes, nor read without the master key."""

import uuid
from dataclasses import dataclass

from governance.access.secrets import hashed_by, keyed_hash
from governance.models import Memory

PERSON_USE = "erasure ledger"


@dataclass(frozen=True)
class LedgerName:
    """A hash in hexadecimal digits, and the id of the key that made it."""

    hash: str
    key_id: str


def ledger_name(thing_id: uuid.UUID) -> LedgerName:
    """As it is entered today."""
    hashed = keyed_hash(PERSON_USE, str(thing_id))
    return LedgerName(hashed.digest.hex(), hashed.key_id)


def ledger_hash(thing_id: uuid.UUID, key_id: str) -> str:
    """As an entry has it that was made with this key. Raises ``ValueError`` where that
    is not among the master keys."""
    return hashed_by(key_id, PERSON_USE, str(thing_id)).hex()


def memory_named(person_id: uuid.UUID, name: LedgerName) -> Memory | None:
    """The memory of the person that an entry names, if it is here and on no run's way
    out; call it in a scope of theirs."""
    mine = Memory.objects.owned_by(person_id).staying().only("id", "version")
    for memory in mine.order_by("id").iterator(chunk_size=5_000):
        if ledger_hash(memory.id, name.key_id) == name.hash:
            return memory
    return None
