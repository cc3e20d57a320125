"""What protects from a service as a whole, in the ledger: its keys that ended or were made
narrower, and that it is paused."""

import json
import uuid
from datetime import datetime

from django.db.models.functions import Coalesce, Least, Now

from governance.models import Service, ServiceKey


def key_detail(key: ServiceKey) -> str:
    """How it stands by now."""
    now = ServiceKey.objects.get(id=key.id)
    ends = [at for at in (now.revoked_at, now.expires_at) if at]
    said = {
        "ends": min(ends).isoformat() if ends else None,
        "scopes": sorted(now.scopes),
    }
    return json.dumps(said, sort_keys=True)


def key_stands(key_id: uuid.UUID, detail: str) -> bool:
    """Whether it may no more, and no longer, than was entered."""
    wanted = json.loads(detail)
    key = ServiceKey.objects.filter(id=key_id).first()
    if key is None:
        return True
    ends = [at for at in (key.revoked_at, key.expires_at) if at]
    ended = not wanted["ends"] or (
        bool(ends) and min(ends) <= datetime.fromisoformat(wanted["ends"])
    )
    return ended and set(key.scopes) <= set(wanted["scopes"])


def end_key(key_id: uuid.UUID, detail: str) -> None:
    """Narrows it to that; it is never made wider or longer."""
    wanted = json.loads(detail)
    rows = ServiceKey.objects.filter(id=key_id)
    for key in rows:
        key.scopes = [each for each in key.scopes if each in wanted["scopes"]]
        key.save(update_fields=["scopes"])
    if wanted["ends"]:
        ends = datetime.fromisoformat(wanted["ends"])
        rows.update(expires_at=Least(Coalesce("expires_at", ends), ends))


def service_is_paused(service_id: uuid.UUID, _: str = "") -> bool:
    """Also where there is no such service."""
    return not Service.objects.filter(id=service_id, paused_at=None).exists()


def locked_and_paused(service_id: uuid.UUID) -> bool:
    """The same, with its row locked: nobody pauses or resumes it until the transaction
    ends."""
    service = Service.objects.select_for_update().filter(id=service_id).first()
    return service is None or service.paused_at is not None


def pause(service_id: uuid.UUID, _: str = "") -> None:
    """It neither reads nor writes until somebody resumes it."""
    Service.objects.filter(id=service_id, paused_at=None).update(paused_at=Now())
