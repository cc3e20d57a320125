"""What will be derived again of a plan: below something that stays there is something to
derive from."""

import uuid

from django.db import connection

from governance.condensing import Going, to_derive_again
from governance.erasure.drawing import values_of
from governance.erasure.meeting import EACH, execute
from governance.erasure.plan import HELD, MEMORY, Plan
from governance.models import MemoryState, Rebuild

MISSED = f"""
WITH RECURSIVE missed (id) AS (
    SELECT d.made_id FROM erasure_item i CROSS JOIN LATERAL (
        SELECT d.made_id, d.origin_id FROM derivation d
        WHERE d.person_id = %(person)s AND d.made_id = i.thing_id
            AND d.origin_kind = 'memory'
        {EACH}
    ) d
    WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = 'memory'
        AND i.thing_id <> ALL (%(unwanted)s::uuid[])
        AND NOT EXISTS (
            SELECT 1 FROM erasure_item o WHERE o.person_id = %(person)s
                AND o.thing_id = d.origin_id AND o.run_id = %(run)s
            {EACH}
        )
    UNION
    SELECT down.made_id FROM missed CROSS JOIN LATERAL (
        SELECT d.made_id FROM derivation d
        WHERE d.person_id = %(person)s AND d.origin_id = missed.id
        OFFSET 0
    ) down
    WHERE down.made_id <> ALL (%(unwanted)s::uuid[])
)
SELECT i.thing_id, i.before FROM missed CROSS JOIN LATERAL (
    SELECT i.thing_id, i.before FROM erasure_item i
    WHERE i.person_id = %(person)s AND i.thing_id = missed.id AND i.run_id = %(run)s
        AND i.thing = 'memory'
    {EACH}
) i
"""  # noqa: S608  all of it stands here
ABOVE = f"""
SELECT DISTINCT d.origin_id FROM derivation d CROSS JOIN LATERAL (
    SELECT 1 FROM erasure_item i WHERE i.person_id = %(person)s
        AND i.thing_id = d.origin_id AND i.run_id = %(run)s
    {EACH}
) i
WHERE d.person_id = %(person)s AND d.made_id = ANY (%(missed)s::uuid[])
    AND d.origin_kind = 'memory'
"""  # noqa: S608  all of it stands here


def derived_again(
    plan: Plan, *, wanted_back: bool, run_id: uuid.UUID | None = None
) -> list[Rebuild]:
    """What will be derived again of a plan, by the states that its memories were in when
    they were taken out of use. Not what was asked for itself, nor through it; with
    ``wanted_back`` that, too, goes only for what it was made from."""
    unwanted = frozenset() if wanted_back else plan.root_ids
    if _all_asked_for(plan, unwanted):
        return []
    values = values_of(plan) | {"unwanted": list(unwanted)}
    with connection.cursor() as cursor:
        execute(plan, cursor, MISSED, values)
        missed = dict(cursor.fetchall())
        if not missed:
            return []
        execute(plan, cursor, ABOVE, values | {"missed": list(missed)})
        above = {origin for (origin,) in cursor.fetchall()} - missed.keys()
    # What goes above them and is not missed itself: nothing is made of it or through it.
    states = missed | dict.fromkeys(above, MemoryState.FORGOTTEN.value)
    going = Going(
        plan.person_id, plan.service_id, states, unwanted=frozenset(unwanted | above)
    )
    return to_derive_again(going, run_id)


def _all_asked_for(plan: Plan, roots: frozenset[uuid.UUID]) -> bool:
    """As when everything is erased: then nothing has to be compared with all of it."""
    reached = plan.memories + plan.held
    if len(roots) < reached:
        return False
    named = plan.items().filter(thing_id__any_of=roots, thing__in=[MEMORY, HELD])
    return named.count() == reached
