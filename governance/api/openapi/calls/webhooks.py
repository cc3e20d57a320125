"""Webhooks: made, tested, changed, removed."""

from governance.api.openapi import queries, webhooks
from governance.api.openapi.call import call
from governance.api.shapes import WebhookIn

GROUP = "Webhooks"

list_webhooks = call(
    "listWebhooks",
    GROUP,
    "List webhooks",
    "All webhooks of this service, on one page.",
    {200: (webhooks.WebhookPage, "The webhooks.")},
)

make_webhook = call(
    "makeWebhook",
    GROUP,
    "Make a webhook",
    "From now on the service is told at this address, in the manner of Standard Webhooks "
    "(`webhook-id`, `webhook-timestamp`, `webhook-signature`). A message holds ids and "
    "your own id for the person, and no text. It is tried up to ten times within about "
    "three days, with the same `webhook-id`. `memory.erased` and `person.erased` come "
    "when an erasure begins, and ask you to erase your own copies: answer 2xx with "
    '`{"acknowledged": true}` once they are gone, or acknowledge the erasure later. '
    "Answer 410 to be sent nothing any more. Erasures that nobody could be told of yet "
    "are told to it. Redirects are not followed.",
    {201: (webhooks.NewWebhook, "The webhook; its secret cannot be shown again.")},
    takes=WebhookIn,
    example={"url": "https://example.org/memoryhub", "events": ["memory.erased"]},
    refuses=[409, 422],
)

get_webhook = call(
    "getWebhook",
    GROUP,
    "Read a webhook",
    "Where it leads and what is told there.",
    {200: (webhooks.Webhook, "The webhook.")},
)

delete_webhook = call(
    "deleteWebhook",
    GROUP,
    "Delete a webhook",
    "Its address and secret are gone, and nothing is sent there any more. Erasures that "
    "it was not told of wait for another webhook, or for you to acknowledge them.",
    {204: (None, "It is gone.")},
)

rotate_webhook_secret = call(
    "rotateWebhookSecret",
    GROUP,
    "Change a webhook's secret",
    "Messages are signed with the new secret and, for a day, with the one before too: "
    "`webhook-signature` then holds both.",
    {200: (webhooks.NewWebhook, "The new secret; it cannot be shown again.")},
)

test_webhook = call(
    "testWebhook",
    GROUP,
    "Test a webhook",
    "Sends a message of the type `webhook.test` that means nothing, once.",
    {202: (webhooks.Delivery, "It is on its way; see its deliveries.")},
)

list_deliveries = call(
    "listDeliveries",
    GROUP,
    "List what was told",
    "What was told through one webhook, the newest first. What tells of no erasure is "
    "deleted 90 days after its end.",
    {200: (webhooks.DeliveryPage, "One page.")},
    parameters=queries.PAGES,
    refuses=[400],
)
