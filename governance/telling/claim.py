"""Claim a delivery by lease and fencing token, as erasure runs are claimed; time comes
from the database.

One recipient holds up nobody else: to one service one message is on its way at a time, so
it never has more than one worker, and a webhook that does not answer is left in peace for
a while, longer each time.
"""

import uuid
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now

from governance.access import as_sweeper
from governance.models import DeliveryState, EventKind, Webhook, WebhookDelivery

BATCH = 100


class LeaseLost(Exception):
    """Another worker has claimed the delivery since, or it is settled."""


@dataclass(frozen=True)
class Claim:
    """The right to one try, until somebody else's fence is higher."""

    delivery: WebhookDelivery
    webhook_id: uuid.UUID

    def settle(self, **changes: object) -> None:
        """What came of the try; call it in the service's scope. Raises
        :class:`LeaseLost`."""
        mine = WebhookDelivery.objects.filter(
            id=self.delivery.id,
            fence=self.delivery.fence,
            state=DeliveryState.WAITING,
        )
        if not mine.update(lease_until=None, **changes):
            raise LeaseLost


def claim(delivery_id: uuid.UUID) -> Claim | None:
    """The claim on a due delivery; None when it is not due, told, or somebody's."""
    with as_sweeper():
        due = claimable().filter(id=delivery_id)
        if not due.update(
            fence=F("fence") + 1,
            tries=F("tries") + 1,
            lease_until=Now() + settings.WEBHOOK_LEASE,
        ):
            return None
        row = WebhookDelivery.objects.get(id=delivery_id)
    return Claim(row, row.webhook_id) if row.webhook_id else None


def due() -> list[uuid.UUID]:
    """Deliveries that no living worker holds, of each webhook the one that has waited
    longest; up to 100, the longest first."""
    with as_sweeper():
        return list(_heads(Webhook.objects.all())[:BATCH])


def next_of(service_id: uuid.UUID) -> uuid.UUID | None:
    """What has waited longest of this service; call it in its scope."""
    return _heads(Webhook.objects.filter(service_id=service_id)).first()


def claimable() -> QuerySet[WebhookDelivery]:
    """Due, nobody's, and to a webhook that can take it now. Who tests an address wants to
    know now, so a test does not wait for its rest to end."""
    free = Q(lease_until__isnull=True) | Q(lease_until__lte=Now())
    theirs = Webhook.objects.filter(id=OuterRef("webhook_id"))
    silent = theirs.exclude(_rested(), disabled_at=None)
    busy = WebhookDelivery.objects.filter(
        service_id=OuterRef("service_id"),
        state=DeliveryState.WAITING,
        lease_until__gt=Now(),
    ).exclude(id=OuterRef("id"))
    ready = WebhookDelivery.objects.filter(
        free,
        state=DeliveryState.WAITING,
        webhook_id__isnull=False,
        next_at__lte=Now(),
    )
    awake = Q(kind=EventKind.TEST) | ~Exists(silent)
    return ready.filter(awake, ~Exists(busy))


def _heads(webhooks: QuerySet[Webhook]) -> QuerySet[Webhook, uuid.UUID]:
    first = _in_turn(claimable().filter(webhook_id=OuterRef("id")))
    live = webhooks.filter(_rested(), disabled_at=None).annotate(
        head=Subquery(first.values("id")[:1]),
        since=Subquery(first.values("next_at")[:1]),
    )
    waiting = live.filter(head__isnull=False).order_by("since", "head")
    return waiting.values_list("head", flat=True)


def _in_turn(rows: QuerySet[WebhookDelivery]) -> QuerySet[WebhookDelivery]:
    return rows.order_by("next_at", "created_at", "id")


def _rested() -> Q:
    return Q(rests_until__isnull=True) | Q(rests_until__lte=Now())
