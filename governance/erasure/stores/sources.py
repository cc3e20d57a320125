"""Sources that nothing else stands on."""

from typing_extensions import override

from governance.erasure.plan import Plan
from governance.erasure.stores.base import TableStore
from governance.models import Source


class Sources(TableStore):
    """The rows of ``source``."""

    name = "sources"
    models = (Source,)
    columns = {"source": ("id",)}

    @override
    def planned(self, plan: Plan) -> int:
        """As many as the plan has of them."""
        return plan.sources
