"""Sources that nothing else stands on."""

from django.db.models import QuerySet
from typing_extensions import override

from governance.erasure.plan import Plan
from governance.erasure.stores.base import TableStore
from governance.models import Source


class Sources(TableStore):
    """The rows of ``source``."""

    name = "sources"
    models = (Source,)

    @override
    def rows(self, plan: Plan) -> QuerySet[Source]:
        """The planned sources that still are."""
        return Source.objects.owned_by(plan.person_id).filter(
            id__any_of=plan.source_ids
        )
