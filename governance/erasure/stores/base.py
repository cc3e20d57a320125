"""What every store can do."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from django.db.models import Model, QuerySet
from typing_extensions import override

from governance.erasure.plan import Plan


class Store(ABC):
    """A place where personal data lives. Each call is one statement or a few, inside
    the scope of the run."""

    name: ClassVar[str]
    models: ClassVar[tuple[type[Model], ...]]
    """The tables it answers for; a system check sees that each has a store."""

    @abstractmethod
    def holds(self, plan: Plan) -> int:
        """How many rows of the plan are here."""

    @abstractmethod
    def erase(self, plan: Plan, *, limit: int) -> int:
        """Erases up to ``limit`` rows; gives how many went, 0 when none is left."""


class TableStore(Store):
    """A table whose rows are deleted."""

    @abstractmethod
    def rows(self, plan: Plan) -> QuerySet[Any]:
        """The rows of the plan, the person named first."""

    @override
    def holds(self, plan: Plan) -> int:
        """How many rows of the plan are here."""
        return self.rows(plan).count()

    @override
    def erase(self, plan: Plan, *, limit: int) -> int:
        """Deletes one batch, by set and not by row."""
        batch = list(self.rows(plan).values_list("pk", flat=True)[:limit])
        table = self.models[0]._default_manager
        gone = table.filter(person_id=plan.person_id, pk__any_of=batch)
        return gone._raw_delete(gone.db) if batch else 0
