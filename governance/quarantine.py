"""Suspected poisoning, by source: what is quarantined, from where, and how many people it
is about; and a whole source dropped, by one erasure for each person."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from governance.access import as_service_with, as_staff
from governance.audit import Actor, record
from governance.erasure import NO_UNDO, ask, told_by_source


@dataclass(frozen=True)
class Suspect:
    """A source of quarantined memories: ids, counts, and the service's own name for it."""

    service_id: uuid.UUID
    type: str
    ref: str
    memories: int
    persons: Sequence[uuid.UUID]
    newest: datetime


def suspects() -> list[Suspect]:
    """All, those with the most memories first; in a scope of the staff."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT service_id, type, ref, memories, persons, newest "
            "FROM quarantined_sources() ORDER BY memories DESC, newest DESC, ref"
        )
        return [Suspect(*row) for row in cursor.fetchall()]


def drop_source(service_id: uuid.UUID, ref: str, *, actor: Actor) -> int:
    """Erases all that comes from this source, for everybody of whom something of it is
    quarantined, what was let into use as well; gives how many erasures began. Opens its
    own scopes: each person's erasure stands alone, and one that fails stops no other."""
    with as_staff():
        persons = {
            person
            for each in suspects()
            if (each.service_id, each.ref) == (service_id, ref) and ref
            for person in each.persons
        }
        record(
            "source.dropped",
            actor,
            service_id=service_id,
            subjects=sorted(persons),
            counts={"persons": len(persons)},
        )
    unit = uuid.uuid4()
    return sum(
        _drop_for(person_id, service_id, ref, actor, unit)
        for person_id in sorted(persons)
    )


def _drop_for(
    person_id: uuid.UUID, service_id: uuid.UUID, ref: str, actor: Actor, unit: uuid.UUID
) -> bool:
    with as_service_with(service_id, person_id):
        ids = told_by_source(person_id, service_id, ref=ref)
        if ids:
            ask(
                ids,
                person_id=person_id,
                service_id=service_id,
                actor=actor,
                undo=NO_UNDO,
                unit=unit,
            )
    return bool(ids)
