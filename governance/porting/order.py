"""In which order the items of a document are taken in: what one was made from first.

A memory that is told again is then also made from a younger one, so the order in which
they were learned does not do, and two may even be made from each other.
"""

import uuid
from collections.abc import Sequence

Loops = frozenset[tuple[uuid.UUID, uuid.UUID]]
"""Edges (made, origin) that would close a loop."""


def origins_first(
    items: Sequence[tuple[uuid.UUID, Sequence[uuid.UUID]]],
) -> tuple[list[int], Loops]:
    """The places of ``items`` (id, ids of its origins) in an order to write them, and the
    edges that have to give way. Origins that are not among the items do not count."""
    places = {item_id: place for place, (item_id, _) in enumerate(items)}
    order: list[int] = []
    loops: set[tuple[uuid.UUID, uuid.UUID]] = set()
    begun: set[int] = set()
    for start in range(len(items)):
        # Depth first, by hand: a chain may be longer than Python's stack is deep.
        path = [(start, iter(items[start][1]))] if start not in begun else []
        begun.add(start)
        while path:
            place, origins = path[-1]
            origin = next(origins, None)
            if origin is None:
                order.append(place)
                path.pop()
            elif origin in places and places[origin] not in begun:
                begun.add(places[origin])
                path.append((places[origin], iter(items[places[origin]][1])))
            elif origin in places and any(places[origin] == p for p, _ in path):
                loops.add((items[place][0], origin))
    return order, frozenset(loops)
