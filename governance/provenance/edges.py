"""Lay the edges of a new memory."""

import uuid
from collections.abc import Iterable

from governance.models import Derivation, MadeFrom, Memory


def add_edges(memory: Memory, *, derived_from: Iterable[uuid.UUID]) -> None:
    """One edge to the memory's source and one to each memory it was made from."""
    origins = [(MadeFrom.SOURCE, memory.source_id)]
    origins += [(MadeFrom.MEMORY, each) for each in dict.fromkeys(derived_from)]
    Derivation.objects.bulk_create(
        Derivation(
            person_id=memory.person_id,
            service_id=memory.service_id,
            made_id=memory.id,
            origin_kind=kind,
            origin_id=origin_id,
        )
        for kind, origin_id in origins
    )
