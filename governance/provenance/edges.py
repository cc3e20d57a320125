"""Lay the edges of a new memory."""

import uuid
from collections.abc import Iterable

from governance.models import Derivation, MadeFrom, Memory


def add_edges(
    memory: Memory,
    *,
    sources: Iterable[uuid.UUID],
    derived_from: Iterable[uuid.UUID],
    told_hash: bytes | None = None,
    name: uuid.UUID | None = None,
) -> None:
    """The edges of :func:`edges_of`; one that is there already stays. ``told_hash`` is
    that of what the sources said, where it was in other words, and ``name`` the id by
    which an import knows this telling."""
    edges = edges_of(memory, sources=sources, derived_from=derived_from)
    for edge in edges:
        edge.told_hash = told_hash if edge.origin_kind == MadeFrom.SOURCE else None
    if edges and name:
        edges[0].id = name
    Derivation.objects.bulk_create(edges, ignore_conflicts=True)


def was_derived(memory: Memory) -> bool:
    """Whether the memory was made from others, not told by itself."""
    edges = Derivation.objects.owned_by(memory.person_id).filter(made_id=memory.id)
    return edges.filter(origin_kind=MadeFrom.MEMORY).exists()


def edges_of(
    memory: Memory,
    *,
    sources: Iterable[uuid.UUID],
    derived_from: Iterable[uuid.UUID],
) -> list[Derivation]:
    """One edge to each source and to each memory that it was made from. A memory is not
    made from itself."""
    origins = [(MadeFrom.SOURCE, each) for each in dict.fromkeys(sources)]
    origins += [(MadeFrom.MEMORY, each) for each in dict.fromkeys(derived_from)]
    return [
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
