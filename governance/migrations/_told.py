"""What conversations and memory files need of the database: who may see which row, what
an erasure hides, and which of them a rule of retention takes. Used by 0037 only.

``drop_told`` runs as the owner, for the sweeper alone: it gives ids of persons and counts,
so that the sweeper has to see no word of what it deletes.
"""

from governance.migrations._policies import (
    PERSONS,
    SERVICE,
    Branches,
    composite_key,
    no_statistics,
    policies,
)
from governance.migrations._retention import DUE_ROWS

MINE = f"person_id = ANY ({PERSONS})"
ERASING = "COALESCE((SELECT current_setting('memoryhub.erasing', true)), '') = 'on'"
OF_RUNS = (
    f"FROM erasure_run g WHERE g.person_id = ANY ({PERSONS}) AND g.epoch IS NOT NULL "
    "AND g.state NOT IN ('done', 'undone')"
)
UNDER_WAY = f"(SELECT EXISTS (SELECT 1 {OF_RUNS}))"
NAMED = (
    f"(SELECT i.thing_id FROM erasure_item i WHERE i.person_id = ANY ({PERSONS}) "
    "AND i.thing IN ({things}) "
    f"AND i.run_id = ANY ((SELECT ARRAY(SELECT g.id {OF_RUNS}))::uuid[]))"
)


def _shown(things: str, *columns: str) -> str:
    """Not what a run that has begun is on its way to delete, but for that run itself."""
    named = NAMED.replace("{things}", things)
    goes = " OR ".join(f"{column} IN {named}" for column in columns)
    return f"({ERASING} OR NOT {UNDER_WAY} OR NOT ({goes}))"


def _owned(shown: str) -> Branches:
    own = f"{MINE} AND {shown}"
    return {
        "person": [("S", own), ("IUD", MINE)],
        "service_person": [
            ("S", f"{own} AND service_id = {SERVICE}"),
            ("IUD", f"{MINE} AND service_id = {SERVICE}"),
        ],
        "staff_person": [("S", own)],
    }


TABLES: dict[str, Branches] = {
    "conversation": _owned(_shown("'conversation'", "id")),
    "conversation_item": _owned(
        _shown("'conversation', 'item'", "conversation_id", "id")
    ),
    "memory_file": _owned(_shown("'file'", "id")),
    "file_version": _owned(_shown("'file'", "file_id")),
}

CONTENT = {
    "conversation": ["name"],
    "conversation_item": ["body", "ref"],
    "memory_file": ["path", "text"],
    "file_version": ["path", "text"],
}

# A file goes like an unused memory: its person can undo it, and may say never; or has
# said after how many months whatever is there is to go.
FILES = """
    UNION ALL
    SELECT f.person_id, f.service_id, f.id
    FROM memory_file f JOIN person p ON p.id = f.person_id
    WHERE of_about = 'files' AND NOT f.forgotten AND p.restricted_at IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM receipt r
        WHERE r.person_id = f.person_id AND r.thing_id = f.id
      )
      AND (
        GREATEST(f.updated_at, f.read_at)
            < now() + ahead - make_interval(days => of_days)
          AND (even_kept OR NOT p.keep_unused) AND p.memory_enabled AND p.using
          AND p.disconnected_at IS NULL
        OR f.updated_at < now() + ahead - make_interval(
            months => COALESCE(of_months, p.forget_after_months))
      )
$$
"""

RESTRICTED = """NOT EXISTS (SELECT 1 FROM person p
                WHERE p.id = {table}.person_id AND p.restricted_at IS NOT NULL)"""
OVER = {
    "special_items": ("conversation_item", "{t}.expires_at <= now() + {ahead}"),
    # Their person may want whatever is there to go sooner than the rule says, though not
    # sooner than after three months: that much an index can answer.
    "items": (
        "conversation_item",
        "{t}.created_at < now() + {ahead} - LEAST(make_interval(days => of_days), "
        "interval '3 months') "
        "AND {t}.created_at < now() + {ahead} - LEAST(make_interval(days => of_days), "
        "(SELECT make_interval(months => p.forget_after_months) FROM person p "
        "WHERE p.id = {t}.person_id))",
    ),
    "file_versions": (
        "file_version",
        "{t}.created_at < now() + {ahead} - make_interval(days => of_days)",
    ),
}


