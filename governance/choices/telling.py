"""The service is told that a dial it has to heed was turned; which, and how far, it reads
with its key (``GET /people/{person}/settings``)."""

import uuid

from governance.audit import Actor, ActorKind
from governance.models import EventKind
from governance.telling import About, tell


def tell_settings(person_id: uuid.UUID, service_id: uuid.UUID, actor: Actor) -> None:
    """Call it in the transaction of the change; who turned it itself knows."""
    if actor.kind != ActorKind.SERVICE:
        tell(EventKind.SETTINGS_CHANGED, About(person_id, service_id))
