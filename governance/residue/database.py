"""Every table that there is, whoever made it, as its owner reads it: column by column,
whatever the type, for all of them can be printed."""

from collections.abc import Iterator

from django.db import connections
from psycopg import sql

from governance.residue.found import Found
from governance.residue.spellings import spellings
from governance.residue.unfolding import says

_COLUMNS = """
    SELECT n.nspname, c.relname, a.attname, t.typname
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relkind IN ('r', 'p', 'm')
      AND n.nspname NOT IN ('pg_catalog', 'information_schema')
      AND n.nspname NOT LIKE 'pg_toast%'
    ORDER BY 1, 2, 3
"""
_NEVER_WORDS = {"uuid", "bool", "int2", "int4", "int8", "float8", "timestamptz", "date",
                "interval", "halfvec", "vector", "numeric", "oid"}  # fmt: skip
_STATISTICS = """
    SELECT schemaname || '.' || tablename || '.' || attname
    FROM pg_stats
    WHERE most_common_vals::text ILIKE ANY(%(like)s)
       OR histogram_bounds::text ILIKE ANY(%(like)s)
       OR most_common_elems::text ILIKE ANY(%(like)s)
"""


def in_tables(phrase: str) -> Iterator[Found]:
    """Rows whose column holds it."""
    like = _like(phrase)
    with connections["owner"].cursor() as cursor:
        for schema, table, column, kind in _columns():
            if kind in _NEVER_WORDS:
                continue
            cursor.execute(
                sql.SQL(
                    "SELECT count(*) FROM {} WHERE {}::text ILIKE ANY(%(like)s)"
                ).format(sql.Identifier(schema, table), sql.Identifier(column)),
                {"like": like},
            )
            [(times,)] = cursor.fetchall()
            if times:
                yield Found(f"table {table}", column, times)


def in_indexes(phrase: str) -> Iterator[Found]:
    """Columns of words for the search: they hold the words of a text cut apart."""
    with connections["owner"].cursor() as cursor:
        for schema, table, column, kind in _columns():
            if kind != "tsvector":
                continue
            cursor.execute(
                sql.SQL(
                    "SELECT count(*) FROM {} WHERE {} @@ phraseto_tsquery('simple', %s)"
                ).format(sql.Identifier(schema, table), sql.Identifier(column)),
                [phrase],
            )
            [(times,)] = cursor.fetchall()
            if times:
                yield Found(f"search words of {table}", column, times)


def in_statistics(phrase: str) -> Iterator[Found]:
    """Samples that the planner keeps."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(_STATISTICS, {"like": _like(phrase)})
        for (where,) in cursor.fetchall():
            yield Found("statistics", where, 1)


def in_sessions(phrase: str) -> Iterator[Found]:
    """What a visitor's session keeps: packed and signed in its column."""
    wanted = spellings(phrase)
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT session_data FROM django_session")
        times = sum(says(row.encode(), wanted) for (row,) in cursor.fetchall())
    if times:
        yield Found("table django_session", "session_data, packed", times)


def _columns() -> list[tuple[str, str, str, str]]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(_COLUMNS)
        return list(cursor.fetchall())


def _like(phrase: str) -> list[str]:
    return [f"%{_literal(spelt)}%" for spelt in spellings(phrase)]


def _literal(text: str) -> str:
    for sign in ("\\", "%", "_"):
        text = text.replace(sign, f"\\{sign}")
    return text
