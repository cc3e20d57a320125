"""What retention needs of the database: which memories a rule is about, how many rows,
edges without an end, and the deletion of what has expired. Used by 0014 only.

``retention_due`` sees what its caller may see. The others run as the owner and see
everybody's rows. They give counts and ids of persons, to the sweeper and to staff alone,
and ``expire_memories`` deletes what has expired, for the sweeper alone: so neither scope
has to see a text, or to be let delete anything else.
"""

from governance.migrations._policies import Branches, policies, scoped

# One place says what a rule is about: preview, simulator, staff page and the run itself.
DUE = """
CREATE FUNCTION retention_due(
    of_about text, of_kind text, of_sensitivity text, of_days integer,
    of_importance integer, of_months integer, even_kept boolean, ahead interval
) RETURNS TABLE (person_id uuid, service_id uuid, memory_id uuid)
LANGUAGE sql STABLE AS $$
    SELECT m.person_id, m.service_id, m.id
    FROM memory m JOIN person p ON p.id = m.person_id
    -- Art. 18 GDPR: restricted data is stored and nothing else.
    WHERE p.restricted_at IS NULL
      -- What has a receipt is on its way out by a run already.
      AND NOT EXISTS (
        SELECT 1 FROM receipt r
        WHERE r.person_id = m.person_id AND r.thing_id = m.id
      )
      -- What a hold keeps goes when the hold ends.
      AND NOT m.held
      AND CASE
        WHEN of_about = 'expired' THEN m.expires_at <= now() + ahead
        WHEN m.expires_at <= now() + ahead THEN false
        WHEN of_about = 'proposed' THEN m.status = 'proposed'
            AND m.created_at < now() + ahead - make_interval(days => of_days)
        -- It may have been in use before: since it was put aside, or told again.
        WHEN of_about = 'quarantined' THEN m.status = 'quarantined'
            AND m.updated_at < now() + ahead - make_interval(days => of_days)
        WHEN m.pinned THEN false
        WHEN of_about = 'chosen' THEN
            m.status IN ('active', 'paused', 'superseded')
            AND m.created_at < now() + ahead - make_interval(
                months => COALESCE(of_months, p.forget_after_months))
        WHEN of_about = 'memories' THEN
            m.status IN ('active', 'paused', 'superseded')
            AND of_kind IN ('', m.kind) AND of_sensitivity IN ('', m.sensitivity)
            AND m.created_at < now() + ahead - make_interval(days => of_days)
        -- What its person has switched off cannot be used, and is not forgotten for it.
        WHEN of_about = 'unused' THEN
            m.status = 'active' AND m.importance < of_importance
            AND m.created_at < now() + ahead - make_interval(days => of_days)
            AND (m.last_used_at IS NULL
                OR m.last_used_at < now() + ahead - make_interval(days => of_days))
            AND (even_kept OR NOT p.keep_unused) AND p.memory_enabled AND p.using
            AND p.disconnected_at IS NULL
        ELSE false
      END
$$
"""

HOUSE = "COALESCE(current_setting('memoryhub.scope', true), '') IN ('sweeper', 'staff')"
AS_OWNER = "LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp"

DUE_PERSONS = f"""
CREATE FUNCTION retention_due_persons(
    of_about text, of_kind text, of_sensitivity text, of_days integer,
    of_importance integer, of_months integer, even_kept boolean, ahead interval
) RETURNS TABLE (person_id uuid, service_id uuid, memories bigint)
{AS_OWNER} AS $$
    SELECT d.person_id, d.service_id, count(*)
    FROM retention_due($1, $2, $3, $4, $5, $6, $7, $8) d
    WHERE {HOUSE}
    GROUP BY d.person_id, d.service_id
$$
"""

DUE_ROWS = f"""
CREATE FUNCTION retention_due_rows(
    of_about text, of_days integer, ahead interval
) RETURNS bigint {AS_OWNER} AS $$
    SELECT CASE WHEN NOT {HOUSE} THEN NULL ELSE CASE of_about
        WHEN 'reads' THEN (SELECT count(*) FROM read
            WHERE created_at < now() + ahead - make_interval(days => of_days))
        WHEN 'idempotency' THEN (SELECT count(*) FROM idempotency_record
            WHERE expires_at <= now() + ahead)
        WHEN 'dashboard_links' THEN (SELECT count(*) FROM dashboard_link
            WHERE expires_at <= now() + ahead)
        WHEN 'export_links' THEN (SELECT count(*) FROM export_link
            WHERE expires_at <= now() + ahead)
        WHEN 'receipt_links' THEN (SELECT count(*) FROM receipt_link
            WHERE expires_at <= now() + ahead)
        WHEN 'receipts' THEN (SELECT count(*) FROM receipt
            WHERE expires_at <= now() + ahead)
    END END
$$
"""

