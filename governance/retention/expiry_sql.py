"""Expiry by set, across persons: what may be taken this way, and the statements that
take it, with everything of its own and its entries in the record.

They run in the sweeper's scope, which can delete what has expired and nothing else.
"""

# The rest are asked for person by person (expiry.py): something was made from it, a run
# is on its way for its person, or a text waits to be derived for them.
MAY_GO = """m.expires_at <= now()
      AND NOT EXISTS (
        SELECT 1 FROM person p WHERE p.id = m.person_id AND p.restricted_at IS NOT NULL)
      AND NOT EXISTS (
        SELECT 1 FROM erasure_run r
        WHERE r.person_id = m.person_id AND r.state NOT IN ('done', 'undone'))
      AND NOT EXISTS (SELECT 1 FROM rebuild b WHERE b.person_id = m.person_id)
      AND NOT EXISTS (
        SELECT 1 FROM derivation d
        WHERE d.person_id = m.person_id AND d.origin_id = m.id)"""

# Their epoch rows are taken as a writer takes them, so nobody derives from a row while it
# goes; a person who is being written for is left for the next run (SKIP LOCKED).
CHOSEN = f"""
WITH due AS MATERIALIZED (
    SELECT m.person_id, m.id FROM memory m
    WHERE {MAY_GO}
    LIMIT %(limit)s
), locked AS MATERIALIZED (
    SELECT e.person_id FROM epoch e
    WHERE e.person_id IN (SELECT person_id FROM due)
    FOR NO KEY UPDATE SKIP LOCKED
)
SELECT COALESCE(array_agg(d.id), '{{}}'), COALESCE(array_agg(d.person_id), '{{}}')
FROM due d WHERE d.person_id IN (SELECT person_id FROM locked)
"""  # noqa: S608  put together from a constant

# Of those, asked anew behind the locks: what was committed meanwhile counts.
STILL = f"""
SELECT COALESCE(array_agg(m.id), '{{}}'), COALESCE(array_agg(m.person_id), '{{}}')
FROM unnest(%(ids)s::uuid[], %(persons)s::uuid[]) AS t (id, person_id)
JOIN memory m ON m.id = t.id AND m.person_id = t.person_id
WHERE {MAY_GO}
"""  # noqa: S608  put together from a constant

# Statements, each with arrays, and not one with all of them inside: row-level security
# hides from the planner how many rows each part has, and it then compared all with all.
VERSIONS = """
DELETE FROM memory_version v
USING unnest(%(ids)s::uuid[], %(persons)s::uuid[]) AS t (id, person_id)
WHERE v.person_id = t.person_id AND v.memory_id = t.id
"""
EDGES = """
WITH edges AS (
    DELETE FROM derivation d
    USING unnest(%(ids)s::uuid[], %(persons)s::uuid[]) AS t (id, person_id)
    WHERE d.person_id = t.person_id AND d.made_id = t.id
    RETURNING d.person_id, d.origin_id, d.origin_kind
), origins AS (
    SELECT DISTINCT person_id, origin_id FROM edges WHERE origin_kind = 'source'
)
SELECT COALESCE(array_agg(origin_id), '{}'), COALESCE(array_agg(person_id), '{}')
FROM origins
"""
GONE = """
WITH gone AS (
    DELETE FROM memory m
    USING unnest(%(ids)s::uuid[], %(persons)s::uuid[]) AS t (id, person_id)
    WHERE m.person_id = t.person_id AND m.id = t.id
    RETURNING m.person_id, m.service_id, m.id
), entered AS (
    INSERT INTO audit_entry (id, created_at, verb, actor_kind, service_id, person_id,
        subject_ids, counts)
    SELECT gen_random_uuid(), now(), 'memory.expired', 'system', service_id, person_id,
        array_agg(id) || %(rule)s::uuid, jsonb_build_object('memories', count(*))
    FROM gone GROUP BY person_id, service_id
)
SELECT count(*) FROM gone
"""
# That nothing stands on them any more is what the policy of the table asks itself.
SOURCES = """
DELETE FROM source s
USING unnest(%(ids)s::uuid[], %(persons)s::uuid[]) AS t (id, person_id)
WHERE s.person_id = t.person_id AND s.id = t.id
"""
