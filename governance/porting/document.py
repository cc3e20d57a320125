"""A part of the document: some memories in the order in which they were learned, so that
whatever one was made from stands before it."""

import uuid
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from governance.models import (
    Derivation,
    Epoch,
    MadeFrom,
    Memory,
    MemoryState,
    MemoryVersion,
    Source,
)

FORMAT = "memoryhub.memories/1"
LARGEST_PART = 500
"""Memories of one part."""

Place = tuple[datetime, uuid.UUID]


@dataclass(frozen=True)
class Part:
    """Rows of a part, with what belongs to each memory by its id. ``epoch`` is the
    person's: what is erased later than that cannot come back by this document."""

    epoch: int
    memories: list[Memory]
    sources: list[Source]
    versions: dict[uuid.UUID, list[MemoryVersion]]
    also_from: dict[uuid.UUID, list[uuid.UUID]]
    made_from: dict[uuid.UUID, list[uuid.UUID]]
    more_after: Place | None


def part_after(
    place: Place | None,
    *,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    size: int,
    among: QuerySet[Memory] | None = None,
) -> Part:
    """The part that follows a place, of what services are told or of the memories
    ``among`` which it is to be; call it inside the scope of the service."""
    rows = told_out(person_id, service_id) if among is None else among
    found = list(_following(place, rows)[: size + 1])
    memories, more = found[:size], len(found) > size
    ids = [each.id for each in memories]
    edges = list(Derivation.objects.owned_by(person_id).filter(made_id__any_of=ids))
    origins = [e.origin_id for e in edges if e.origin_kind == MadeFrom.SOURCE]
    sources = Source.objects.owned_by(person_id).filter(
        id__any_of={*origins, *(each.source_id for each in memories)}
    )
    first = {each.id: each.source_id for each in memories}
    last = memories[-1] if more else None
    return Part(
        epoch=Epoch.objects.get(person_id=person_id).number,
        memories=memories,
        sources=list(sources.order_by("created_at", "id")),
        versions=_versions(person_id, ids),
        also_from=_origins(
            e
            for e in edges
            if e.origin_kind == MadeFrom.SOURCE and e.origin_id != first[e.made_id]
        ),
        made_from=_origins(e for e in edges if e.origin_kind == MadeFrom.MEMORY),
        more_after=(last.created_at, last.id) if last else None,
    )


def told_out(person_id: uuid.UUID, service_id: uuid.UUID) -> QuerySet[Memory]:
    """Not what is forgotten or going, nor what waits for the person's consent."""
    return (
        Memory.objects.owned_by(person_id)
        .written_by(service_id)
        .told_to_services()
        .unexpired()
        .staying()
        .exclude(status=MemoryState.FORGOTTEN)
    )


def _following(place: Place | None, among: QuerySet[Memory]) -> QuerySet[Memory]:
    rows = among.select_related("source").order_by("created_at", "id")
    if place is None:
        return rows
    at, last_id = place
    # The first condition is implied, and the one that an index can use.
    later = rows.filter(created_at__gte=at)
    return later.filter(Q(created_at__gt=at) | Q(id__gt=last_id))


def _versions(
    person_id: uuid.UUID, ids: Iterable[uuid.UUID]
) -> dict[uuid.UUID, list[MemoryVersion]]:
    found: dict[uuid.UUID, list[MemoryVersion]] = defaultdict(list)
    versions = MemoryVersion.objects.owned_by(person_id).filter(memory_id__any_of=ids)
    for version in versions.order_by("memory_id", "number"):
        found[version.memory_id].append(version)
    return found


def _origins(edges: Iterable[Derivation]) -> dict[uuid.UUID, list[uuid.UUID]]:
    found: dict[uuid.UUID, list[uuid.UUID]] = defaultdict(list)
    for edge in edges:
        found[edge.made_id].append(edge.origin_id)
    return found
