"""The base of every table that holds something about a person.

``person_id`` is a column of every such row and row-level security compares it with
the scope (docs/isolation.md); the querysets below say it a second time, so that the
planner uses the index and a reader sees whose rows are asked for.
"""

import uuid
from collections.abc import Iterable
from typing import Any, Self, TypeVar

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Now
from django.db.models.sql.compiler import SQLCompiler
from typing_extensions import override

from governance.models.ids import new_id


@models.UUIDField.register_lookup
@models.ForeignKey.register_lookup
class AnyOf(models.Lookup):
    """``id__any_of=ids``: one array parameter instead of a placeholder for each id, of
    which PostgreSQL takes 65,535 and plans slowly from some thousand on."""

    lookup_name = "any_of"

    @override
    def get_prep_lookup(self) -> list[uuid.UUID]:
        return list(self.rhs)

    @override
    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, Any]:
        column, params = self.process_lhs(compiler, connection)
        return f"{column} = ANY (%s::uuid[])", (*params, self.rhs)


Row = TypeVar("Row", bound=models.Model)


class OwnedQuerySet(models.QuerySet[Row]):
    """Reads name an owner first: ``Memory.objects.owned_by(person_id)``."""

    def owned_by(self, *person_ids: uuid.UUID) -> Self:
        """Rows of these persons."""
        return self.filter(person_id__in=person_ids)

    def written_by(self, service_id: uuid.UUID) -> Self:
        """Rows that this service wrote."""
        return self.filter(service_id=service_id)


class Owned(models.Model):
    """A row about one person, written by one service.

    No foreign key deletes anything on its own: erasing is a verb (``erasure/``).
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(
        "governance.Person", models.DO_NOTHING, related_name="+", db_index=False
    )
    service = models.ForeignKey(
        "governance.Service", models.DO_NOTHING, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        abstract = True

    @override
    def __str__(self) -> str:
        return str(self.pk)


def owner_first(table: str, *more: Iterable[str]) -> list[models.BaseConstraint]:
    """The unique key (person, id) that composite foreign keys and sharding need.

    Unique keys start with the person, else a conflict would tell that another
    person's row exists.
    """
    keys = [("person", "id"), *more]
    return [
        models.UniqueConstraint(fields=list(key), name=f"{table}_{'_'.join(key)}")
        for key in keys
    ]
