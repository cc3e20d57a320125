"""Persons by the id that a service gives them."""

import uuid

from django.db import transaction

from governance.access.scopes import as_service
from governance.access.secrets import hashes, keyed_hash, note_current_key, seal
from governance.models import Epoch, Person

REF_USE = "person ref"


def find_person(service_id: uuid.UUID, ref: str) -> Person | None:
    """The person whom this service calls ``ref``."""
    with as_service(service_id):
        return _by_ref(service_id, ref)


def find_or_make_person(service_id: uuid.UUID, ref: str) -> Person:
    """The same; the first write about somebody makes the person and their epoch."""
    with as_service(service_id):
        return _by_ref(service_id, ref) or _make(service_id, ref)


def _by_ref(service_id: uuid.UUID, ref: str) -> Person | None:
    return Person.objects.filter(
        service_id=service_id, ref_hash__in=hashes(_use(service_id), ref)
    ).first()


def _make(service_id: uuid.UUID, ref: str) -> Person:
    note_current_key()
    hashed = keyed_hash(_use(service_id), ref)
    sealed, _ = seal(REF_USE, ref)
    with transaction.atomic():
        person, made = Person.objects.get_or_create(
            service_id=service_id,
            ref_hash=hashed.digest,
            defaults={"ref_sealed": sealed, "hash_key_id": hashed.key_id},
        )
        if made:
            Epoch.objects.create(person=person)
    return person


def _use(service_id: uuid.UUID) -> str:
    # The same id at two services must not hash alike, or the two could be joined.
    return f"{REF_USE}/{service_id}"
