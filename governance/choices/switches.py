"""The person's switches: memory on or off, and temporary mode. They hold from the moment
they are thrown, for writing and reading: writers ask again under the same lock
(design.md, promise 9)."""

import uuid
from datetime import datetime

from django.db.models import QuerySet

from governance.access import lock_for_erasing
from governance.audit import Actor, record
from governance.models import Person


def switch_memory(person: Person, *, on: bool, actor: Actor) -> None:
    """Whether anything is remembered and read; call it inside the person's own scope."""
    lock_for_erasing(person.id)
    _rows(person.id).update(memory_enabled=on)
    _enter("memory.switched_on" if on else "memory.switched_off", person, actor)


def set_temporary(person: Person, *, until: datetime | None, actor: Actor) -> None:
    """Nothing is remembered or read until then; None ends it now."""
    lock_for_erasing(person.id)
    _rows(person.id).update(temporary_until=until)
    _enter("temporary.begun" if until else "temporary.ended", person, actor)


def _rows(person_id: uuid.UUID) -> QuerySet[Person]:
    return Person.objects.filter(id=person_id)


def _enter(verb: str, person: Person, actor: Actor) -> None:
    record(
        verb,
        actor,
        service_id=person.service_id,
        person_id=person.id,
        subjects=[person.id],
    )
