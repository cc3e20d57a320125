"""Webhooks to which nothing is sent any more, as a replay makes them so again: an older
state of the database would tell an address that its service has given up.

All of it in the service's scope.
"""

import uuid

from django.db.models import Q
from django.db.models.functions import Now

from governance.models import Webhook
from governance.telling.adopting import orphan

REMOVED, DISABLED = "removed", "disabled"
"""By the service; and for good, since whoever has the address wants nothing more."""

ENDED = "gone"


def is_silent(webhook_id: uuid.UUID, how: str) -> bool:
    """Whether it is so: gone where it was removed, at least disabled otherwise."""
    live = Q() if how == REMOVED else Q(disabled_at=None)
    return not Webhook.objects.filter(live, id=webhook_id).exists()


def silence(webhook_id: uuid.UUID, how: str) -> None:
    """Makes it so; what waits for it is told elsewhere, or nowhere."""
    webhook = Webhook.objects.select_for_update().get(id=webhook_id)
    orphan(webhook)
    if how == REMOVED:
        webhook.delete()
    else:
        disable(webhook)


def disable(webhook: Webhook) -> bool:
    """Whether it was not disabled before."""
    live = Webhook.objects.filter(id=webhook.id, disabled_at=None)
    return bool(live.update(disabled_at=Now(), disabled_reason=ENDED))
