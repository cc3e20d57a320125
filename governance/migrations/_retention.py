"""What retention needs of the database: which memories a rule is about, how many rows,
edges without an end, and what the sweeper may see and delete. Used by 0014 only.

``retention_due`` sees what its caller may see. The three others run as the owner, see
everybody's rows and give nothing but counts and ids of persons, to the sweeper and to
staff alone: so neither scope has to see a text.
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

FUNCTIONS = {
    "retention_due(text, text, text, integer, integer, integer, boolean, interval)": DUE,
    "retention_due_persons(text, text, text, integer, integer, integer, boolean, interval)": (
        DUE_PERSONS
    ),
    "retention_due_rows(text, integer, interval)": DUE_ROWS,
    "orphan_edges()": ORPHANS,
}

RULE: Branches = {
    # The activity page says how long the record is kept; a policy below reads it too.
    "*": [
        ("S", "COALESCE((SELECT current_setting('memoryhub.scope', true)), '') <> ''")
    ],
    "staff": [("IU", "true")],
}

OVER_MEMORY = (
    "EXISTS (SELECT 1 FROM memory m WHERE m.person_id = {table}.person_id "
    "AND m.id = {table}.{column} AND m.expires_at <= now())"
)
# A source goes when nothing stands on it: else it says where something is from.
OVER_SOURCE = (
    "NOT EXISTS (SELECT 1 FROM derivation d WHERE d.person_id = source.person_id "
    "AND d.origin_id = source.id)"
)
# Not younger than the rule says, and never younger than the least, whatever it says.
AGED_READ = (
    "created_at < now() - make_interval(days => (SELECT max(GREATEST(30, r.days)) "
    "FROM retention_rule r WHERE r.about = 'reads' AND r.enabled))"
)

SWEEPER: dict[str, dict[str, str]] = {
    "memory": {"DELETE": "expires_at <= now()"},
    "memory_version": dict.fromkeys(
        ("SELECT", "DELETE"),
        OVER_MEMORY.format(table="memory_version", column="memory_id"),
    ),
    # Whether something was made from it, or stands on its source: ids only.
    "derivation": {
        "SELECT": "true",
        "DELETE": OVER_MEMORY.format(table="derivation", column="made_id"),
    },
    "source": dict.fromkeys(("SELECT", "DELETE"), OVER_SOURCE),
    "epoch": dict.fromkeys(("SELECT", "UPDATE"), "true"),
    "person": {"SELECT": "restricted_at IS NOT NULL"},
    "read": dict.fromkeys(("SELECT", "DELETE"), AGED_READ),
}


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
