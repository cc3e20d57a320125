"""Erase memories of which nothing was made, in this transaction and without a run: what
lives its time by a rule that was known beforehand needs no undo and no certificate."""

import uuid
from collections.abc import Sequence

from django.conf import settings

from governance.erasure.batches import erase_by_batches
from governance.erasure.scope import plan_for
from governance.models import EraseScope


def erase_alone(
    ids: Sequence[uuid.UUID], *, person_id: uuid.UUID, service_id: uuid.UUID
) -> bool:
    """Erases them from every store; False, and nothing is changed, where something else
    would go along. Call it with the person locked."""
    plan = plan_for(
        EraseScope.MEMORIES,
        person_id,
        service_id,
        ids,
        run_id=uuid.uuid4(),
        with_history=False,
    )
    alone = plan.memories <= len(set(ids))
    if alone:
        for _ in erase_by_batches(plan, settings.ERASURE_BATCH):
            pass
    plan.items().delete()
    return alone
