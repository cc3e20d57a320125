"""Draw a plan up: the closure over what was made from the named memories, in one recursive
statement, and the sources that nothing else stands on. The rows go into ``erasure_item``.

Each look-up by id is a lateral one with OFFSET 0: the planner has no statistics of rows
that were written a moment ago, and compared every row with every other. Of a large plan
they become comparisons by hash (``meeting.py``).
"""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper

from governance.erasure.meeting import EACH, FEW, execute, share_of
from governance.erasure.plan import HELD, Plan
from governance.erasure.things import draw_up_things
from governance.models import EraseScope

OLD = "old"
"""Marks the rows of an earlier plan of the same run while it is drawn up afresh."""

Values = dict[str, Any]
Reached = tuple[str, Values, Plan]

# A keyed memory takes the earlier values of its key along; what waits for review or
# consent has pushed no value out, and an earlier value takes no other.
_CLOSURE = """
WITH RECURSIVE reached (id) AS (
    SELECT unnest(%(roots)s::uuid[])
    UNION
    SELECT next.id FROM reached r CROSS JOIN LATERAL (
        SELECT d.made_id AS id FROM derivation d
        WHERE d.person_id = %(person)s AND d.origin_id = r.id
        UNION ALL
        SELECT earlier.id FROM memory m JOIN memory earlier
            ON earlier.person_id = m.person_id AND earlier.key = m.key
            AND earlier.space = m.space AND earlier.service_id = m.service_id
            AND earlier.status = 'superseded'
            AND (%(asked)s::timestamptz IS NULL OR earlier.created_at <= %(asked)s)
        WHERE %(history)s AND (SELECT EXISTS (
                SELECT 1 FROM memory any_of_them
                WHERE any_of_them.person_id = %(person)s
                    AND any_of_them.status = 'superseded'
            ))
            AND m.person_id = %(person)s AND m.id = r.id
            AND m.service_id = %(service)s AND m.key <> ''
            AND m.status NOT IN ('superseded', 'proposed', 'quarantined')
        OFFSET 0
    ) next
)
"""
# It stops as soon as it has found so many.
REACHED = f"{_CLOSURE} SELECT id FROM reached LIMIT %(most)s"  # noqa: S608
HOW_MANY = f"SELECT count(*) FROM ({REACHED}) AS several"  # noqa: S608
_NAMED = "WITH reached (id) AS (SELECT DISTINCT unnest(%(roots)s::uuid[]))"
# Of a whole part no id is named: what was told since it was asked for stays.
_ALL = """
WITH reached (id) AS (
    SELECT m.id FROM memory m
    WHERE m.person_id = %(person)s AND m.service_id = %(service)s
        AND (%(asked)s::timestamptz IS NULL OR m.created_at <= %(asked)s)
)
"""

# In the order of the key, so that each entry of its index lies beside the one before.
_INTO = """
INSERT INTO erasure_item (person_id, thing_id, run_id, service_id, thing, before)
"""
_WITHIN = f"""
SELECT %(person)s, m.id, %(run)s, %(service)s,
    CASE WHEN m.held THEN 'held' ELSE 'memory' END, m.status
FROM reached r CROSS JOIN LATERAL (
    SELECT m.id, m.status, m.held FROM memory m
    WHERE m.person_id = %(person)s AND m.id = r.id
    {EACH}
) m
WHERE NOT EXISTS (
    SELECT 1 FROM receipt g WHERE g.person_id = %(person)s AND g.thing_id = m.id
    {EACH}
)
ORDER BY m.id
"""  # noqa: S608  all of it stands here
MEMORIES = f"{_INTO}{_CLOSURE}{_WITHIN}"
MEMORIES_NAMED = f"{_INTO}{_NAMED}{_WITHIN}"
MEMORIES_ALL = f"{_INTO}{_ALL}{_WITHIN}"
HOW_MANY_ALL = f"{_ALL} SELECT count(*) FROM reached"  # noqa: S608
AFRESH = (
    "ON CONFLICT (person_id, thing_id, run_id) DO UPDATE SET thing = EXCLUDED.thing"
)
"""Where an earlier plan of the same run has left its rows. It costs a second look into
the index for each."""

# An item of a run that has begun is another's to delete, and so is a source of it. Of most
# persons there is no other run, which is asked once.
_FREE = """
(NOT (SELECT EXISTS (
    SELECT 1 FROM erasure_run g WHERE g.person_id = %(person)s AND g.id <> %(run)s
        AND g.epoch IS NOT NULL AND g.state NOT IN ('done', 'undone')
)) OR NOT EXISTS (
    SELECT 1 FROM erasure_item i JOIN erasure_run g
        ON g.person_id = i.person_id AND g.id = i.run_id
    WHERE i.person_id = %(person)s AND i.thing_id = s.id AND i.run_id <> %(run)s
        AND g.epoch IS NOT NULL
    OFFSET 0
))
"""
_STANDS_ON = f"""
    SELECT 1 FROM derivation o
    WHERE o.person_id = %(person)s AND o.origin_id = s.id
        AND NOT EXISTS (
            SELECT 1 FROM erasure_item i WHERE i.person_id = %(person)s
                AND i.thing_id = o.made_id AND i.run_id = %(run)s AND i.thing = 'memory'
            {EACH}
        )
        AND NOT EXISTS (
            SELECT 1 FROM receipt g
            WHERE g.person_id = %(person)s AND g.thing_id = o.made_id
            {EACH}
        )
"""  # noqa: S608  all of it stands here

