"""The plan for what an erasure was asked to reach, with the rows of each store counted."""

import uuid
from collections.abc import Iterable
from dataclasses import replace

from governance.erasure.plan import Plan, plan_memories
from governance.erasure.stores import counts
from governance.models import Derivation, EraseScope, MadeFrom, Memory, Source


def plan_for(
    scope: str,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    roots: Iterable[uuid.UUID],
    *,
    with_history: bool = True,
    wanted_back: bool = False,
) -> Plan:
    """Plans some memories, or (``SERVICE_PART``) all with every source of the service,
    but for what a memory stands on that was told since and stays."""
    plan = plan_memories(
        person_id,
        service_id,
        roots,
        with_history=with_history,
        wanted_back=wanted_back,
    )
    if scope == EraseScope.SERVICE_PART:
        plan = replace(plan, source_ids=_all_sources(plan))
    return replace(plan, counts=counts(plan))


def _all_sources(plan: Plan) -> frozenset[uuid.UUID]:
    mine = Source.objects.owned_by(plan.person_id).written_by(plan.service_id)
    rows = Memory.objects.owned_by(plan.person_id)
    staying = rows.exclude(id__any_of=plan.memory_ids)
    edges = Derivation.objects.owned_by(plan.person_id).filter(
        made_id__in=staying.values("id"), origin_kind=MadeFrom.SOURCE
    )
    others = mine.exclude(id__in=staying.values("source_id"))
    gone = others.exclude(id__in=edges.values("origin_id"))
    return frozenset(gone.values_list("id", flat=True))
