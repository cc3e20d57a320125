"""Who and what the hashes of the ledger mean in the data that is here."""

import uuid
from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import chain

from governance.access import as_service, as_service_with, ledger_hash
from governance.erasure.things import here, ids_of, left_until
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
    """What an erasure's entry names and is here: memories, and whatever else of their
    service; call it in a scope of theirs."""
    service_id = uuid.UUID(entry["service"])
    mine = Memory.objects.owned_by(person_id).written_by(service_id)
    named = set(entry["roots"])
    hashed = hash_of(entry)
    ids = mine.order_by("id").values_list("id", flat=True).iterator(chunk_size=5_000)
    others = ids_of(person_id, service_id)
    return [each for each in chain(ids, others) if hashed(each) in named]


def asked_at(entry: Entry) -> datetime:
    """When the erasure was asked for; entries of the first versions tell only when it
    was entered."""
    return datetime.fromisoformat(entry["asked"] if "asked" in entry else entry["at"])


def left_of(entry: Entry, person_id: uuid.UUID) -> int:
    """How much that the entry means is here still, and no hold keeps; opens a scope."""
    service_id = uuid.UUID(entry["service"])
    with as_service_with(service_id, person_id):
        mine = Memory.objects.owned_by(person_id).filter(held=False)
        if entry["scope"] != EraseScope.MEMORIES:  # what was told since stays
            until = asked_at(entry)
            others = left_until(person_id, service_id, until)
            return mine.filter(created_at__lte=until).count() + others
        roots = roots_here(entry, person_id)
        memories = mine.filter(id__any_of=roots).count()
        return memories + len(here(person_id, roots))


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
