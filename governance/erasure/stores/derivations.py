"""The edges at either side of what is erased."""

from typing_extensions import override

from governance.erasure.plan import Plan
from governance.erasure.stores.base import TableStore
from governance.models import Derivation


class Derivations(TableStore):
    """The rows of ``derivation``."""

    name = "provenance"
    models = (Derivation,)
    columns = {"memory": ("made_id", "origin_id"), "source": ("origin_id",)}

    @override
    def planned(self, plan: Plan) -> int:
        """Those above: what is made of a planned memory is planned as well."""
        return self.count(plan, {"memory": ("made_id",)})