def _over(about: str, ahead: str) -> str:
    table, over = OVER[about]
    restricted = RESTRICTED.format(table="t")
    return f"FROM {table} t WHERE {over.format(t='t', ahead=ahead)} AND {restricted}"


COUNTED = "".join(
    f"        WHEN '{about}' THEN (SELECT count(*) {_over(about, 'ahead')})\n"
    for about in OVER
)
_DROP_ONE = """
    IF of_about = '{about}' THEN
        RETURN QUERY
        WITH due AS (
            SELECT t.person_id, t.id {over}
              AND t.person_id = ANY (people) LIMIT most
        ), went AS (
            DELETE FROM {table} x USING due
            WHERE x.person_id = due.person_id AND x.id = due.id
            RETURNING x.person_id, x.service_id
        )
        SELECT w.person_id, w.service_id, count(*) FROM went w
        GROUP BY w.person_id, w.service_id;
    END IF;
"""

# The epoch rows are taken as a writer takes them: whoever is being written for is left
# for the next run, and nobody adds to a conversation while its last item goes.
DROP_TOLD = (
    """
CREATE FUNCTION drop_told(of_about text, of_days integer, most integer)
RETURNS TABLE (of_person uuid, of_service uuid, gone bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    people uuid[];
BEGIN
    IF COALESCE(current_setting('memoryhub.scope', true), '') <> 'sweeper' THEN
        RETURN;
    END IF;
    SELECT array_agg(locked.person_id) INTO people FROM (
        SELECT e.person_id FROM epoch e WHERE e.person_id IN (
            SELECT due.person_id FROM (
"""
    + "                UNION ALL\n".join(
        f"                (SELECT t.person_id {_over(about, '''interval '0' ''')}\n"
        f"                    AND of_about = '{about}' LIMIT most)\n"
        for about in OVER
    )
    + """
            ) due
        )
        FOR NO KEY UPDATE SKIP LOCKED
    ) locked;
"""
    + "".join(
        _DROP_ONE.format(
            about=about, table=OVER[about][0], over=_over(about, "interval '0'")
        )
        for about in OVER
    )
    + """
    -- A conversation of which nothing is left; not one that an erasure is at.
    IF of_about IN ('items', 'special_items') THEN
        DELETE FROM conversation c
        WHERE c.person_id = ANY (people) AND NOT c.forgotten
          AND NOT EXISTS (
            SELECT 1 FROM conversation_item t
            WHERE t.person_id = c.person_id AND t.conversation_id = c.id)
          AND NOT EXISTS (
            SELECT 1 FROM erasure_item i
            WHERE i.person_id = c.person_id AND i.thing_id = c.id);
    END IF;
END $$
"""
)

RULES: tuple[dict[str, object], ...] = (
    {"name": "files", "about": "files", "schedule": "nightly", "days": 180},
    {
        "name": "file-versions",
        "about": "file_versions",
        "schedule": "nightly",
        "days": 90,
    },
    {"name": "conversations", "about": "items", "schedule": "nightly", "days": 365},
    {"name": "special-items", "about": "special_items", "schedule": "each_run"},
)


def due_with_files(due: str) -> str:
    """``retention_due`` that knows of files as well."""
    return due.rsplit("$$", 1)[0].rstrip() + FILES


def counted_with(case: str) -> str:
    """``retention_due_rows`` that counts these tables as well; ``case`` is what it said
    of requests."""
    end = "    END END\n$$"
    again = DUE_ROWS.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
    return again.replace(end, case + COUNTED + end)


def statements(runtime: str) -> list[str]:
    """Row-level security and keys, in order; ``runtime`` is the runtime login, quoted."""
    return [
        *(each for table, rules in TABLES.items() for each in policies(table, rules)),
        *(
            each
            for table, names in CONTENT.items()
            for each in no_statistics(table, *names)
        ),
        composite_key("conversation_item", "conversation_id", "conversation"),
        composite_key("file_version", "file_id", "memory_file"),
        DROP_TOLD,
        "REVOKE EXECUTE ON FUNCTION drop_told(text, integer, integer) FROM PUBLIC",
        f"GRANT EXECUTE ON FUNCTION drop_told(text, integer, integer) TO {runtime}",
    ]
