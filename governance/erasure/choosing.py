"""Which memories a selector means: a source, a conversation, or all of a service's part."""

import uuid

from governance.models import EraseScope, Memory, MemoryQuerySet


def told_by_source(
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    *,
    ref: str = "",
    conversation: str = "",
) -> list[uuid.UUID]:
    """What this service wrote that comes from such a source and is on no run's way out."""
    named = {"ref": ref, "conversation": conversation}
    given = {name: value for name, value in named.items() if value}
    rows = _here(person_id, service_id).told_by(**given)
    return list(rows.values_list("id", flat=True))


def all_of_service(
    person_id: uuid.UUID, service_id: uuid.UUID
) -> tuple[EraseScope, list[uuid.UUID]]:
    """Everything, and the scope that takes its sources along."""
    rows = _here(person_id, service_id)
    return EraseScope.SERVICE_PART, list(rows.values_list("id", flat=True))


def _here(person_id: uuid.UUID, service_id: uuid.UUID) -> MemoryQuerySet:
    return Memory.objects.owned_by(person_id).written_by(service_id).staying()
