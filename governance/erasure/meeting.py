"""Two ways in which a statement meets the rows of a plan. Of few it looks each one up. Of
so many that they are a good part of what the person has, it reads all of the person's rows
once and compares by hash, which costs a tenth a row.

PostgreSQL cannot choose: it has no statistics of rows that were written a moment ago, and
to make them would lock every other plan out until the commit.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
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
BY_HASH = {"enable_nestloop": "off", "work_mem": "64MB"}
# Each memory has one at least, and they are a tenth of its size.
ALL = "SELECT count(*) FROM memory_version WHERE person_id = %s"


@contextmanager
def meeting(plan: Plan) -> Iterator[Callable[[str], str]]:
    """Gives what turns a statement into the one for this plan; ask within the block."""
    if not plan.large:
        yield str
        return
    with planned_with(BY_HASH):
        yield _compared


@contextmanager
def planned_with(settings: Mapping[str, str]) -> Iterator[None]:
    """Tells the planner something for as long as the block lasts."""
    before = ", ".join(f"current_setting('{name}')" for name in settings)
    to_set = ", ".join(f"set_config('{name}', %s, true)" for name in settings)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {before}, {to_set}", list(settings.values()))
        found = cursor.fetchone()[: len(settings)]
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {to_set}", found)


def execute(
    plan: Plan, cursor: CursorWrapper, statement: str, values: Mapping[str, Any]
) -> None:
    """One statement, the way that suits the plan."""
    with meeting(plan) as told:
        cursor.execute(told(statement), values)


def share_of(person_id: uuid.UUID) -> int:
    """From how many rows on a plan is a good part of what the person has."""
    with connection.cursor() as cursor:
        cursor.execute(ALL, [person_id])
        return max(FEW, int(cursor.fetchone()[0]) // SHARE)


def _compared(statement: str) -> str:
    return statement.replace(EACH, "")
