"""What stands from the commit on that an erasure begins in: nothing of it is in use, and
a receipt for each thing answers its old id with 410 and refuses stale writes."""

import uuid
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.conf import settings
from django.db import connection

from governance.erasure.meeting import EACH, execute, meeting
from governance.erasure.plan import Plan
from governance.erasure.things import REFS as ITEM_REFS
from governance.erasure.things import take_out
from governance.models import Memory, MemoryState
from governance.writing import ref_of, retry_of

# One statement for all of them: a row for each through the ORM took 7 s for 10,000. Without
# ON CONFLICT, which looks into the index twice for each: the person is locked.
PLAIN = f"""
INSERT INTO receipt (person_id, thing_id, service_id, run_id, thing, expires_at)
SELECT i.person_id, i.thing_id, i.service_id, i.run_id, i.thing,
    now() + %(life)s
FROM erasure_item i
WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing IN ('memory', 'conversation', 'item', 'file')
    AND NOT EXISTS (
        SELECT 1 FROM receipt g WHERE g.person_id = %(person)s AND g.thing_id = i.thing_id
        {EACH}
    )
ORDER BY i.thing_id
"""  # noqa: S608  all of it stands here
HASHED = """
INSERT INTO receipt
    (person_id, thing_id, service_id, run_id, thing, ref_hash, expires_at)
SELECT %(person)s, t.id, %(service)s, %(run)s, %(thing)s, t.hash,
    now() + %(life)s
FROM unnest(%(ids)s::uuid[], %(hashes)s::bytea[]) AS t (id, hash)
ON CONFLICT (person_id, thing_id) DO NOTHING
"""

# From the names, of which a large plan has fewer than it has memories, and of which there
# are statistics; a small one would walk over all that the person has.
REFS_OF_ALL = """
SELECT i.thing_id, s.ref, m.text_hash FROM source s
JOIN memory m ON m.person_id = s.person_id AND m.source_id = s.id
CROSS JOIN LATERAL (
    SELECT i.thing_id FROM erasure_item i
    WHERE i.person_id = %(person)s AND i.thing_id = m.id AND i.run_id = %(run)s
        AND i.thing = 'memory'
    OFFSET 0
) i
WHERE s.person_id = %(person)s AND s.ref <> ''
"""
SOURCES_OF_ALL = """
SELECT i.thing_id, s.ref FROM source s CROSS JOIN LATERAL (
    SELECT i.thing_id FROM erasure_item i
    WHERE i.person_id = %(person)s AND i.thing_id = s.id AND i.run_id = %(run)s
        AND i.thing = 'source'
    OFFSET 0
) i
WHERE s.person_id = %(person)s AND s.ref <> ''
"""
REFS = """
SELECT i.thing_id, s.ref, m.text_hash FROM erasure_item i
CROSS JOIN LATERAL (
    SELECT m.text_hash, m.source_id FROM memory m
    WHERE m.person_id = i.person_id AND m.id = i.thing_id OFFSET 0
) m
CROSS JOIN LATERAL (
    SELECT s.ref FROM source s
    WHERE s.person_id = i.person_id AND s.id = m.source_id AND s.ref <> '' OFFSET 0
) s
WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'memory'
"""
SOURCES = """
SELECT i.thing_id, s.ref FROM erasure_item i CROSS JOIN LATERAL (
    SELECT s.ref FROM source s
    WHERE s.person_id = i.person_id AND s.id = i.thing_id AND s.ref <> '' OFFSET 0
) s
WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'source'
"""
# Each edge to a source that stays, or that an import named, with what it said.
TELLINGS = f"""
SELECT d.id, s.ref, COALESCE(d.told_hash, m.text_hash) FROM erasure_item i
CROSS JOIN LATERAL (
    SELECT d.id, d.origin_id, d.told_hash FROM derivation d LEFT JOIN LATERAL (
        SELECT true AS goes FROM erasure_item o WHERE o.person_id = %(person)s
            AND o.thing_id = d.origin_id AND o.run_id = %(run)s AND o.thing = 'source'
        {EACH}
    ) o ON true
    WHERE d.person_id = i.person_id AND d.made_id = i.thing_id
        AND d.origin_kind = 'source' AND (d.told_hash IS NOT NULL OR o.goes IS NULL)
    {EACH}
) d
CROSS JOIN LATERAL (
    SELECT m.text_hash FROM memory m
    WHERE m.person_id = i.person_id AND m.id = i.thing_id {EACH}
) m
LEFT JOIN LATERAL (
    SELECT s.ref FROM source s
    WHERE s.person_id = i.person_id AND s.id = d.origin_id {EACH}
) s ON true
WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'memory'
"""  # noqa: S608  all of it stands here
CHUNK = 5_000

Hashed = tuple[uuid.UUID, bytes | None]


def take_out_of_use(plan: Plan) -> None:
    """As long as it can be undone: no list, get or search finds a planned memory, and its
    person still does. From the beginning of the erasure on the database itself hides it."""
    Memory.objects.owned_by(plan.person_id).filter(id__in=plan.memory_ids()).exclude(
        status=MemoryState.FORGOTTEN
    ).update(status=MemoryState.FORGOTTEN)
    take_out(plan)


def raise_barrier(plan: Plan) -> None:
    """Leaves a receipt for every planned memory, for every source that has a name, and
    for each time that a source which stays had told the same.

    Each with the hash of its source's ref and its text: a client that tries the same
    write again must not bring it back, though the source itself may stay.
    """
    _leave(plan, "memory", _retries(plan, REFS_OF_ALL if plan.large else REFS))
    take_out(plan)
    if plan.things:
        _leave(plan, "item", _item_names(plan))
    _run(PLAIN, plan)  # for all that have no hash
    _leave(plan, "source", _names(plan))
    with meeting(plan) as told:
        _leave(plan, "telling", _retries(plan, told(TELLINGS)))


def _retries(plan: Plan, query: str) -> Iterator[Hashed]:
    for thing_id, ref, said in _rows(plan, query):
        yield thing_id, retry_of(ref, bytes(said)) if ref and said else None


def _names(plan: Plan) -> Iterator[Hashed]:
    for source_id, ref in _rows(plan, SOURCES_OF_ALL if plan.large else SOURCES):
        yield source_id, ref_of(ref)


def _item_names(plan: Plan) -> Iterator[Hashed]:
    for item_id, ref in _rows(plan, ITEM_REFS):
        yield item_id, ref_of(ref)


def _leave(plan: Plan, thing: str, things: Iterable[Hashed]) -> None:
    left = iter(things)
    while some := list(islice(left, CHUNK)):
        ids, hashes = zip(*some, strict=True)
        _run(HASHED, plan, thing=thing, ids=list(ids), hashes=list(hashes))


def _run(statement: str, plan: Plan, **more: Any) -> None:
    with connection.cursor() as cursor:
        values = _named(plan) | {"life": settings.RECEIPT_LIFE} | more
        execute(plan, cursor, statement, values)


def _rows(plan: Plan, query: str) -> Iterator[tuple[Any, ...]]:
    """Row by row, out of a cursor that stays in the database."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(query, _named(plan))
        while rows := cursor.fetchmany(CHUNK):
            yield from rows


def _named(plan: Plan) -> dict[str, Any]:
    return {
        "person": plan.person_id,
        "service": plan.service_id,
        "run": plan.run_id,
    }
