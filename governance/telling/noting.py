"""Tell a service of something: the rows are made in the transaction of the thing itself,
so that neither is there without the other, and the job is rung for on commit."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models.functions import Now

from governance.dispatch import run_later
from governance.models import DeliveryState, EventKind, Webhook, WebhookDelivery


@dataclass(frozen=True)
class About:
    """Whom and what an event is about; ids only. ``event_id`` names the event: of one
    that has a name already there is never a second row."""

    person_id: uuid.UUID | None
    service_id: uuid.UUID
    subjects: Sequence[uuid.UUID] = ()
    event_id: uuid.UUID | None = None


def tell(kind: EventKind, about: About) -> None:
    """Every webhook of the service that listens for it is told; call it inside the scope
    of the thing. A service without one asks for itself when it wants to know."""
    _keep(_to_webhooks(kind, about))


def tell_of_erasure(
    kind: EventKind,
    run_id: uuid.UUID,
    *,
    person_id: uuid.UUID,
    recipients: Iterable[uuid.UUID],
    asked_by: uuid.UUID | None,
) -> None:
    """Each recipient has to say that its own copies are gone. Who asked for the erasure
    itself (``asked_by``) has said so; one without a webhook is a recipient all the
    same."""
    for service_id in recipients:
        about = About(person_id, service_id, event_id=run_id)
        if service_id == asked_by:
            rows = [_row(kind, about, DeliveryState.ACKNOWLEDGED)]
            rows[0].acknowledged_at = rows[0].ended_at = Now()
        else:
            rows = _to_webhooks(kind, about) or [
                _row(kind, about, DeliveryState.NO_WEBHOOK)
            ]
        for row in rows:
            row.run_id = run_id
        _keep(rows)


def send_test(webhook: Webhook) -> WebhookDelivery:
    """A message that means nothing, to see whether it arrives; call it in the scope of
    the service, with the webhook locked. It is tried once; while one is on its way there
    is no second one."""
    before = WebhookDelivery.objects.filter(
        webhook_id=webhook.id, kind=EventKind.TEST, state=DeliveryState.WAITING
    ).first()
    if before:
        return before
    about = About(None, webhook.service_id)
    row = _waiting(EventKind.TEST, about, webhook.id)
    _keep([row])
    return WebhookDelivery.objects.get(id=row.id)


def _to_webhooks(kind: EventKind, about: About) -> list[WebhookDelivery]:
    listening = Webhook.objects.filter(
        service_id=about.service_id, disabled_at=None, events__contains=[kind]
    )
    ids = listening.order_by("created_at", "id").values_list("id", flat=True)
    return [_waiting(kind, about, webhook_id) for webhook_id in ids]


def _waiting(kind: EventKind, about: About, webhook_id: uuid.UUID) -> WebhookDelivery:
    row = _row(kind, about, DeliveryState.WAITING)
    row.webhook_id, row.next_at = webhook_id, Now()
    return row


def _row(kind: EventKind, about: About, state: DeliveryState) -> WebhookDelivery:
    return WebhookDelivery(
        person_id=about.person_id,
        service_id=about.service_id,
        kind=kind,
        event_id=about.event_id or uuid.uuid4(),
        subject_ids=list(about.subjects),
        state=state,
    )


def _keep(rows: list[WebhookDelivery]) -> None:
    WebhookDelivery.objects.bulk_create(rows)
    for row in rows:
        if row.state == DeliveryState.WAITING:
            run_later("tell", row.id)
