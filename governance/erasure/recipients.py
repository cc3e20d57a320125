"""Who has received what is erased, and is told when the erasure begins (Art. 19 GDPR).

Not when it is done: from the beginning on nothing brings it back, so every recipient can
begin to erase its own copies while ours go, and hears of it although ours should take
long. Their answers never hold it up.
"""

import uuid

from governance.audit import ActorKind
from governance.models import EraseScope, ErasureRun, EventKind
from governance.telling import tell_of_erasure


def recipients(run: ErasureRun) -> list[uuid.UUID]:
    """The services that have it. Nobody shares with another service yet, so it is the
    one that wrote it, and it alone has read it."""
    return [run.service_id]


def tell_recipients(run: ErasureRun) -> None:
    """In the commit in which the erasure begins. A service that asked for it itself
    knows."""
    chosen = run.scope == EraseScope.MEMORIES or _goes_on(run)
    itself = run.asked_by == ActorKind.SERVICE
    tell_of_erasure(
        EventKind.MEMORY_ERASED if chosen else EventKind.PERSON_ERASED,
        run.id,
        person_id=run.person_id,
        recipients=recipients(run),
        asked_by=run.service_id if itself else None,
    )


def _goes_on(run: ErasureRun) -> bool:
    """Whether it finishes what a hold had kept of somebody who is gone: whoever bears
    their id by now is somebody else, and must not be taken for them."""
    of_them = ErasureRun.objects.owned_by(run.person_id).exclude(id=run.id)
    return of_them.filter(scope=EraseScope.WHOLE_PERSON, epoch__isnull=False).exists()
