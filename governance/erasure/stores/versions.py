"""What memories said before."""

from django.db.models import QuerySet
from typing_extensions import override

from governance.erasure.plan import Plan
from governance.erasure.stores.base import TableStore
from governance.models import MemoryVersion


class Versions(TableStore):
    """The rows of ``memory_version``."""

    name = "history"
    models = (MemoryVersion,)

    @override
    def rows(self, plan: Plan) -> QuerySet[MemoryVersion]:
        """Every version of the planned memories."""
        return MemoryVersion.objects.owned_by(plan.person_id).filter(
            memory_id__any_of=plan.memory_ids
        )