ORPHANS = f"""
CREATE FUNCTION orphan_edges() RETURNS TABLE (made bigint, origin bigint)
{AS_OWNER} AS $$
    SELECT
        (SELECT count(*) FROM derivation d
         WHERE NOT EXISTS (SELECT 1 FROM memory m
             WHERE m.person_id = d.person_id AND m.id = d.made_id)
           AND NOT EXISTS (SELECT 1 FROM receipt r
             WHERE r.person_id = d.person_id AND r.thing_id = d.made_id)),
        (SELECT count(*) FROM derivation d
         WHERE NOT EXISTS (SELECT 1 FROM memory m
             WHERE m.person_id = d.person_id AND m.id = d.origin_id)
           AND NOT EXISTS (SELECT 1 FROM source s
             WHERE s.person_id = d.person_id AND s.id = d.origin_id)
           AND NOT EXISTS (SELECT 1 FROM receipt r
             WHERE r.person_id = d.person_id AND r.thing_id = d.origin_id))
    WHERE {HOUSE}
$$
"""

# One batch of the expired memories of some people, with all that is theirs alone. Epoch
# rows are taken as a writer takes them, so nobody derives from a row while it goes; a
# person who is being written for is left for the next run. What needs more than this is
# left too: restricted data, whoever has a run on its way or a text that waits to be
# derived, and a memory that something was made from.
EXPIRE = """
CREATE FUNCTION expire_memories(of_people uuid[], most integer, rule uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
-- Plans made for five thousand ids each time cost more than the deletion.
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    people uuid[]; ids uuid[]; persons uuid[]; origins uuid[]; of_persons uuid[];
    gone integer;
BEGIN
    IF COALESCE(current_setting('memoryhub.scope', true), '') <> 'sweeper' THEN
        RETURN 0;
    END IF;

    SELECT array_agg(locked.person_id) INTO people FROM (
        SELECT e.person_id FROM epoch e WHERE e.person_id = ANY (of_people)
        FOR NO KEY UPDATE SKIP LOCKED
    ) locked;

    -- Behind the locks, in a statement of its own: it sees what was committed before.
    -- OFFSET 0 keeps the look-up by person a look-up (provenance/closure.py).
    SELECT array_agg(due.id), array_agg(due.person_id) INTO ids, persons FROM (
        SELECT theirs.id, who.person_id
        FROM unnest(people) AS who (person_id) CROSS JOIN LATERAL (
            SELECT m.id FROM memory m
            WHERE m.person_id = who.person_id AND m.expires_at <= now()
              AND NOT m.held
              AND NOT EXISTS (
                SELECT 1 FROM derivation d
                WHERE d.person_id = m.person_id AND d.origin_id = m.id)
            OFFSET 0
        ) theirs
        WHERE NOT EXISTS (
            SELECT 1 FROM person p
            WHERE p.id = who.person_id AND p.restricted_at IS NOT NULL)
          AND NOT EXISTS (
            SELECT 1 FROM erasure_run r
            WHERE r.person_id = who.person_id AND r.state NOT IN ('done', 'undone'))
          AND NOT EXISTS (
            SELECT 1 FROM rebuild b WHERE b.person_id = who.person_id)
        LIMIT most
    ) due;
    IF ids IS NULL THEN
        RETURN 0;
    END IF;

    DELETE FROM memory_version v USING unnest(ids, persons) AS t (id, person_id)
    WHERE v.person_id = t.person_id AND v.memory_id = t.id;

    WITH edges AS (
        DELETE FROM derivation d USING unnest(ids, persons) AS t (id, person_id)
        WHERE d.person_id = t.person_id AND d.made_id = t.id
        RETURNING d.person_id, d.origin_id, d.origin_kind
    ), stood_on AS (
        SELECT DISTINCT e.person_id, e.origin_id FROM edges e
        WHERE e.origin_kind = 'source'
    )
    SELECT array_agg(s.origin_id), array_agg(s.person_id) INTO origins, of_persons
    FROM stood_on s;

    WITH went AS (
        DELETE FROM memory m USING unnest(ids, persons) AS t (id, person_id)
        WHERE m.person_id = t.person_id AND m.id = t.id
        RETURNING m.person_id, m.service_id, m.id
    ), entered AS (
        INSERT INTO audit_entry (id, created_at, verb, actor_kind, service_id,
            person_id, subject_ids, counts)
        SELECT gen_random_uuid(), now(), 'memory.expired', 'system', w.service_id,
            w.person_id, array_agg(w.id) || rule,
            jsonb_build_object('memories', count(*))
        FROM went w GROUP BY w.person_id, w.service_id
    )
    SELECT count(*) INTO gone FROM went;

    DELETE FROM source s USING unnest(origins, of_persons) AS t (id, person_id)
    WHERE s.person_id = t.person_id AND s.id = t.id
      AND NOT EXISTS (
        SELECT 1 FROM derivation d
        WHERE d.person_id = s.person_id AND d.origin_id = s.id);
    RETURN gone;
END $$
"""

