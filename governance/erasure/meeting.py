"""Two ways in which a statement meets the rows of a plan. Of few it looks each one up. Of
so many that they are a good part of what the person has, it reads all of the person's rows
once and compares by hash, which costs a tenth a row.

PostgreSQL cannot choose: it has no statistics of rows that were written a moment ago, and
to make them would lock every other plan out until the commit.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper

from governance.erasure.plan import Plan

EACH = "OFFSET 0 /* each */"
"""Behind a look-up that may also be a comparison; a bare OFFSET 0 always stays one."""

FEW = 1_000
SHARE = 20
"""A look-up of one row takes as long as reading twenty in passing."""

# Each hash may take twice this; beyond that it goes to disk by parts.
BY_HASH = (
    "SELECT set_config('enable_nestloop', 'off', true), "
    "set_config('work_mem', '32MB', true)"
)
AS_BEFORE = (
    "SELECT set_config(name, reset_val, true) FROM pg_settings "
    "WHERE name = ANY ('{enable_nestloop,work_mem}')"
)
ALL = (
    "SELECT count(*) FROM (SELECT 1 FROM memory WHERE person_id = %s LIMIT %s) AS several"
)


@contextmanager
def meeting(plan: Plan) -> Iterator[Callable[[str], str]]:
    """Gives what turns a statement into the one for this plan; ask within the block."""
    if not plan.large:
        yield str
        return
    with connection.cursor() as cursor:
        cursor.execute(BY_HASH)
    yield _compared
    with connection.cursor() as cursor:
        cursor.execute(AS_BEFORE)


def execute(
    plan: Plan, cursor: CursorWrapper, statement: str, values: Mapping[str, Any]
) -> None:
    """One statement, the way that suits the plan."""
    with meeting(plan) as told:
        cursor.execute(told(statement), values)


def sized(plan: Plan, stored: Mapping[str, Any]) -> Plan:
    """The plan that knows whether it is a large one, from its numbers in the store; call
    it in a scope of the person."""
    rows = int(stored["memories"])
    is_large = rows > FEW and rows >= share_of(plan.person_id, rows * SHARE)
    return replace(plan, large=is_large)


def share_of(person_id: uuid.UUID, most: int) -> int:
    """From how many rows on a plan is a good part of the person's memories, of which no
    more than ``most`` are counted."""
    with connection.cursor() as cursor:
        cursor.execute(ALL, [person_id, most + 1])
        return max(FEW, int(cursor.fetchone()[0]) // SHARE)


def _compared(statement: str) -> str:
    return statement.replace(EACH, "")
