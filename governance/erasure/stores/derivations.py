"""The edges at either side of what is erased."""

from django.db import connection
from typing_extensions import override

from governance.erasure.plan import Plan
from governance.erasure.stores.base import Columns, TableStore, named
from governance.models import Derivation

# Of those that stay, of which there are few: all edges of a large plan took seconds.
BELOW = """
DELETE FROM derivation WHERE ctid = ANY (ARRAY(
    SELECT d.ctid FROM erasure_item held CROSS JOIN LATERAL (
        SELECT d.ctid, d.origin_id FROM derivation d
        WHERE d.person_id = %(person)s AND d.made_id = held.thing_id
        OFFSET 0
    ) d
    WHERE held.person_id = %(person)s AND held.run_id = %(run)s AND held.thing = 'held'
        AND EXISTS (
            SELECT 1 FROM erasure_item i WHERE i.person_id = %(person)s
                AND i.thing_id = d.origin_id AND i.run_id = %(run)s
                AND i.thing IN ('memory', 'source')
            OFFSET 0
        )
    LIMIT %(limit)s
))
"""


class Derivations(TableStore):
    """The rows of ``derivation``."""

    name = "provenance"
    models = (Derivation,)
    columns = {"memory": ("made_id", "origin_id"), "source": ("origin_id",)}

    @override
    def planned(self, plan: Plan) -> int:
        """Those above: what is made of a planned memory is planned as well."""
        return self.count(plan, {"memory": ("made_id",)})

    @override
    def looked_up(self, plan: Plan) -> Columns:
        """Below what goes there is hardly anything that does not go with it as made by
        something: of a large plan that is looked for once, at the end."""
        return {"memory": ("made_id",)} if plan.large else self.columns

    @override
    def erase_rest(self, plan: Plan, *, limit: int) -> int:
        """What was made from something that went and stays, by a hold."""
        if not (plan.large and plan.held):
            return 0
        with connection.cursor() as cursor:
            cursor.execute(BELOW, named(plan) | {"limit": limit})
            return int(cursor.rowcount)
