"""Expiry by set: one batch of everybody's expired memories with nothing made from them."""

from typing import Any

from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper

from governance.access import as_sweeper
from governance.erasure.stores import Store
from governance.erasure.stores.derivations import Derivations
from governance.erasure.stores.memories import Memories
from governance.erasure.stores.rebuilds import Rebuilds
from governance.erasure.stores.sources import Sources
from governance.erasure.stores.versions import Versions
from governance.models import RetentionRule
from governance.retention import expiry_sql as sql

BY_SET: tuple[type[Store], ...] = (
    Versions,
    Derivations,
    Memories,
    Sources,
    Rebuilds,
)
"""The stores that the statement of ``expiry_sql`` answers for; a system check sees that
there is no other (checks.py)."""


def take_batch(rule: RetentionRule) -> int:
    """Deletes up to ``ERASURE_BATCH`` memories in one transaction; gives how many, 0 when
    there is none that can go this way."""
    with as_sweeper(), connection.cursor() as cursor:
        cursor.execute(sql.CHOSEN, {"limit": settings.ERASURE_BATCH})
        ids, persons = _named(cursor)
        cursor.execute(sql.STILL, {"ids": ids, "persons": persons})
        ids, persons = _named(cursor)
        return _take(cursor, ids, persons, rule) if ids else 0


def _take(
    cursor: CursorWrapper, ids: list[Any], persons: list[Any], rule: RetentionRule
) -> int:
    these = {"ids": ids, "persons": persons}
    cursor.execute(sql.VERSIONS, these)
    cursor.execute(sql.EDGES, these)
    origins, of_persons = _named(cursor)
    cursor.execute(sql.GONE, {**these, "rule": rule.id})
    gone = int(cursor.fetchone()[0])
    cursor.execute(sql.SOURCES, {"ids": origins, "persons": of_persons})
    return gone


def _named(cursor: CursorWrapper) -> tuple[list[Any], list[Any]]:
    ids, persons = cursor.fetchone()
    return ids, persons
