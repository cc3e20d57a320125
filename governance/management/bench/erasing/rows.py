"""Rows for an erasure: one memory that was told, and all others derived from it, each
with its source, its edges and its first version. Put straight into the tables."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import connections, transaction

from governance.access import find_or_make_person, make_service
from governance.audit import SYSTEM
from governance.management.bench.sentences import sentences
from governance.models import Person

POOL = 500

NUMBERED = """
CREATE TEMPORARY TABLE rows ON COMMIT DROP AS
SELECT n, gen_random_uuid() AS memory_id, gen_random_uuid() AS source_id
FROM generate_series(0, %(derived)s) AS n
"""

SOURCES = """
INSERT INTO source (id, person_id, service_id, type, trust, ref, conversation, url,
    said_at)
SELECT source_id, %(person)s, %(service)s, 'user_message', 'user',
    CASE WHEN n = 0 THEN 'the first' ELSE '' END, '', '', now()
FROM rows
"""

MEMORIES = """
INSERT INTO memory (created_at, id, person_id, service_id, source_id, text, text_hash, hash_key_id,
    embedding, kind, key, space, importance, sensitivity, status, status_reason, trust,
    inferred, pinned, metadata, findings, version, updated_at, said_at, use_count)
SELECT now(), memory_id, %(person)s, %(service)s, source_id,
    (%(texts)s::text[])[1 + n %% %(pool)s] || ' Noted as number ' || n || '.',
    sha256(n::text::bytea), %(key)s,
    (SELECT array_agg(sin(n * 0.7 + d))::real[]::halfvec
        FROM generate_series(1, 384) AS d),
    CASE WHEN n = 0 THEN 'fact' ELSE 'summary' END, '', '', 5, 'normal', 'active', '',
    'user', n > 0, false, '{}', '[]', 1, now(), now(), 0
FROM rows
"""

# As a write makes them: in the moment in which the memory is made.
EDGES = """
INSERT INTO derivation (created_at, id, person_id, service_id, made_id, origin_kind,
    origin_id)
SELECT now(), gen_random_uuid(), %(person)s, %(service)s, memory_id, 'source', source_id
FROM rows
UNION ALL
-- Ten of each: a tree, as summaries of summaries make it.
SELECT now(), gen_random_uuid(), %(person)s, %(service)s, r.memory_id, 'memory', up.memory_id
FROM rows r JOIN rows up ON up.n = (r.n - 1) / 10 WHERE r.n > 0
"""

VERSIONS = """
INSERT INTO memory_version (id, person_id, service_id, memory_id, number, text,
    actor_kind)
SELECT gen_random_uuid(), %(person)s, %(service)s, memory_id, 1, 'As it was told.',
    'service'
FROM rows
"""

STATEMENTS = (NUMBERED, SOURCES, MEMORIES, EDGES, VERSIONS)
SETTLED = "VACUUM ANALYZE memory, memory_version, source, derivation"


@dataclass(frozen=True)
class Filled:
    """Whose rows they are, and the one that all others derive from."""

    person: Person
    root_id: uuid.UUID


def fill(derived: int) -> Filled:
    """One new person with ``derived`` memories below one that was told."""
    service, _ = make_service(f"Benchmark {uuid.uuid4().hex[:8]}", actor=SYSTEM)
    person = find_or_make_person(service.id, "person")
    values: dict[str, Any] = {
        "derived": derived,
        "person": person.id,
        "service": person.service_id,
        "key": person.hash_key_id,
        "texts": sentences(POOL, seed=5, marked=0),
        "pool": POOL,
    }
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        for statement in STATEMENTS:
            cursor.execute(statement, values)
        cursor.execute("SELECT memory_id FROM rows WHERE n = 0")
        root_id = cursor.fetchone()[0]
    settle()
    return Filled(person, root_id)


def settle() -> None:
    """As a table is that has stood for a while; not in a transaction."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(SETTLED)
