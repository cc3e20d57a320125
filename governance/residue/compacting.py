"""Rewrite the tables, so that the bytes of what was deleted are in no file of theirs. Done
by their owner; nobody can use a table while it is rewritten."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import OperationalError, connections
from psycopg import sql
from psycopg.errors import LockNotAvailable

from governance.access import database_now

log = logging.getLogger(__name__)

MEGABYTE = 1_000_000
PATIENCE = "5s"
"""Everybody else waits behind whoever waits for a table."""

# Those that the product may delete from; of the others nothing ever goes.
TABLES = """
SELECT c.relname, pg_table_size(c.oid) FROM pg_class c
WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    AND pg_has_role(c.relowner, 'MEMBER')
    AND has_table_privilege(%s, c.oid, 'DELETE')
ORDER BY pg_table_size(c.oid), c.relname
"""


@dataclass(frozen=True)
class Compacted:
    """What became of one table. ``left`` says why it was not rewritten: "large" or
    "in use"; its freed bytes can be used again then, and are still there."""

    table: str
    before: int
    after: int
    seconds: float
    left: str = ""


def compact(*, largest: int | None = None) -> Iterator[Compacted]:
    """Rewrites each table of at most ``largest`` bytes, the smallest first, and only frees
    what is dead in the others. Call it outside any transaction."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(TABLES, [settings.DATABASES["default"]["USER"]])
        found = cursor.fetchall()
    for table, size in found:
        yield _compact(table, size, is_large=largest is not None and size > largest)


def compact_weekly() -> list[Compacted]:
    """What beat rings for: nothing where the operator does it at a time of their own."""
    if not settings.COMPACT_WEEKLY:
        return []
    done = list(compact(largest=settings.COMPACT_MEGABYTES * MEGABYTE))
    for each in done:
        if each.left:
            log.warning("table %s was not rewritten: %s", each.table, each.left)
    log.info("%d tables were rewritten", sum(not each.left for each in done))
    return done


def next_compaction() -> datetime | None:
    """When beat rings for it next, in UTC; None where the operator does it at a time of
    their own."""
    if not settings.COMPACT_WEEKLY:
        return None
    weekly: Any = settings.CELERY_BEAT_SCHEDULE["compact"]["schedule"]
    now, until_then, _ = weekly.remaining_delta(database_now())
    then: datetime = now + until_then
    return then.astimezone(UTC)


def _compact(table: str, size: int, *, is_large: bool) -> Compacted:
    begun = perf_counter()
    left = "large" if is_large else ""
    if left or not _vacuum(table, "FULL, ANALYZE"):
        left = left or "in use"
        _vacuum(table, "ANALYZE")
    return Compacted(table, size, _size(table), perf_counter() - begun, left)


def _vacuum(table: str, how: str) -> bool:
    """False where somebody else holds the table for too long."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [PATIENCE])
        try:
            cursor.execute(
                sql.SQL("VACUUM ({}) {}").format(sql.SQL(how), sql.Identifier(table))
            )
        except OperationalError as trouble:
            if isinstance(trouble.__cause__, LockNotAvailable):
                return False
            raise
        finally:
            cursor.execute("RESET lock_timeout")
    return True


def _size(table: str) -> int:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT pg_table_size(%s::regclass)", [table])
        return int(cursor.fetchone()[0])
