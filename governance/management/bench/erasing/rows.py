"""Rows for an erasure: one memory that was told, and all others derived from it, each
with its source, its edges and its first version. Put straight into the tables, beside
those of other people, as in an installation that several use."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import connections, transaction

from governance.access import find_or_make_person, make_service
from governance.audit import SYSTEM
from governance.management.bench.sentences import sentences
from governance.models import Person

POOL = 500
EACH = 1_000
"""Memories of each other person, all but one derived from theirs."""

MEANINGS = """
CREATE TEMPORARY TABLE pool ON COMMIT DROP AS
SELECT n, t.text, (SELECT array_agg(sin(n * 0.7 + d))::real[]::halfvec
    FROM generate_series(1, 384) AS d) AS meaning
FROM unnest(%(texts)s::text[]) WITH ORDINALITY AS t (text, n)
"""

NUMBERED = """
CREATE TEMPORARY TABLE rows ON COMMIT DROP AS
SELECT n, %(person)s::uuid AS person_id, uuidv7() AS memory_id,
    uuidv7() AS source_id
FROM generate_series(0, %(derived)s) AS n
"""

# Each of the others has as many, of the same service.
PERSONS = """
CREATE TEMPORARY TABLE others ON COMMIT DROP AS
SELECT p, uuidv7() AS person_id FROM generate_series(1, %(others)s) AS p
"""
OF_OTHERS = """
INSERT INTO person (id, service_id, ref_hash, ref_sealed, hash_key_id, memory_enabled)
SELECT person_id, %(service)s, sha256(person_id::text::bytea), ''::bytea, %(key)s, true
FROM others
"""
NUMBERED_EACH = """
CREATE TEMPORARY TABLE rows ON COMMIT DROP AS
SELECT n, person_id, uuidv7() AS memory_id, uuidv7() AS source_id
FROM others, generate_series(0, %(each)s - 1) AS n
"""

SOURCES = """
INSERT INTO source (id, person_id, service_id, type, trust, ref, conversation, url,
    said_at)
SELECT source_id, person_id, %(service)s, 'user_message', 'user',
    CASE WHEN n = 0 THEN 'the first' ELSE '' END, '', '', now()
FROM rows
"""

MEMORIES = """
INSERT INTO memory (created_at, id, person_id, service_id, source_id, text, text_hash, hash_key_id,
    embedding, kind, key, space, importance, sensitivity, status, status_reason, trust,
    inferred, pinned, metadata, findings, version, updated_at, said_at, use_count)
SELECT now(), memory_id, person_id, %(service)s, source_id,
    pool.text || ' Noted as number ' || rows.n || '.',
    sha256(rows.n::text::bytea), %(key)s, pool.meaning,
    CASE WHEN rows.n = 0 THEN 'fact' ELSE 'summary' END, '', '', 5, 'normal', 'active', '',
    'user', rows.n > 0, false, '{}', '[]', 1, now(), now(), 0
FROM rows JOIN pool ON pool.n = 1 + rows.n %% %(pool)s
"""

# As a write makes them: in the moment in which the memory is made.
EDGES = """
INSERT INTO derivation (created_at, id, person_id, service_id, made_id, origin_kind,
    origin_id)
SELECT now(), uuidv7(), person_id, %(service)s, memory_id, 'source', source_id
FROM rows
UNION ALL
-- Ten of each: a tree, as summaries of summaries make it.
SELECT now(), uuidv7(), r.person_id, %(service)s, r.memory_id, 'memory', up.memory_id
FROM rows r JOIN rows up ON up.person_id = r.person_id AND up.n = (r.n - 1) / 10
WHERE r.n > 0
"""

VERSIONS = """
INSERT INTO memory_version (id, person_id, service_id, memory_id, number, text,
    actor_kind)
SELECT uuidv7(), person_id, %(service)s, memory_id, 1, 'As it was told.',
    'service'
FROM rows
"""

ROWS = (MEANINGS, "ANALYZE pool, rows", SOURCES, MEMORIES, EDGES, VERSIONS)
SETTLED = "VACUUM ANALYZE memory, memory_version, source, derivation"


@dataclass(frozen=True)
class Filled:
    """Whose rows they are, and the one that all others derive from."""

    person: Person
    root_id: uuid.UUID


def fill(derived: int) -> Filled:
    """One new person with ``derived`` memories below one that was told."""
    person = _person()
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute(NUMBERED, {"person": person.id, "derived": derived})
        _add_rows(cursor, person)
        cursor.execute("SELECT memory_id FROM rows WHERE n = 0")
        root_id = cursor.fetchone()[0]
    settle()
    return Filled(person, root_id)


def fill_others(memories: int) -> None:
    """Other people with about so many memories between them, which stay."""
    if not memories:
        return
    person = _person()
    values = _values(person) | {"others": -(-memories // EACH), "each": EACH}
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        for statement in (PERSONS, OF_OTHERS, NUMBERED_EACH):
            cursor.execute(statement, values)
        _add_rows(cursor, person)
    settle()


def settle() -> None:
    """As a table is that has stood for a while; not in a transaction."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(SETTLED)


def _person() -> Person:
    service, _ = make_service(f"Benchmark {uuid.uuid4().hex[:8]}", actor=SYSTEM)
    return find_or_make_person(service.id, "person")


def _add_rows(cursor: Any, person: Person) -> None:
    for statement in ROWS:
        cursor.execute(statement, _values(person))


def _values(person: Person) -> dict[str, Any]:
    return {
        "service": person.service_id,
        "key": person.hash_key_id,
        "texts": sentences(POOL, seed=5, marked=0),
        "pool": POOL,
    }
