"""What is sent: a type, a time, ids, and the service's own id for the person, which is
opened from its seal here and kept nowhere. No text of anybody (Standard Webhooks, "thin
payloads": who wants to know more asks, with a key and under the rules of that moment)."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from django.db.models import Count
from standardwebhooks import Webhook as Signer

from governance.access import as_service, as_service_with, database_now, person_ref
from governance.models import EventKind, Receipt, Webhook, WebhookDelivery
from governance.telling.webhooks import Opened, opened

MOST_IDS = 10_000
OTHERS = {
    "conversation": "conversations_total",
    "item": "items_total",
    "file": "files_total",
}
"""What receipts call it, and the member that says how many."""


@dataclass(frozen=True)
class Message:
    """Ready to be sent: where to, what, and signed for this try."""

    url: str
    body: bytes
    headers: dict[str, str]


def message_of(delivery: WebhookDelivery, webhook_id: uuid.UUID) -> Message | None:
    """The message of a delivery; None when its webhook is gone or disabled."""
    with as_service(delivery.service_id):
        webhook = Webhook.objects.filter(id=webhook_id, disabled_at=None).first()
        if webhook is None:
            return None
        to = opened(webhook)
    body = json.dumps(_document(delivery), ensure_ascii=False).encode()
    return Message(to.url, body, _headers(delivery, body, to))


def _document(delivery: WebhookDelivery) -> dict[str, Any]:
    at = delivery.created_at.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return {"type": delivery.kind, "timestamp": at, "data": _data(delivery)}


def _data(delivery: WebhookDelivery) -> dict[str, Any]:
    if delivery.person_id is None:
        return {}
    with as_service_with(delivery.service_id, delivery.person_id):
        data: dict[str, Any] = {"person": person_ref(delivery.person_id)}
        ids = [str(each) for each in delivery.subject_ids]
        if delivery.run_id:
            data["erasure"] = str(delivery.run_id)
            return data | _erased(delivery.person_id, delivery.run_id)
    if delivery.kind == EventKind.REQUEST_UPDATED:
        return data | {"request": ids[0]}
    return data | _listed(ids, len(ids)) if ids else data


def _erased(person_id: uuid.UUID, run_id: uuid.UUID) -> dict[str, Any]:
    """What goes: there is a receipt for each from the commit on that it begins in. Of what
    is no memory the number is told, where there is any: a service calls conversations and
    files by names, which are not kept."""
    receipts = Receipt.objects.owned_by(person_id).filter(run_id=run_id)
    memories = receipts.filter(thing="memory").order_by("thing_id")
    ids = memories.values_list("thing_id", flat=True)
    others = receipts.filter(thing__in=OTHERS).values_list("thing")
    told = {OTHERS[thing]: number for thing, number in others.annotate(Count("pk"))}
    return _listed([str(each) for each in ids[:MOST_IDS]], ids.count()) | told


def _listed(ids: Sequence[str], total: int) -> dict[str, Any]:
    return {"memories": list(ids[:MOST_IDS]), "memories_total": total}


def _headers(delivery: WebhookDelivery, body: bytes, to: Opened) -> dict[str, str]:
    """The id is the event's, the same whenever it comes; the time is the try's, by the
    clock of the database: recipients refuse what is five minutes off."""
    now, name = database_now(), delivery.message
    signatures = [
        Signer(secret).sign(msg_id=name, timestamp=now, data=body.decode())
        for secret in to.secrets
    ]
    return {
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
