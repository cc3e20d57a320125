"""The part of the graph that one memory belongs to, up and down, bounded."""

import uuid
from dataclasses import dataclass

from django.db import connection

from governance.models import Derivation, Memory, MemoryState, Source

MOST = 200
"""Edges of one picture; a longer graph says how many more there are."""

# Two walks, not one over both directions: a sibling that was made from the same source
# is no ancestor and no descendant. OFFSET 0 as in closure.py.
WALKS = """
WITH RECURSIVE up (id) AS (
    SELECT %(memory)s::uuid
    UNION
    SELECT above.origin_id FROM up CROSS JOIN LATERAL (
        SELECT d.origin_id FROM derivation d
        WHERE d.person_id = %(person)s AND d.made_id = up.id
        OFFSET 0
    ) above
), down (id) AS (
    SELECT %(memory)s::uuid
    UNION
    SELECT below.made_id FROM down CROSS JOIN LATERAL (
        SELECT d.made_id FROM derivation d
        WHERE d.person_id = %(person)s AND d.origin_id = down.id
        OFFSET 0
    ) below
)
SELECT d.id FROM derivation d
WHERE d.person_id = %(person)s
  AND (d.made_id IN (SELECT id FROM up) OR d.origin_id IN (SELECT id FROM down))
ORDER BY d.created_at, d.id
"""


@dataclass(frozen=True)
class Graph:
    """Rows that are still there, and the edges between them."""

    memories: list[Memory]
    sources: list[Source]
    edges: list[Derivation]
    more: int


def graph_around(memory: Memory) -> Graph:
    """Everything that a memory was made from or that was made from it, this memory
    included; call it inside a scope."""
    edge_ids = _edge_ids(memory)
    edges = list(
        Derivation.objects.owned_by(memory.person_id).filter(id__any_of=edge_ids[:MOST])
    )
    ends = {memory.id, *(e.made_id for e in edges), *(e.origin_id for e in edges)}
    memories = (
        Memory.objects.owned_by(memory.person_id)
        .unexpired()
        .told_to_services()
        .exclude(status=MemoryState.FORGOTTEN)
        .filter(id__any_of=ends)
    )
    sources = Source.objects.owned_by(memory.person_id).filter(id__any_of=ends)
    return _joined(list(memories), list(sources), edges, len(edge_ids) - len(edges))


def _joined(
    memories: list[Memory], sources: list[Source], edges: list[Derivation], more: int
) -> Graph:
    there = {row.id for row in [*memories, *sources]}
    whole = [e for e in edges if {e.made_id, e.origin_id} <= there]
    return Graph(memories, sources, whole, more)


def _edge_ids(memory: Memory) -> list[uuid.UUID]:
    with connection.cursor() as cursor:
        cursor.execute(WALKS, {"memory": memory.id, "person": memory.person_id})
        return [row[0] for row in cursor.fetchall()]