SOURCES = f"""
{_INTO}
SELECT %(person)s, s.id, %(run)s, %(service)s, 'source', ''
FROM (
    SELECT DISTINCT d.origin_id FROM erasure_item i CROSS JOIN LATERAL (
        SELECT d.origin_id FROM derivation d
        WHERE d.person_id = %(person)s AND d.made_id = i.thing_id
            AND d.origin_kind = 'source'
        {EACH}
    ) d
    WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'memory'
) up
CROSS JOIN LATERAL (
    SELECT s.id FROM source s WHERE s.person_id = %(person)s
        AND s.service_id = %(service)s AND s.id = up.origin_id
    {EACH}
) s
WHERE {_FREE} AND NOT EXISTS ({_STANDS_ON} {EACH})
ORDER BY s.id
"""  # noqa: S608  all of it stands here

# Not what a memory stands on that was told since and stays.
ALL_SOURCES = f"""
{_INTO}
SELECT %(person)s, s.id, %(run)s, %(service)s, 'source', ''
FROM source s
WHERE s.person_id = %(person)s AND s.service_id = %(service)s AND {_FREE}
    AND NOT EXISTS (
        SELECT 1 FROM memory m
        WHERE m.person_id = %(person)s AND m.source_id = s.id AND NOT EXISTS (
            SELECT 1 FROM erasure_item i WHERE i.person_id = %(person)s
                AND i.thing_id = m.id AND i.run_id = %(run)s AND i.thing = 'memory'
            {EACH}
        )
        {EACH}
    )
    AND NOT EXISTS (
        {_STANDS_ON} AND EXISTS (
            SELECT 1 FROM memory m
            WHERE m.person_id = %(person)s AND m.id = o.made_id
            {EACH}
        )
        {EACH}
    )
ORDER BY s.id
"""  # noqa: S608  all of it stands here

STRAY = f"""
WITH below AS MATERIALIZED (
    SELECT d.made_id FROM erasure_item i CROSS JOIN LATERAL (
        SELECT d.made_id FROM derivation d
        WHERE d.person_id = %(person)s AND d.origin_id = i.thing_id
        {EACH}
    ) d
    WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'memory'
        AND NOT EXISTS (
            SELECT 1 FROM receipt g
            WHERE g.person_id = %(person)s AND g.thing_id = d.made_id
            {EACH}
        ) AND NOT EXISTS (
            SELECT 1 FROM erasure_item o WHERE o.person_id = %(person)s
                AND o.thing_id = d.made_id AND o.run_id = %(run)s
            {EACH}
        )
)
SELECT 1 FROM below CROSS JOIN LATERAL (
    SELECT 1 FROM memory m
    WHERE m.person_id = %(person)s AND m.id = below.made_id
    OFFSET 0
) m
LIMIT 1
"""  # noqa: S608  all of it stands here


def draw_up(
    plan: Plan, scope: str, *, with_history: bool, asked_at: datetime | None = None
) -> Plan:
    """Writes the rows of the plan, in the place of those of an earlier plan of the same
    run, which lends its states; gives the plan with its numbers. Of a whole part all is
    reached that was told until ``asked_at``, whatever the plan names."""
    afresh = AFRESH if plan.items().update(thing=OLD) else ""
    everything = scope != EraseScope.MEMORIES
    asked_for = {"history": with_history, "asked": asked_at}
    values = values_of(plan) | {"roots": list(plan.root_ids)} | asked_for
    with connection.cursor() as cursor:
        reach = _reach_all if everything else _reach
        statement, named, plan = reach(plan, cursor, values)
        execute(plan, cursor, statement + afresh, named)
        memories = cursor.rowcount
        execute(plan, cursor, (ALL_SOURCES if everything else SOURCES) + afresh, values)
        sources = cursor.rowcount
    plan = draw_up_things(plan, values, all_of_it=everything, afresh=afresh)
    if afresh:
        plan.items().filter(thing=OLD).delete()
    held = plan.items().filter(thing=HELD).count()
    return replace(plan, memories=memories - held, sources=sources, held=held)


def _reach(plan: Plan, cursor: CursorWrapper, values: Values) -> Reached:
    """What writes down all that is reached from the named ones, which is told to it when
    that is not much; and the plan that knows whether it is a large one."""
    cursor.execute(REACHED, values | {"most": FEW + 1})
    reached = [found for (found,) in cursor.fetchall()]
    if len(reached) <= FEW:
        return MEMORIES_NAMED, values | {"roots": reached}, plan
    share = share_of(plan.person_id)
    cursor.execute(HOW_MANY, values | {"most": share + 1})
    return MEMORIES, values, replace(plan, large=cursor.fetchone()[0] > share)


def _reach_all(plan: Plan, cursor: CursorWrapper, values: Values) -> Reached:
    """The same of all that there is."""
    cursor.execute(HOW_MANY_ALL, values)
    return MEMORIES_ALL, values, replace(plan, large=cursor.fetchone()[0] > FEW)


def has_strays(plan: Plan) -> bool:
    """Whether something that is there and goes nowhere derives from a planned memory;
    call it with the person locked."""
    with connection.cursor() as cursor:
        execute(plan, cursor, STRAY, values_of(plan))
        return cursor.fetchone() is not None


def values_of(plan: Plan) -> Values:
    """What every statement of a plan is told."""
    return {
        "person": plan.person_id,
        "service": plan.service_id,
        "run": plan.run_id,
    }
