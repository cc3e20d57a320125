"""What becomes of what waits to be told when a webhook comes or goes.

An erasure has to be told (Art. 19 GDPR), so it outlives an address; anything else was
for that address. Call these in the service's scope.
"""

from django.db.models import QuerySet
from django.db.models.functions import Now

from governance.dispatch import run_later
from governance.models import DeliveryState, Webhook, WebhookDelivery
from governance.telling.claim import next_of

GONE = "webhook_gone"
ELSEWHERE = "told_elsewhere"
UNTOLD = [DeliveryState.WAITING, DeliveryState.FAILED]


def adopt(webhook: Webhook) -> None:
    """What waits for want of an address is told to this one, each event once."""
    lost = _of_service(webhook).filter(
        state=DeliveryState.NO_WEBHOOK, kind__in=webhook.events
    )
    once = lost.order_by("event_id", "created_at", "id").distinct("event_id")
    taken = list(once.values_list("id", flat=True))
    if not taken:
        return
    lost.filter(id__in=taken).update(
        state=DeliveryState.WAITING,
        webhook_id=webhook.id,
        reason="",
        tries=0,
        next_at=Now(),
    )
    lost.update(state=DeliveryState.CLOSED, reason=ELSEWHERE, ended_at=Now())
    following = next_of(webhook.service_id)
    if following:
        run_later("tell", following)  # which rings for the one after it


def orphan(webhook: Webhook) -> None:
    """Its address is not used any more."""
    untold = _of_service(webhook).filter(webhook_id=webhook.id, state__in=UNTOLD)
    untold.filter(run_id=None).update(
        state=DeliveryState.CLOSED, reason=GONE, ended_at=Now(), next_at=None
    )
    untold.update(state=DeliveryState.NO_WEBHOOK, reason=GONE, next_at=None)


def _of_service(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    return WebhookDelivery.objects.filter(service_id=webhook.service_id)
