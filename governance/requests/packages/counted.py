"""What the records of a package hold, counted for the headings of the law: one record after
the other, each in its own scope."""

import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Count, Q

from governance.access import as_service_with
from governance.models import (
    ConversationItem,
    Memory,
    MemoryFile,
    Person,
    Read,
    ReadKind,
    Service,
    Source,
    WebhookDelivery,
)
from governance.porting import OWN_PURPOSE
from governance.requests.packages.contents import Contents

# Of a read of notes or of a conversation the ids are none of memories.
RECEIVED = """
SELECT r.service_id, count(DISTINCT m), count(DISTINCT r.id)
FROM read r CROSS JOIN LATERAL unnest(r.memory_ids) m
WHERE r.person_id = %s AND r.created_at <= %s AND r.purpose <> %s
  AND r.kind NOT IN ('files', 'items')
GROUP BY r.service_id
"""


@dataclass
class Counts:
    """What the records hold, added up; by the name of a service where it matters."""

    declared: dict[str, list[str]] = field(default_factory=dict)
    reads: Counter[tuple[str, str]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    special: Counter[str] = field(default_factory=Counter)
    places: Counter[tuple[str, str]] = field(default_factory=Counter)
    received: dict[str, tuple[int, int]] = field(default_factory=dict)
    told: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    inferred: int = 0
    memories: int = 0


def counted_in(contents: Contents) -> Counts:
    """All of them, added up."""
    counted = Counts()
    for person_id, service_id in contents.persons:
        with as_service_with(service_id, person_id):
            person = (
                Person.objects.filter(id=person_id).select_related("service").first()
            )
            if person:
                _add(counted, person, contents)
        contents.held.renew()
    return counted


def _add(counted: Counts, person: Person, contents: Contents) -> None:
    service, until = person.service.name, contents.as_of
    counted.declared[service] = list(person.service.purposes)
    mine = (
        Memory.objects.owned_by(person.id)
        .written_by(person.service_id)
        .unexpired()
        .staying()
        .filter(created_at__lte=until)
    )
    counted.memories += mine.count()
    counted.inferred += mine.filter(inferred=True).count()
    counted.kinds.update(_by(mine, "kind"))
    _add_special(counted, mine)
    _add_others(counted, person, until)
    sources = Source.objects.owned_by(person.id).filter(created_at__lte=until)
    counted.places.update(
        {(place, service): number for place, number in _by(sources, "type").items()}
    )
    reads = Read.objects.owned_by(person.id).filter(
        ~Q(purpose=OWN_PURPOSE), created_at__lte=until
    )
    counted.reads.update(
        {(service, slug): number for slug, number in _by(reads, "purpose").items()}
    )
    deliveries = WebhookDelivery.objects.filter(
        person_id=person.id, told_at__isnull=False
    )
    counted.told[service] += deliveries.count()
    for name, memories, times in _received(person.id, until):
        before = counted.received.get(name, (0, 0))
        counted.received[name] = (before[0] + memories, before[1] + times)


def _add_others(counted: Counts, person: Person, until: datetime) -> None:
    """What is kept beside memories, and how often an app has looked at it."""
    said = ConversationItem.objects.owned_by(person.id).in_use()
    said = said.filter(conversation__forgotten=False, created_at__lte=until)
    notes = MemoryFile.objects.owned_by(person.id).in_use()
    notes = notes.filter(created_at__lte=until)
    looks = Read.objects.owned_by(person.id).filter(
        kind__in=[ReadKind.FILES, ReadKind.ITEMS], created_at__lte=until
    )
    _add_special(counted, said)
    _add_special(counted, notes)
    counted.others["messages"] += said.count()
    counted.others["notes"] += notes.count()
    counted.others["looks"] += looks.count()


def _add_special(counted: Counts, rows: Any) -> None:
    for categories, number in _by(rows.exclude(categories=[]), "categories").items():
        counted.special.update(dict.fromkeys(categories, number))


def _by(rows: Any, column: str) -> dict[Any, int]:
    pairs = rows.order_by().values_list(column).annotate(Count("id"))
    return {
        tuple(value) if isinstance(value, list) else value: number
        for value, number in pairs
    }


def _received(person_id: uuid.UUID, until: datetime) -> Iterator[tuple[str, int, int]]:
    names = dict(Service.objects.values_list("id", "name"))
    with connection.cursor() as cursor:
        cursor.execute(RECEIVED, [person_id, until, OWN_PURPOSE])
        for service_id, memories, times in cursor.fetchall():
            yield names[service_id], memories, times
