"""A recipient says that its own copies are gone; what was not said is closed in the end.

These answers are a state of their own and never hold up an erasure (Art. 19 GDPR asks
that recipients are told, not that they obey).
"""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.db.models.functions import Now

from governance.access import as_sweeper, drop_over
from governance.audit import SYSTEM, Actor, record
from governance.models import (
    DeliveryState,
    GonePerson,
    Webhook,
    WebhookDelivery,
)

ANSWER_TIME = timedelta(days=30)
KEPT = timedelta(days=90)
BATCH = 1_000

FURTHEST_FIRST = [
    DeliveryState.ACKNOWLEDGED,
    DeliveryState.DELIVERED,
    DeliveryState.WAITING,
    DeliveryState.FAILED,
    DeliveryState.NO_WEBHOOK,
    DeliveryState.CLOSED,
]
OPEN = [
    DeliveryState.WAITING,
    DeliveryState.NO_WEBHOOK,
    DeliveryState.DELIVERED,
    DeliveryState.FAILED,
]
WHY_CLOSED = {
    DeliveryState.WAITING: "not_reached",
    DeliveryState.FAILED: "not_reached",
    DeliveryState.NO_WEBHOOK: "no_webhook",
    DeliveryState.DELIVERED: "not_acknowledged",
}


class NotBegun(Exception):
    """The erasure may still be undone, so there is nothing to confirm."""


@dataclass(frozen=True)
class Recipient:
    """A service that has to know of an erasure, and how far it does: by the furthest of
    its webhooks, for any of them answers for the service."""

    service_id: uuid.UUID
    state: DeliveryState
    reason: str
    told_at: datetime | None
    acknowledged_at: datetime | None
    closed_at: datetime | None


def recipients_of(person_id: uuid.UUID, run_id: uuid.UUID) -> list[Recipient]:
    """Who has to know of a run; nobody before it has begun. Call it in a scope that sees
    the run."""
    rows = WebhookDelivery.objects.filter(person_id=person_id, run_id=run_id)
    found: dict[uuid.UUID, WebhookDelivery] = {}
    for row in sorted(rows.order_by("created_at", "id"), key=_how_far):
        found.setdefault(row.service_id, row)
    return [_recipient(row) for row in found.values()]


def acknowledge(
    person_id: uuid.UUID, run_id: uuid.UUID, service_id: uuid.UUID, *, actor: Actor
) -> None:
    """All that waits for this service's word has it; said again it changes nothing, and
    said late it counts. Call it in the service's scope. Raises :class:`NotBegun`."""
    mine = WebhookDelivery.objects.filter(
        person_id=person_id, run_id=run_id, service_id=service_id
    )
    row = mine.first()
    if row is None:
        raise NotBegun
    unsaid = mine.exclude(state=DeliveryState.ACKNOWLEDGED)
    if unsaid.update(
        state=DeliveryState.ACKNOWLEDGED,
        reason="",
        next_at=None,
        acknowledged_at=Now(),
        ended_at=Now(),
    ):
        note_acknowledged(row, actor)


def note_acknowledged(row: WebhookDelivery, actor: Actor) -> None:
    """Enters it into the record. Whom the service knows to be erased as a whole may be
    told of again from now on: it is somebody new, and their sealed id goes."""
    if row.run_id:
        gone = GonePerson.objects.filter(run_id=row.run_id, acknowledged_at=None)
        gone.update(acknowledged_at=Now(), ref_sealed=None)
    _enter("recipient.acknowledged", row, actor)


def unsaid() -> dict[uuid.UUID, dict[str, int]]:
    """Of how many erasures each service has not said yet, or did not say, that its copies
    are gone: by state. Call it in the scope of staff."""
    rows = WebhookDelivery.objects.filter(run_id__isnull=False)
    waiting = rows.exclude(state=DeliveryState.ACKNOWLEDGED)
    counted = waiting.values_list("service_id", "state").annotate(
        erasures=Count("run_id", distinct=True)
    )
    found: dict[uuid.UUID, dict[str, int]] = {}
    for service_id, state, erasures in counted.order_by("service_id", "state"):
        found.setdefault(service_id, {})[state] = erasures
    return found


def close_unanswered() -> int:
    """Closes what has waited 30 days for an answer, each with why; gives how many."""
    return sum(1 for _ in _closed())


def drop_old() -> int:
    """Deletes what ended 90 days ago, and webhooks that were disabled so long ago. What
    tells of an erasure stays with its run."""
    long_ago = Now() - KEPT
    told = Q(run_id=None, ended_at__lte=long_ago)
    return drop_over(WebhookDelivery, told, name="deliveries") + drop_over(
        Webhook, Q(disabled_at__lte=long_ago), name="webhooks"
    )


def _closed() -> Iterator[WebhookDelivery]:
    with as_sweeper():
        rows = WebhookDelivery.objects.filter(
            ended_at=None, created_at__lte=Now() - ANSWER_TIME
        )
        for row in rows.order_by("created_at")[:BATCH]:
            state = DeliveryState(row.state)
            unchanged = WebhookDelivery.objects.filter(id=row.id, state=state)
            if unchanged.update(
                state=DeliveryState.CLOSED,
                reason=WHY_CLOSED[state],
                next_at=None,
                ended_at=Now(),
            ):
                if row.run_id:
                    _enter("recipient.closed", row, SYSTEM)
                yield row


def _how_far(row: WebhookDelivery) -> int:
    return FURTHEST_FIRST.index(DeliveryState(row.state))


def _recipient(row: WebhookDelivery) -> Recipient:
    closed = row.state == DeliveryState.CLOSED
    return Recipient(
        row.service_id,
        DeliveryState(row.state),
        row.reason,
        row.told_at,
        row.acknowledged_at,
        row.ended_at if closed else None,
    )


def _enter(verb: str, row: WebhookDelivery, actor: Actor) -> None:
    record(
        verb,
        actor,
        service_id=row.service_id,
        person_id=row.person_id,
        subjects=[row.run_id] if row.run_id else [],
    )
