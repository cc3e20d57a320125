"""Webhooks: where this service is told what becomes of its memories."""

from collections.abc import Sequence

from memoryhub.client import read
from memoryhub.client.call import Call, Endpoint
from memoryhub.client.given import Event, Id, given
from memoryhub.client.results import Delivery, NewWebhook, Page, Webhook

ALL = "webhooks"
ONE = "webhooks/{webhook_id}"

LIST = Endpoint("listWebhooks", "GET", ALL, read.webhooks, repeatable=True)
MAKE = Endpoint("makeWebhook", "POST", ALL, read.reader(NewWebhook))
GET = Endpoint("getWebhook", "GET", ONE, read.reader(Webhook), repeatable=True)
DELETE = Endpoint("deleteWebhook", "DELETE", ONE, read.nothing)
SECRET = Endpoint(
    "rotateWebhookSecret", "POST", f"{ONE}/secret", read.reader(NewWebhook)
)
TEST = Endpoint("testWebhook", "POST", f"{ONE}/test", read.reader(Delivery))
DELIVERIES = Endpoint(
    "listDeliveries", "GET", f"{ONE}/deliveries", read.deliveries, repeatable=True
)


def webhooks() -> Call[tuple[Webhook, ...]]:
    """All webhooks of this service."""
    return LIST.call({})


def make_webhook(
    url: str, *, events: Sequence[Event] | None = None
) -> Call[NewWebhook]:
    """From now on this service is told at ``url`` of these events, or of all. Keep the
    ``secret``: it is shown this once. :func:`memoryhub.client.webhooks.verified` reads
    what comes."""
    listed = None if events is None else list(events)
    return MAKE.call({}, body=given(url=url, events=listed))


def webhook(webhook_id: Id) -> Call[Webhook]:
    """Where one leads, and what is told there."""
    return GET.call({"webhook_id": webhook_id})


def delete_webhook(webhook_id: Id) -> Call[None]:
    """Nothing is sent there any more."""
    return DELETE.call({"webhook_id": webhook_id})


def rotate_webhook_secret(webhook_id: Id) -> Call[NewWebhook]:
    """A new secret; for a day the one before signs too, so take both meanwhile."""
    return SECRET.call({"webhook_id": webhook_id})


def send_test(webhook_id: Id) -> Call[Delivery]:
    """Sends a message of the type ``webhook.test``, once; look at :func:`deliveries` for
    what came of it."""
    return TEST.call({"webhook_id": webhook_id})


def deliveries(
    webhook_id: Id, *, page_size: int | None = None, cursor: str | None = None
) -> Call[Page[Delivery]]:
    """What was told through one webhook, the newest first."""
    query = {"page_size": page_size, "cursor": cursor}
    return DELIVERIES.call({"webhook_id": webhook_id}, query=query)
