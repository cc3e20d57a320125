"""Clear a conversation: an erasure of all its items, with or without what was learnt."""

import uuid

from governance.access import Caller, as_service_with, lock_for_writing
from governance.erasure import NO_UNDO, NothingToErase, ask, told_in
from governance.models import ErasureRun


def clear_conversation(
    name: str, *, memories: bool, person_id: uuid.UUID, caller: Caller
) -> ErasureRun:
    """Begins it; raises ``NothingToErase`` where there is nothing of that name."""
    with as_service_with(caller.service_id, person_id):
        lock_for_writing(person_id)
        ids = told_in(name, person_id, caller.service_id, memories=memories)
        if not ids:
            raise NothingToErase
        return ask(
            ids,
            person_id=person_id,
            service_id=caller.service_id,
            actor=caller.actor,
            undo=NO_UNDO,
        )
