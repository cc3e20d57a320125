"""Insert rows of several tables in one round trip to the database."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.db import connection, models
from django.db.models.expressions import DatabaseDefault
from django.db.models.functions import Now

NOW = object()
"""Stands for the clock of the database, as ``Now`` does in a query."""


def insert_together(rows: Iterable[models.Model]) -> None:
    """Inserts the rows in their order and waits once, for all of them; what the database
    fills in by default, each row learns. Call it inside a transaction."""
    sent = []
    with connection.wrap_database_errors, connection.connection.pipeline():
        for row in rows:
            given, filled_in = _columns(row)
            timed = tuple(name for name, value in given.items() if value is NOW)
            cursor = connection.cursor()
            cursor.execute(
                _statement(type(row), tuple(given), timed, filled_in),
                [value for value in given.values() if value is not NOW],
            )
            sent.append((row, cursor, filled_in))
    for row, cursor, filled_in in sent:
        if filled_in:
            vars(row).update(zip(filled_in, cursor.fetchone(), strict=True))
        cursor.close()
        row._state.adding = False
        row._state.db = connection.alias


def _columns(row: models.Model) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Values by column, and the columns that the database fills in."""
    given: dict[str, Any] = {}
    filled_in: list[str] = []
    for field in row._meta.concrete_fields:
        name = str(field.column)
        value = field.pre_save(row, add=True)
        if isinstance(value, DatabaseDefault):
            filled_in.append(name)
        elif isinstance(value, Now):
            given[name] = NOW
        else:
            given[name] = field.get_db_prep_save(value, connection)
    return given, tuple(filled_in)


@cache
def _statement(
    model: type[models.Model],
    given: tuple[str, ...],
    timed: tuple[str, ...],
    filled_in: tuple[str, ...],
) -> str:
    fields = {field.column: field for field in model._meta.concrete_fields}
    quote = connection.ops.quote_name
    columns = ", ".join(map(quote, given))
    values = ", ".join(
        "STATEMENT_TIMESTAMP()" if name in timed else _place(fields[name])
        for name in given
    )
    back = f" RETURNING {', '.join(map(quote, filled_in))}" if filled_in else ""
    table = quote(model._meta.db_table)
    return f"INSERT INTO {table} ({columns}) VALUES ({values}){back}"  # noqa: S608


def _place(field: Any) -> str:
    """Most are %s; an array says its type."""
    if hasattr(field, "get_placeholder"):
        return str(field.get_placeholder(None, None, connection))
    return "%s"
