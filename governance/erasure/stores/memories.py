"""Memories, with their embedding, search text and metadata: all one row."""

from typing_extensions import override

from governance.erasure.plan import Plan
from governance.erasure.stores.base import TableStore
from governance.models import Memory


class Memories(TableStore):
    """The rows of ``memory``."""

    name = "memories"
    models = (Memory,)
    columns = {"memory": ("id",)}

    @override
    def planned(self, plan: Plan) -> int:
        """As many as the plan has of them."""
        return plan.memories
