"""What waits to be derived again: it may not name what is erased any more."""

from typing import Any

from django.db import connection
from typing_extensions import override

from governance.erasure.plan import Part, Plan
from governance.erasure.stores.base import Store
from governance.models import Rebuild

# A person has few of these rows, whatever the size of the plan.
NAMING = """
FROM rebuild r WHERE r.person_id = %(person)s AND EXISTS (
    SELECT 1 FROM unnest(r.origin_ids) AS o (id) JOIN erasure_item i
        ON i.person_id = %(person)s AND i.thing_id = o.id AND i.run_id = %(run)s
)
"""
COUNT = f"SELECT count(*) {NAMING}"
LESSENED = f"""
UPDATE rebuild SET origin_ids = ARRAY(
    SELECT o.id FROM unnest(origin_ids) AS o (id) WHERE NOT EXISTS (
        SELECT 1 FROM erasure_item i WHERE i.person_id = %(person)s
            AND i.thing_id = o.id AND i.run_id = %(run)s
    )
) WHERE person_id = %(person)s AND id IN (SELECT r.id {NAMING} LIMIT %(limit)s)
"""  # noqa: S608  all of it stands here
EMPTY = "DELETE FROM rebuild WHERE person_id = %(person)s AND origin_ids = '{}'"


class Rebuilds(Store):
    """The rows of ``rebuild``."""

    name = "rebuilds"
    models = (Rebuild,)

    @override
    def holds(self, plan: Plan) -> int:
        """How many wait to be derived from a planned memory."""
        with connection.cursor() as cursor:
            cursor.execute(COUNT, {"person": plan.person_id, "run": plan.run_id})
            return int(cursor.fetchone()[0])

    @override
    def erase(self, plan: Plan, part: Part, *, limit: int) -> int:
        """They are derived from the rest alone; where there is no rest, they go."""
        values: dict[str, Any] = {
            "person": plan.person_id,
            "run": plan.run_id,
            "limit": limit,
        }
        with connection.cursor() as cursor:
            cursor.execute(LESSENED, values)
            found = int(cursor.rowcount)
            cursor.execute(EMPTY, values)
        return found
