"""Memories, with their embedding, search text and metadata: all one row."""

from django.db.models import QuerySet
from typing_extensions import override

from governance.erasure.plan import Plan
from governance.erasure.stores.base import TableStore
from governance.models import Memory


class Memories(TableStore):
    """The rows of ``memory``."""

    name = "memories"
    models = (Memory,)

    @override
    def rows(self, plan: Plan) -> QuerySet[Memory]:
        """The planned memories that still are."""
        return Memory.objects.owned_by(plan.person_id).filter(
            id__any_of=plan.memory_ids
        )
