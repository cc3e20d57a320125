"""The plan for what an erasure was asked to reach, with the rows of each store counted."""

import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from governance.erasure.again import derived_again
from governance.erasure.drawing import draw_up
from governance.erasure.plan import Plan
from governance.erasure.stores import planned
from governance.models import EraseScope


def plan_for(
    scope: str,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    roots: Iterable[uuid.UUID],
    *,
    run_id: uuid.UUID,
    with_history: bool = True,
    wanted_back: bool = False,
    asked_at: datetime | None = None,
) -> Plan:
    """Plans some memories, with everything derived from them, with earlier values of
    their keys (unless told otherwise), and with sources that nothing else stands on; or
    (``SERVICE_PART``, without roots) all with every source of the service; with
    ``WHOLE_PERSON`` the tables that are about the person alone are counted too.

    What another run is on its way to erase counts as gone: two plans never share a row.
    With ``wanted_back`` the roots, too, go only for what they were made from, and are
    derived again. The rows of the plan are written under ``run_id``. Of earlier values,
    and of a whole part, none that was told after ``asked_at`` goes along: nobody has
    asked for it.
    """
    named = Plan(person_id, service_id, run_id, frozenset(roots))
    plan = draw_up(named, scope, with_history=with_history, asked_at=asked_at)
    again = (
        derived_again(plan, wanted_back=wanted_back, run_id=run_id)
        if scope == EraseScope.MEMORIES  # of all nothing stays to derive from
        else ()
    )
    return replace(plan, again=tuple(again), counts=planned(plan, scope))


@contextmanager
def previewed(
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    roots: Iterable[uuid.UUID] = (),
    *,
    scope: str = EraseScope.MEMORIES,
) -> Iterator[Plan]:
    """The plan that would be run, for as long as the block lasts; nothing is left of it."""
    before = transaction.savepoint()
    try:
        yield plan_for(scope, person_id, service_id, roots, run_id=uuid.uuid4())
    finally:
        transaction.savepoint_rollback(before)
