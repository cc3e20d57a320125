"""What waits to be derived again: it may not name what is erased any more."""

from typing_extensions import override

from governance.erasure.plan import Plan
from governance.erasure.stores.base import Store
from governance.models import Rebuild


class Rebuilds(Store):
    """The rows of ``rebuild``."""

    name = "rebuilds"
    models = (Rebuild,)

    @override
    def holds(self, plan: Plan) -> int:
        """How many wait to be derived from a planned memory."""
        return len(_naming(plan))

    @override
    def erase(self, plan: Plan, *, limit: int) -> int:
        """They are derived from the rest alone; where there is no rest, they go."""
        found = _naming(plan)[:limit]
        for row in found:
            row.origin_ids = [
                each for each in row.origin_ids if each not in plan.memory_ids
            ]
        rows = Rebuild.objects.owned_by(plan.person_id)
        rows.bulk_update([each for each in found if each.origin_ids], ["origin_ids"])
        rows.filter(pk__any_of=[e.pk for e in found if not e.origin_ids]).delete()
        return len(found)


def _naming(plan: Plan) -> list[Rebuild]:
    """Looked through here: a person has few, and a plan may have very many ids."""
    rows = Rebuild.objects.owned_by(plan.person_id).only("id", "origin_ids")
    return [
        row
        for row in rows.order_by("id")
        if not plan.memory_ids.isdisjoint(row.origin_ids)
    ]
