"""Lay the edges of a new memory."""

import uuid
from collections.abc import Iterable

from governance.models import Derivation, MadeFrom, Memory


def add_edges(
    memory: Memory,
    *,
    sources: Iterable[uuid.UUID],
    derived_from: Iterable[uuid.UUID],
) -> None:
    """One edge to each source and to each memory that it was made from; an edge that
    is there already stays. A memory is not made from itself."""
    origins = [(MadeFrom.SOURCE, each) for each in sources]
    origins += [(MadeFrom.MEMORY, each) for each in dict.fromkeys(derived_from)]
    edges = [
        Derivation(
            person_id=memory.person_id,
            service_id=memory.service_id,
            made_id=memory.id,
            origin_kind=kind,
            origin_id=origin_id,
        )
        for kind, origin_id in origins
        if origin_id != memory.id
    ]
    Derivation.objects.bulk_create(edges, ignore_conflicts=True)
