"""The plan for what an erasure was asked to reach, with the rows of each store counted."""

import uuid
from collections.abc import Iterable
from dataclasses import replace

from governance.erasure.plan import Plan, plan_memories
from governance.erasure.stores import counts
from governance.models import EraseScope, Source


def plan_for(
    scope: str,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    roots: Iterable[uuid.UUID],
    *,
    with_history: bool = True,
    wanted_back: bool = False,
) -> Plan:
    """Plans some memories, or (``SERVICE_PART``) all with every source of the service."""
    plan = plan_memories(
        person_id,
        service_id,
        roots,
        with_history=with_history,
        wanted_back=wanted_back,
    )
    if scope == EraseScope.SERVICE_PART:
        mine = Source.objects.owned_by(person_id).written_by(service_id)
        plan = replace(plan, source_ids=frozenset(mine.values_list("id", flat=True)))
    return replace(plan, counts=counts(plan))
