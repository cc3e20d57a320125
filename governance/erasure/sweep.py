"""Find runs that wait: their bell was not rung, or their worker died."""

import uuid

from governance.access import as_sweeper
from governance.erasure.claim import claimable

BATCH = 100


def open_runs() -> list[uuid.UUID]:
    """Ids of up to 100 due runs that no living worker holds, oldest first."""
    with as_sweeper():
        return list(claimable().order_by("due_at").values_list("id", flat=True)[:BATCH])
