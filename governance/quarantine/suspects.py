"""What is quarantined, from where, and how many people it is about."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection


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


def suspects_of(service_id: uuid.UUID, ref: str) -> list[Suspect]:
    """Those of one source, by whatever way it came; none without a name."""
    return [
        each
        for each in suspects()
        if (each.service_id, each.ref) == (service_id, ref) and ref
    ]
