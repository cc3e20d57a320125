"""Reading: every read by a service is on record, with its purpose, before it is answered."""

import uuid
from collections.abc import Sequence

from governance.access import Caller
from governance.models import Memory, Read, ReadKind


def log_read(
    kind: ReadKind, memories: Sequence[Memory], *, person_id: uuid.UUID, caller: Caller
) -> None:
    """Enters who read which memories, in the transaction that read them."""
    Read.objects.create(
        person_id=person_id,
        service_id=caller.service_id,
        kind=kind,
        purpose=caller.purposes[0],
        memory_ids=[memory.id for memory in memories],
    )
