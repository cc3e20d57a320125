"""Every read by a service is on record, with its purpose, before it is answered."""

import uuid
from collections.abc import Sequence

from governance.access import Caller, keyed_hash
from governance.models import Memory, Read, ReadKind


def log_read(
    kind: ReadKind,
    memories: Sequence[Memory],
    *,
    person_id: uuid.UUID,
    caller: Caller,
    purpose: str,
    query: str = "",
) -> None:
    """Enters who read which memories, in the transaction that read them; of what was
    searched for only the keyed hash."""
    Read.objects.create(
        person_id=person_id,
        service_id=caller.service_id,
        kind=kind,
        purpose=purpose,
        memory_ids=[memory.id for memory in memories],
        query_hash=keyed_hash("query", query).digest if query else None,
    )
