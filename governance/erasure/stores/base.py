"""What a store has to do."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import connection
from django.db.models import Model
from typing_extensions import override

from governance.erasure.meeting import EACH, execute, planned_with
from governance.erasure.plan import Part, Plan

# By the place of the row and not by its key: no id travels, and no plan has to be made
# for some thousand of them. A count of a large plan compares instead of looking up.
FOUND = f"""
SELECT found.ctid FROM erasure_item i CROSS JOIN LATERAL (
    SELECT t.ctid FROM {{table}} t
    WHERE t.person_id = %(person)s AND t.{{column}} = i.thing_id
    {EACH}
) found
WHERE i.person_id = %(person)s AND i.run_id = %(run)s AND i.thing = %(thing)s
"""  # noqa: S608  all of it stands here
# Both sides lie in the order of the ids: of a large plan a part is two stretches of index.
OF_PART = (
    FOUND.replace(
        "= i.thing_id",
        "= i.thing_id AND t.{column} > %(after)s AND t.{column} <= %(upto)s",
    )
    + "    AND i.thing_id > %(after)s AND i.thing_id <= %(upto)s\n"
)

ANY = "SELECT EXISTS (SELECT 1 FROM {table} t WHERE t.person_id = %(person)s)"
BY_INDEX = {"enable_seqscan": "off"}
"""Reads nothing of other people: where all of one person's rows went a moment ago, the
statistics still promise that the first one is met soon."""

Columns = Mapping[str, tuple[str, ...]]


class Store(ABC):
    """One place where personal data lives. Each call is one statement or a few, inside
    the scope of the run."""

    name: ClassVar[str]
    models: ClassVar[tuple[type[Model], ...]]
    """The tables it answers for; a system check sees that each has a store."""
    of_memories: ClassVar[bool] = True
    """Whether something of it goes with a memory that comes to its own end."""

    @abstractmethod
    def holds(self, plan: Plan) -> int:
        """How many rows of the plan are here."""

    def planned(self, plan: Plan) -> int:
        """The same of a plan that was drawn up this moment, where that is known without
        looking again."""
        return self.holds(plan)

    @abstractmethod
    def erase(self, plan: Plan, part: Part, *, limit: int) -> int:
        """Erases up to ``limit`` rows of one part; gives how many went, less than
        ``limit`` when none is left."""

    def erase_rest(self, plan: Plan, *, limit: int) -> int:
        """Erases up to ``limit`` rows that ``erase`` leaves for the end, when every part
        is gone; 0 when none is left."""
        return 0


class TableStore(Store):
    """A table whose rows are deleted."""

    columns: ClassVar[Columns]
    """For each kind of thing in a plan the columns that name it."""

    @override
    def holds(self, plan: Plan) -> int:
        """How many rows of the plan are here."""
        if plan.large and not self._any(plan):
            return 0
        return self.count(plan, self.columns)

    @override
    def planned(self, plan: Plan) -> int:
        """The same, where most are here."""
        return self.count(plan, self.columns)

    def count(self, plan: Plan, columns: Columns) -> int:
        """How many rows are named in these columns, each counted once."""
        found = [
            self._sql(FOUND, column).replace("%(thing)s", f"'{thing}'")
            for thing, names in columns.items()
            for column in names
        ]
        each = found[0] if len(found) == 1 else " UNION ".join(found)
        with connection.cursor() as cursor:
            counted = f"SELECT count(*) FROM ({each}) AS found"  # noqa: S608
            execute(plan, cursor, counted, named(plan))
            return int(cursor.fetchone()[0])

    def _any(self, plan: Plan) -> bool:
        """Whether there is a row of the person at all: after a large erasure often not."""
        with planned_with(BY_INDEX), connection.cursor() as cursor:
            cursor.execute(ANY.format(table=self._table), named(plan))
            return bool(cursor.fetchone()[0])

    @override
    def erase(self, plan: Plan, part: Part, *, limit: int) -> int:
        """Deletes one batch, by set and not by row."""
        values = named(plan) | vars(part) | {"limit": limit}
        gone = 0
        with connection.cursor() as cursor:
            for column in self.looked_up(plan).get(part.thing, ()):
                found = self._sql(OF_PART, column) + "LIMIT %(limit)s"
                gone_now = (
                    f"DELETE FROM {self._table} WHERE ctid = ANY (ARRAY({found}))"  # noqa: S608
                )
                execute(plan, cursor, gone_now, values)
                gone += cursor.rowcount
        return gone

    def looked_up(self, plan: Plan) -> Columns:
        """The columns by which each thing of a part is looked up."""
        return self.columns

    @property
    def _table(self) -> str:
        return self.models[0]._meta.db_table

    def _sql(self, template: str, column: str) -> str:
        return template.format(table=self._table, column=column)


class ThingStore(TableStore):
    """A table of what is not a memory, and goes for itself: of most plans nothing, which
    is known without a look."""

    of_memories = False

    @override
    def holds(self, plan: Plan) -> int:
        """How many rows of the plan are here."""
        return self.count(plan, self.columns) if self._reached(plan) else 0

    @override
    def planned(self, plan: Plan) -> int:
        """The same."""
        return self.holds(plan)

    def _reached(self, plan: Plan) -> bool:
        return any(plan.things.get(thing) for thing in self.columns)


def named(plan: Plan) -> dict[str, Any]:
    """What every statement about a plan is told."""
    return {"person": plan.person_id, "run": plan.run_id}
