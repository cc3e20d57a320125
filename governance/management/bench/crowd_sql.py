"""The statements behind the crowd: every so many rows one is the person's, so that theirs
lie scattered over the table; four in five of them belong to their first record."""

NUMBERED = """
CREATE TEMPORARY TABLE crowd ON COMMIT DROP AS
SELECT n, n / %(step)s AS k, n %% %(step)s = 0 AS own,
    gen_random_uuid() AS memory_id, gen_random_uuid() AS source_id,
    CASE WHEN n %% %(step)s = 0 THEN CASE WHEN n / %(step)s %% 5 = 4 THEN 2 ELSE 1 END
    END AS record,
    now() - interval '3 years' * (1 - n::float / %(all)s) AS at
FROM generate_series(0, %(all)s - 1) AS n
"""

PERSONS = """
INSERT INTO person (id, service_id, ref_hash, ref_sealed, hash_key_id, memory_enabled)
SELECT md5('person ' || p)::uuid, (%(services)s::uuid[])[1 + p %% 2],
    sha256(('person ' || p)::bytea), ''::bytea, %(key)s, true
FROM generate_series(0, %(all)s / %(each)s) AS p
"""

OWNERS = """
CREATE TEMPORARY TABLE owners ON COMMIT DROP AS
SELECT c.*,
    COALESCE((%(records)s::uuid[])[c.record],
        md5('person ' || n / %(each)s)::uuid) AS person_id,
    (%(services)s::uuid[])[COALESCE(c.record, 1 + n / %(each)s %% 2)] AS service_id
FROM crowd c
"""

SOURCES = """
INSERT INTO source (id, person_id, service_id, created_at, type, trust, ref,
    conversation, url, said_at)
SELECT source_id, person_id, service_id, at,
    (ARRAY['user_message', 'user_message', 'document', 'service'])[1 + k %% 4],
    (ARRAY['user', 'user', 'trusted', 'trusted'])[1 + k %% 4],
    'message-' || n, 'talk-' || n / 20, '', at
FROM owners
"""

MEMORIES = """
INSERT INTO memory (id, person_id, service_id, created_at, source_id, text, text_hash,
    hash_key_id, embedding, kind, key, space, importance, sensitivity, status,
    status_reason, trust, inferred, pinned, metadata, findings, version, updated_at,
    said_at, expires_at, last_used_at, use_count)
SELECT memory_id, person_id, service_id, at, source_id,
    a.text || ' Noted as number ' || o.n || '.'
        || CASE WHEN k %% 97 = 0 THEN repeat(' ' || b.text, 12) ELSE '' END,
    sha256(o.n::text::bytea), %(key)s, l2_normalize(a.meaning + b.noise),
    (ARRAY['fact', 'preference', 'event', 'decision', 'fact', 'procedure'])[1 + k %% 6],
    '', '', 1 + k %% 10,
    (ARRAY['normal', 'personal', 'sensitive'])[CASE WHEN k %% 60 = 1 THEN 3
        WHEN k %% 20 = 1 THEN 2 ELSE 1 END],
    CASE WHEN k %% 50 = 2 THEN 'paused' WHEN k %% 40 = 3 THEN 'quarantined'
        WHEN k %% 100 = 4 THEN 'superseded' ELSE 'active' END,
    CASE WHEN k %% 40 = 3 AND k %% 50 <> 2 THEN 'untrusted_source' ELSE '' END,
    (ARRAY['user', 'user', 'trusted', 'trusted'])[1 + k %% 4],
    k %% 8 = 5, k %% 100 = 6, '{}',
    CASE WHEN k %% 10 = 8 THEN '[{"entity": "EMAIL", "action": "remove"}]'::jsonb
        ELSE '[]'::jsonb END,
    1, at, at,
    CASE WHEN k %% 10 = 9 THEN now() + interval '90 days'
        WHEN k %% 200 = 10 THEN now() - interval '1 hour' END,
    CASE WHEN k %% 3 <> 0 THEN at + (now() - at) * (o.n %% 97) / 97 END, k %% 30
FROM owners o
JOIN pool a ON a.n = o.n %% %(pool)s
JOIN pool b ON b.n = (o.n * 7 + o.n / %(pool)s) %% %(pool)s
ORDER BY o.n
"""

MINE = """
CREATE TEMPORARY TABLE mine ON COMMIT DROP AS SELECT * FROM owners WHERE own
"""

EDGES = """
INSERT INTO derivation (id, person_id, service_id, made_id, origin_kind, origin_id)
SELECT gen_random_uuid(), person_id, service_id, memory_id, 'source', source_id
FROM owners
"""

VERSIONS = """
INSERT INTO memory_version (id, person_id, service_id, memory_id, number, text,
    actor_kind)
SELECT gen_random_uuid(), person_id, service_id, memory_id, 1, 'As it was told.',
    'service'
FROM owners
"""

READS = """
INSERT INTO read (id, person_id, service_id, created_at, kind, purpose, memory_ids)
SELECT gen_random_uuid(), f.person_id, f.service_id,
    now() - interval '1 year' * r / %(reads)s,
    (ARRAY['recall', 'list', 'get'])[1 + r %% 3], 'assist',
    ARRAY(SELECT memory_id FROM mine m WHERE m.person_id = f.person_id
        AND m.k BETWEEN f.k AND f.k + 10)
FROM generate_series(1, %(reads)s) AS r
JOIN mine f ON f.k = r * 7919::bigint %% %(memories)s
"""

ENTRIES = """
INSERT INTO audit_entry (id, created_at, verb, actor_kind, person_id, service_id,
    subject_ids, counts)
SELECT gen_random_uuid(), at, 'memory.remembered', 'service', person_id, service_id,
    ARRAY[memory_id], '{}'
FROM mine
"""

STATEMENTS = (
    NUMBERED,
    PERSONS,
    OWNERS,
    SOURCES,
    "ANALYZE pool",
    MEMORIES,
    MINE,
    "CREATE INDEX ON mine (k)",
    EDGES,
    VERSIONS,
    READS,
    ENTRIES,
)

AFTERWARDS = (
    "VACUUM ANALYZE memory, memory_version, source, derivation, read, audit_entry, person",
)
