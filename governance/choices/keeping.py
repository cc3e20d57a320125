"""The person keeps a memory and has it not used (pause), or keeps it for good (pin)."""

from django.db.models.functions import Now

from governance.access import lock_for_writing
from governance.audit import Actor, record
from governance.models import Memory, MemoryState

IN_USE = [MemoryState.ACTIVE, MemoryState.PAUSED]


class NotInUse(Exception):
    """There is no such memory that could be paused or pinned."""


def set_paused(memory: Memory, *, paused: bool, actor: Actor) -> None:
    """Kept and not used from now on, or used again; the same again changes nothing. Call
    it inside the person's scope; raises :class:`NotInUse`."""
    state = MemoryState.PAUSED if paused else MemoryState.ACTIVE
    verb = "memory.paused" if paused else "memory.resumed"
    _change(memory, {"status": state}, verb, actor)


def set_pinned(memory: Memory, *, pinned: bool, actor: Actor) -> None:
    """Never forgotten by age, and first in the list; raises :class:`NotInUse`."""
    verb = "memory.pinned" if pinned else "memory.unpinned"
    _change(memory, {"pinned": pinned}, verb, actor)


def _change(
    memory: Memory, columns: dict[str, object], verb: str, actor: Actor
) -> None:
    lock_for_writing(memory.person_id)
    rows = Memory.objects.owned_by(memory.person_id).unexpired().staying()
    mine = rows.filter(id=memory.id, status__in=IN_USE, held=False)
    if not mine.exists():
        raise NotInUse
    if not mine.exclude(**columns).update(**columns, updated_at=Now()):
        return
    record(
        verb,
        actor,
        service_id=memory.service_id,
        person_id=memory.person_id,
        subjects=[memory.id],
    )
