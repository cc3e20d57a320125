"""Who and what the hashes of the ledger mean in the data that is here."""

import uuid
from collections.abc import Callable, Iterable
from datetime import datetime

from governance.access import as_service, as_service_with, ledger_hash
from governance.ledger import Entry
from governance.models import EraseScope, Memory, Person


class ReplayTrouble(Exception):
    """The replay cannot go on, or something is left; nothing is served until it can."""


Hash = Callable[[uuid.UUID], str]


class People:
    """Persons by their hashes; those of a service are hashed when the first is asked for."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], dict[str, uuid.UUID]] = {}

    def find(self, entry: Entry) -> uuid.UUID | None:
        """The person of an entry; None for somebody whom the data does not know."""
        of = (entry["service"], entry["key"])
        if of not in self._known:
            ids = _persons_of(uuid.UUID(entry["service"]))
            self._known[of] = _by_hash(ids, hash_of(entry))
        return self._known[of].get(entry["person"])


def roots_here(entry: Entry, person_id: uuid.UUID) -> list[uuid.UUID]:
    """The memories that an erasure's entry names and that are here; call it in a scope of
    theirs."""
    mine = Memory.objects.owned_by(person_id).written_by(uuid.UUID(entry["service"]))
    named = set(entry["roots"])
    hashed = hash_of(entry)
    ids = mine.order_by("id").values_list("id", flat=True)
    return [each for each in ids.iterator(chunk_size=5_000) if hashed(each) in named]


def asked_at(entry: Entry) -> datetime:
    """When the erasure was asked for; entries of the first versions tell only when it
    was entered."""
    return datetime.fromisoformat(entry["asked"] if "asked" in entry else entry["at"])


def left_of(entry: Entry, person_id: uuid.UUID) -> int:
    """How many memories that the entry means are here still, and no hold keeps; opens a
    scope."""
    with as_service_with(uuid.UUID(entry["service"]), person_id):
        mine = Memory.objects.owned_by(person_id).filter(held=False)
        if entry["scope"] != EraseScope.MEMORIES:  # what was told since stays
            return mine.filter(created_at__lte=asked_at(entry)).count()
        return mine.filter(id__any_of=roots_here(entry, person_id)).count()


def _persons_of(service_id: uuid.UUID) -> list[uuid.UUID]:
    with as_service(service_id):
        return list(
            Person.objects.filter(service_id=service_id).values_list("id", flat=True)
        )


def _by_hash(ids: Iterable[uuid.UUID], hashed: Hash) -> dict[str, uuid.UUID]:
    return {hashed(each): each for each in ids}


def hash_of(entry: Entry) -> Hash:
    """How the ids in an entry are hashed."""
    key_id = entry["key"]

    def hashed(thing_id: uuid.UUID) -> str:
        try:
            return ledger_hash(thing_id, key_id)
        except ValueError:
            raise ReplayTrouble(
                f"The master key {key_id} hashed entries of the ledger and is not among "
                "MEMORYHUB_MASTER_KEYS."
            ) from None

    return hashed
