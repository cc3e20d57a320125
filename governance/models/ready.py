"""Statements that every write asks: Django puts them together once, then only their values
change. Putting them together takes it several times as long as PostgreSQL takes to answer.
"""

import os
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.query import FlatValuesListIterable, ModelIterable

Row = TypeVar("Row")


class Ready(Generic[Row]):
    """A query by name: ``Ready(lambda person_id: Epoch.objects.filter(…))``.

    Values are UUIDs, texts, bytes or lists of them, each used as a whole: what is built
    may not depend on a value otherwise. Gives what the query would give.
    """

    def __init__(self, build: Callable[..., models.QuerySet[Any, Row]]) -> None:
        self._build = build
        self._made: dict[tuple[Any, ...], _Statement] = {}

    def __call__(self, **values: Any) -> list[Row]:
        """The rows for these values."""
        return self._statement(values).rows(values)

    def sent(self, **values: Any) -> Callable[[], list[Row]]:
        """Asks inside a pipeline, and gives what reads the rows once that has ended."""
        return self._statement(values).sent(values)

    def _statement(self, values: dict[str, Any]) -> "_Statement":
        shape = tuple((name, _shape(value)) for name, value in values.items())
        if shape not in self._made:
            marks = {name: _mark(value) for name, value in values.items()}
            self._made[shape] = _Statement(self._build(**marks), marks)
        return self._made[shape]


class _Statement:
    """SQL in which marks stood, and where each stood."""

    def __init__(self, rows: models.QuerySet[Any], marks: dict[str, Any]) -> None:
        places = {
            _plain(part): (name, at)
            for name, mark in marks.items()
            for at, part in enumerate(_parts(mark))
        }
        self._compiler = rows.query.get_compiler(connection=connection)
        self._sql, params = self._compiler.as_sql()
        self._params = [(each, places.get(_plain(each))) for each in params]
        found = {place for _, place in self._params if place}
        if found != set(places.values()):
            raise TypeError("a value is not used as a whole")
        self._as_rows = rows._iterable_class

    def rows(self, values: dict[str, Any]) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(self._sql, self._params_for(values))
            return list(self.read(cursor.fetchall()))

    def sent(self, values: dict[str, Any]) -> Callable[[], list[Any]]:
        cursor = connection.cursor()
        cursor.execute(self._sql, self._params_for(values))
        return lambda: list(self.read(cursor.fetchall()))

    def _params_for(self, values: dict[str, Any]) -> list[Any]:
        given = {name: _parts(value) for name, value in values.items()}
        return [
            _like(param, given[place[0]][place[1]]) if place else param
            for param, place in self._params
        ]

    def read(self, found: Sequence[tuple[Any, ...]]) -> Iterator[Any]:
        compiler = self._compiler
        rows = compiler.results_iter([found], tuple_expected=True)
        if self._as_rows is not ModelIterable:
            flat = self._as_rows is FlatValuesListIterable
            yield from (row[0] for row in rows) if flat else rows
            return
        model = compiler.klass_info["model"]
        names = [compiler.select[at][0].target.attname for at in self._columns()]
        for row in rows:
            yield model.from_db(
                connection.alias, names, [row[at] for at in self._columns()]
            )

    def _columns(self) -> list[int]:
        fields: list[int] = self._compiler.klass_info["select_fields"]
        return fields


def _shape(value: Any) -> tuple[Any, ...]:
    return (type(value), len(value)) if isinstance(value, list) else (type(value),)


def _parts(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _mark(value: Any) -> Any:
    """Something of the same type that is found again among the parameters."""
    if isinstance(value, list):
        return [_mark(each) for each in value]
    marks: dict[type, Callable[[], Any]] = {
        uuid.UUID: uuid.uuid4,
        str: lambda: os.urandom(16).hex(),
        bytes: lambda: os.urandom(16),
    }
    return marks[type(value)]()


def _plain(param: Any) -> Any:
    """Without the wrapper that the driver has around bytes."""
    plain = getattr(param, "obj", param)
    return plain if isinstance(plain, uuid.UUID | str | bytes) else id(plain)


def _like(param: Any, value: Any) -> Any:
    return type(param)(value) if hasattr(param, "obj") else value
