"""Persons by the id that a service gives them."""

import uuid
from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Now

from governance.access.may import WHY_NOT, PersonGone
from governance.access.scopes import Scope, as_service, glance
from governance.access.secrets import hashes, keyed_hash, note_current_key, seal, unseal
from governance.models import Epoch, GonePerson, Person, Ready

REF_USE = "person ref"


@dataclass(frozen=True)
class Whose:
    """Whom a service means. Somebody it has not written about yet has no row, and gets
    one only when there is something to keep."""

    service_id: uuid.UUID
    ref: str
    known_id: uuid.UUID | None
    why_not: str = ""
    """Why nothing may be remembered about them just now (``Refused``), if so."""
    scrub_policy: str = ""
    """The policy that they have chosen for themselves, if any."""

    @classmethod
    def of(cls, service_id: uuid.UUID, ref: str) -> "Whose":
        """The person whom this service calls ``ref``, known or not."""
        refs = hashes(_use(service_id), ref)
        found = glance(Scope.SERVICE, _CALLED, service_id=service_id, refs=refs)
        return cls(service_id, ref, *found[0]) if found else cls(service_id, ref, None)

    @classmethod
    def is_person(cls, person_id: uuid.UUID) -> "Whose":
        """Somebody who is known; call it in a scope that sees them."""
        rows = Person.objects.filter(id=person_id)
        service_id, policy = rows.values_list("service_id", "scrub_policy").get()
        return cls(service_id, "", person_id, scrub_policy=policy)

    def person_id(self) -> uuid.UUID:
        """The person, made if need be."""
        return self.known_id or find_or_make_person(self.service_id, self.ref).id


_CALLED = Ready[tuple[uuid.UUID, str, str]](
    lambda service_id, refs: (
        Person.objects.filter(service_id=service_id, ref_hash__in=refs)
        .annotate(why_not=WHY_NOT)
        .values_list("id", "why_not", "scrub_policy")
    )
)


def find_person(service_id: uuid.UUID, ref: str) -> Person | None:
    """The person whom this service calls ``ref``."""
    with as_service(service_id):
        return _by_ref(service_id, ref)


def find_or_make_person(service_id: uuid.UUID, ref: str) -> Person:
    """The same; the first write about somebody makes the person and their epoch. Raises
    ``PersonGone`` where they were erased and the service has not confirmed it yet."""
    with as_service(service_id):
        person = _by_ref(service_id, ref)
        if person is None:
            _refuse_gone(service_id, ref)
            person = _make(service_id, ref)
        return person


def refuse_gone_ref(service_id: uuid.UUID, ref: str) -> None:
    """Raises ``PersonGone`` where whom the service calls ``ref`` was erased and it has
    not confirmed it yet."""
    with as_service(service_id):
        _refuse_gone(service_id, ref)


def person_ref(person_id: uuid.UUID) -> str | None:
    """The service's own id for the person, opened from its seal: for who sends it to that
    service, and keeps it nowhere. None when they are gone, and it has confirmed that it
    knows. Call it in their scope."""
    there = Person.objects.filter(id=person_id, gone_at=None)
    found = there.values_list("ref_sealed", "hash_key_id")
    row = found.first() or _gone_ref(person_id)
    return unseal(REF_USE, bytes(row[0]), row[1]) if row else None


def _gone_ref(person_id: uuid.UUID) -> tuple[bytes, str] | None:
    gone = GonePerson.objects.owned_by(person_id).exclude(ref_sealed=None)
    row = gone.first()
    return (bytes(row.ref_sealed or b""), row.hash_key_id) if row else None


def _refuse_gone(service_id: uuid.UUID, ref: str) -> None:
    waiting = GonePerson.objects.filter(
        service_id=service_id,
        ref_hash__in=hashes(_use(service_id), ref),
        acknowledged_at=None,
        expires_at__gt=Now(),
    )
    run_id = waiting.order_by("-created_at").values_list("run_id", flat=True).first()
    if run_id:
        raise PersonGone(run_id)


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
