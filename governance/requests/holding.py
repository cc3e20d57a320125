"""What a hold means for the requests that are about the same memory."""

import uuid

from governance.access import as_staff
from governance.audit import Actor
from governance.models import (
    OPEN_REQUESTS,
    ErasureRun,
    Hold,
    Right,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.timeline import happened


def note_held(person_id: uuid.UUID, memory_id: uuid.UUID, actor: Actor) -> int:
    """Enters it in every open erasure request that reaches this memory: what is kept, and
    that the law says so, is told to the person. Gives how many; opens its own scope."""
    with as_staff():
        rows = SubjectRequest.objects.filter(
            right=Right.ERASURE,
            state__in=OPEN_REQUESTS,
            person_ids__contains=[person_id],
        )
        found = [
            each for each in rows if each.everything or memory_id in each.memory_ids
        ]
        for each in found:
            with changing(each.id) as row:
                happened(row, "held", actor, facts={"memory": str(memory_id)})
    return len(found)


def note_ended(hold: Hold, why: str, actor: Actor) -> None:
    """Enters it in the request whose erasure had to leave the memory, with the reason:
    that stays when the hold goes with its person. Opens its own scope."""
    if hold.wanted_by is None:
        return
    with as_staff():
        run = ErasureRun.objects.filter(id=hold.wanted_by).first()
        if run is None or run.unit is None:
            return
        asked = SubjectRequest.objects.filter(id=run.unit).first()
        if asked is None:
            return
        facts = {"memory": str(hold.memory_id)}
        with changing(asked.id) as row:
            happened(row, "hold_ended", actor, text=why, internal=True, facts=facts)
