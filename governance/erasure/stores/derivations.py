"""The edges at either side of what is erased."""

from django.db.models import Q, QuerySet
from typing_extensions import override

from governance.erasure.plan import Plan
from governance.erasure.stores.base import TableStore
from governance.models import Derivation


class Derivations(TableStore):
    """The rows of ``derivation``."""

    name = "provenance"
    models = (Derivation,)

    @override
    def rows(self, plan: Plan) -> QuerySet[Derivation]:
        """Edges to or from a planned memory or source."""
        gone = plan.memory_ids | plan.source_ids
        return Derivation.objects.owned_by(plan.person_id).filter(
            Q(made_id__any_of=plan.memory_ids) | Q(origin_id__any_of=gone)
        )