FUNCTIONS = {
    "retention_due(text, text, text, integer, integer, integer, boolean, interval)": DUE,
    "retention_due_persons(text, text, text, integer, integer, integer, boolean, interval)": (
        DUE_PERSONS
    ),
    "retention_due_rows(text, integer, interval)": DUE_ROWS,
    "orphan_edges()": ORPHANS,
    "expire_memories(uuid[], integer, uuid)": EXPIRE,
}

RULE: Branches = {
    # The activity page says how long the record is kept; a policy below reads it too.
    "*": [
        ("S", "COALESCE((SELECT current_setting('memoryhub.scope', true)), '') <> ''")
    ],
    "staff": [("IU", "true")],
}

# Not younger than the rule says, and never younger than the least, whatever it says.
AGED_READ = (
    "created_at < now() - make_interval(days => (SELECT max(GREATEST(30, r.days)) "
    "FROM retention_rule r WHERE r.about = 'reads' AND r.enabled))"
)

SWEEPER = {"read": dict.fromkeys(("SELECT", "DELETE"), AGED_READ)}


def statements(runtime: str) -> list[str]:
    """Everything, in order; ``runtime`` is the quoted name of the runtime login."""
    return [
        *policies("retention_rule", RULE),
        *FUNCTIONS.values(),
        *(each for name in FUNCTIONS for each in _only(name, runtime)),
        *(
            # Beside the policies that are there: permissive ones add up.
            f"CREATE POLICY sweeper_{command.lower()} ON {table} FOR {command} "
            f"USING ({scoped('sweeper', condition)})"
            for table, rules in SWEEPER.items()
            for command, condition in rules.items()
        ),
        f"GRANT DELETE ON read TO {runtime}",
        f"REVOKE DELETE ON retention_rule FROM {runtime}",
        *STALE_BELLS,
    ]


def undone(runtime: str) -> list[str]:
    """Takes it away again; the policies of the new table go with it."""
    return [
        *(
            f"DROP POLICY sweeper_{command.lower()} ON {table}"
            for table, rules in SWEEPER.items()
            for command in rules
        ),
        *(f"DROP FUNCTION {name}" for name in reversed(FUNCTIONS)),
        f"REVOKE DELETE ON read FROM {runtime}",
    ]


def _only(function: str, runtime: str) -> list[str]:
    return [
        f"REVOKE EXECUTE ON FUNCTION {function} FROM PUBLIC",
        f"GRANT EXECUTE ON FUNCTION {function} TO {runtime}",
    ]


# Beat keeps what it once was told to ring for; these two tasks are rules now.
STALE_BELLS = [
    """
    DO $$ BEGIN
        IF to_regclass('django_celery_beat_periodictask') IS NOT NULL THEN
            DELETE FROM django_celery_beat_periodictask WHERE task IN (
                'governance.tasks.forget_by_age', 'governance.tasks.drop_old_receipts'
            );
        END IF;
    END $$
    """
]

RULES: tuple[dict[str, object], ...] = (
    {"name": "expired", "about": "expired", "schedule": "each_run"},
    {"name": "own-choice", "about": "chosen", "schedule": "nightly"},
    {
        "name": "unused",
        "about": "unused",
        "schedule": "weekly",
        "days": 90,
        "importance_below": 4,
    },
    {"name": "proposed", "about": "proposed", "schedule": "nightly", "days": 14},
    {"name": "quarantined", "about": "quarantined", "schedule": "nightly", "days": 14},
    {"name": "reads", "about": "reads", "schedule": "nightly", "days": 365},
    {"name": "idempotency", "about": "idempotency", "schedule": "nightly"},
    {"name": "dashboard-links", "about": "dashboard_links", "schedule": "nightly"},
    {"name": "export-links", "about": "export_links", "schedule": "nightly"},
    {"name": "receipt-links", "about": "receipt_links", "schedule": "nightly"},
    {"name": "receipts", "about": "receipts", "schedule": "nightly"},
)
"""The rules there are from the first day."""
