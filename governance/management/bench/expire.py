"""``bench expire``: what the product takes to delete expired memories of many people,
beside bare DELETEs of the same rows by the owner of the tables.

The floor is one transaction without scope, lock, batch or entry in the record: it says
what PostgreSQL itself takes for these rows with their indexes and foreign keys.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connections, transaction

from governance.access import find_or_make_person, make_service
from governance.audit import SYSTEM
from governance.embedding import DIMENSIONS
from governance.management.bench.harness import MS, Size, Times, in_turns
from governance.models import Memory, Schedule, Service
from governance.retention import carry_out

EACH = 100
"""Expired memories of each person, beside as many that stay."""
POOL = 200
"""Different vectors; what they say does not matter here."""
ROUNDS = (3, 9)
GOAL = 1.5

VECTORS = f"""
CREATE TEMPORARY TABLE pool AS
SELECT n, (SELECT array_agg(random() - 0.5 + 0 * (n + k)) FROM generate_series(1, {DIMENSIONS}) k
    )::halfvec({DIMENSIONS}) AS meaning
FROM generate_series(0, {POOL} - 1) AS n
"""  # noqa: S608  our own numbers
PERSONS = """
INSERT INTO person (id, service_id, ref_hash, ref_sealed, hash_key_id, memory_enabled)
SELECT md5('expire ' || p)::uuid, %(service)s, sha256(('expire ' || p)::bytea),
    ''::bytea, %(key)s, true
FROM generate_series(0, %(persons)s - 1) AS p
ON CONFLICT DO NOTHING
"""
EPOCHS = """
INSERT INTO epoch (person_id, number)
SELECT md5('expire ' || p)::uuid, 0 FROM generate_series(0, %(persons)s - 1) AS p
ON CONFLICT DO NOTHING
"""
# People's rows lie mixed, as in a table that grew: the person changes with every row.
NUMBERED = """
CREATE TEMPORARY TABLE fresh ON COMMIT DROP AS
SELECT n, md5('expire ' || n %% %(persons)s)::uuid AS person_id,
    gen_random_uuid() AS memory_id, gen_random_uuid() AS source_id
FROM generate_series(0, %(rows)s - 1) AS n
"""
SOURCES = """
INSERT INTO source (id, person_id, service_id, type, trust, ref, conversation, url,
    said_at)
SELECT source_id, person_id, %(service)s, 'user_message', 'user', 'message-' || n,
    'talk', '', now() FROM fresh
"""
MEMORIES = """
INSERT INTO memory (id, person_id, service_id, source_id, text, text_hash, hash_key_id,
    embedding, kind, key, space, importance, sensitivity, status, status_reason, trust,
    inferred, pinned, metadata, findings, version, updated_at, said_at, expires_at,
    use_count)
SELECT memory_id, person_id, %(service)s, source_id,
    'Parked the car on level ' || fresh.n || ', near the lift and the way out to the street.',
    sha256(memory_id::text::bytea), %(key)s, meaning, 'fact', '', '', 5, 'normal',
    'active', '', 'user', false, false, '{}', '[]', 1, now(), now(), %(over)s, 0
FROM fresh JOIN pool ON pool.n = fresh.n %% %(pool)s
"""
VERSIONS = """
INSERT INTO memory_version (id, person_id, service_id, memory_id, number, text,
    actor_kind)
SELECT gen_random_uuid(), person_id, %(service)s, memory_id, 1, 'As it was told.',
    'service' FROM fresh
"""
EDGES = """
INSERT INTO derivation (id, person_id, service_id, made_id, origin_kind, origin_id)
SELECT gen_random_uuid(), person_id, %(service)s, memory_id, 'source', source_id
FROM fresh
"""
FILL = (NUMBERED, SOURCES, MEMORIES, VERSIONS, EDGES)
SETTLED = "VACUUM ANALYZE memory, memory_version, source, derivation, audit_entry"

FLOOR = (
    "DELETE FROM memory_version v USING memory m WHERE m.expires_at <= now() "
    "AND v.person_id = m.person_id AND v.memory_id = m.id",
    "DELETE FROM derivation d USING memory m WHERE m.expires_at <= now() "
    "AND d.person_id = m.person_id AND d.made_id = m.id",
    "DELETE FROM source s USING memory m WHERE m.expires_at <= now() "
    "AND s.person_id = m.person_id AND s.id = m.source_id",
    "DELETE FROM memory WHERE expires_at <= now()",
)


@dataclass
class Crowd:
    """People, and their expired rows, made anew before each turn."""

    service: Service
    key: str
    rows: int

    def settle(self) -> None:
        """Everybody, and the rows that stay."""
        with connections["owner"].cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS pool")
            cursor.execute(VECTORS)
            cursor.execute(PERSONS, self._values(None))
            cursor.execute(EPOCHS, self._values(None))
        self._fill(None)

    def expire(self, number: int) -> None:
        """As many rows that have expired."""
        self._fill("2020-01-01T00:00:00Z")

    def product(self, number: int) -> None:
        """As beat does it."""
        done = carry_out(Schedule.EACH_RUN)["expired"]
        _must(done, self.rows)

    def floor(self, number: int) -> None:
        """The same rows, bare."""
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            for statement in FLOOR:
                cursor.execute(statement)
                _must(cursor.rowcount, self.rows)

    def _fill(self, over: str | None) -> None:
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            for statement in FILL:
                cursor.execute(statement, self._values(over))
        with connections["owner"].cursor() as cursor:
            cursor.execute(SETTLED)

    def _values(self, over: str | None) -> dict[str, Any]:
        return {
            "service": self.service.id,
            "key": self.key,
            "rows": self.rows,
            "persons": max(1, self.rows // EACH),
            "pool": POOL,
            "over": over,
        }


def bench_expire(size: Size) -> Iterator[dict[str, Any]]:
    """Rows of figures: ms, ratio to the floor, rows a second."""
    logging.disable(logging.WARNING)
    rounds = max(ROUNDS[0], min(ROUNDS[1], size.rounds))
    service, _ = make_service("Expiry benchmark", actor=SYSTEM)
    key = find_or_make_person(service.id, "person").hash_key_id
    for rows in size.rows:
        crowd = Crowd(service, key, rows)
        crowd.settle()
        ways = {"floor": crowd.floor, "product": crowd.product}
        times = in_turns(ways, rounds=rounds, warm=1, before=crowd.expire)
        floor, product = times["floor"], times["product"]
        left = Memory.objects.using("owner").filter(expires_at__isnull=False).count()
        _must(left, 0)
        yield _row(f"bare DELETEs, {rows} memories", floor, rows)
        ratio = product.p50 / floor.p50
        yield _row(f"the product, {rows} memories", product, rows) | {
            "ratio": ratio,
            "met": ratio <= GOAL,
        }


def _row(what: str, times: Times, rows: int) -> dict[str, Any]:
    return {
        "what": what,
        "p50_ms": times.p50,
        "p95_ms": times.p95,
        "rows_per_s": rows * MS / times.p50,
    }


def _must(found: int, wanted: int) -> None:
    if found != wanted:
        raise RuntimeError(f"{found} rows instead of {wanted}")
