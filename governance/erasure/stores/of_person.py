"""What goes with a whole person only: by table, for all of it is theirs."""

from typing import ClassVar

from django.db import connection
from django.db.models import Model
from typing_extensions import override

from governance.erasure.plan import Plan
from governance.models import (
    Consent,
    DashboardLink,
    Epoch,
    Hold,
    IdempotencyRecord,
    PackageRedaction,
    Person,
    Read,
    Rebuild,
    Unwanted,
)


class PersonStore:
    """All rows of one table about one person. Each call is a statement or a few, inside
    the scope of the run."""

    name: ClassVar[str]
    model: ClassVar[type[Model]]
    only: ClassVar[str] = "true"
    """Which of them go, as a condition."""
    stays_with_held: ClassVar[bool] = False
    """Whether they stay as long as a memory has to stay, by law."""

    def holds(self, plan: Plan) -> int:
        """How many rows of the person are here that are to go."""
        if self._stay(plan):
            return 0
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM {self._these}", [plan.person_id])  # noqa: S608
            return int(cursor.fetchone()[0])

    def erase(self, plan: Plan, *, limit: int) -> int:
        """Erases up to ``limit`` rows; gives how many went, less than ``limit`` when none
        is left."""
        return 0 if self._stay(plan) else self._delete(plan, limit)

    def _delete(self, plan: Plan, limit: int) -> int:
        some = f"SELECT ctid FROM {self._these} LIMIT %s"  # noqa: S608
        with connection.cursor() as cursor:
            cursor.execute(
                f"DELETE FROM {self._table} WHERE ctid = ANY (ARRAY({some}))",  # noqa: S608
                [plan.person_id, limit],
            )
            return int(cursor.rowcount)

    def _stay(self, plan: Plan) -> bool:
        return self.stays_with_held and plan.held > 0

    @property
    def _table(self) -> str:
        return self.model._meta.db_table

    @property
    def _these(self) -> str:
        return f"{self._table} WHERE person_id = %s AND {self.only}"


class Reads(PersonStore):
    """The record of who read what of theirs."""

    name, model = "reads", Read


class Consents(PersonStore):
    """What they agreed to: of a memory that stays it says whether it may have been."""

    name, model = "consents", Consent
    stays_with_held = True


class IdempotencyRecords(PersonStore):
    """Notes that a write was done already."""

    name, model = "idempotency", IdempotencyRecord


class DashboardLinks(PersonStore):
    """Links to their pages."""

    name, model = "dashboard_links", DashboardLink


class Unwanteds(PersonStore):
    """Fingerprints of what was not to be learnt again."""

    name, model = "unwanted", Unwanted


class Holds(PersonStore):
    """Holds that are over; one that stands keeps its memory, and goes when it ends."""

    name, model = "holds", Hold
    only = "released_at IS NOT NULL"


class PackageRedactions(PersonStore):
    """Where in their texts somebody else is named."""

    name, model = "package_redactions", PackageRedaction


class LeftRebuilds(PersonStore):
    """What still waited to be derived from something that is gone already."""

    name, model = "left_rebuilds", Rebuild


class Persons(PersonStore):
    """The person's own row, with the key that sealed what was theirs, and the row that
    writers lock."""

    name, model = "person", Person
    stays_with_held = True

    @override
    def _delete(self, plan: Plan, limit: int) -> int:
        """What was written by whoever was at it a moment ago goes along: behind the lock
        nobody can point at the person any more."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM person WHERE id = %s FOR UPDATE", [plan.person_id]
            )
            for table in (*(each._table for each in POINTING), Epoch._meta.db_table):
                cursor.execute(
                    f"DELETE FROM {table} WHERE person_id = %s",  # noqa: S608
                    [plan.person_id],
                )
        return super()._delete(plan, limit)

    @property
    @override
    def _these(self) -> str:
        return "person WHERE id = %s"


POINTING: tuple[PersonStore, ...] = (
    Reads(),
    Consents(),
    IdempotencyRecords(),
    DashboardLinks(),
    Unwanteds(),
    Holds(),
    PackageRedactions(),
    LeftRebuilds(),
)
OF_PERSON: tuple[PersonStore, ...] = (*POINTING, Persons())
"""Downwards as well: the person's own row is the last there is."""
