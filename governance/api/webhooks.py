"""A service's own webhooks, and what was told through them."""

import uuid
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from governance.access import as_service
from governance.api.callers import caller_of
from governance.api.cursor import Page
from governance.api.fields import rfc_3339
from governance.api.openapi import calls
from governance.api.shapes import WebhookIn
from governance.models import KeyScope, Webhook, WebhookDelivery
from governance.telling import (
    make_webhook,
    opened,
    remove_webhook,
    rotate_secret,
    send_test,
    webhook_of,
    webhooks_of,
)


class Webhooks(APIView):
    """``GET`` all of them; ``POST`` makes one."""

    scopes = {"GET": KeyScope.WEBHOOKS, "POST": KeyScope.WEBHOOKS}

    @calls.list_webhooks
    def get(self, request: Request) -> Response:
        """All webhooks of the calling service, on one page."""
        found = webhooks_of(caller_of(request).service_id)
        body = {"count": len(found), "next": None, "previous": None}
        return Response(body | {"results": [webhook_out(each) for each in found]})

    @calls.make_webhook
    def post(self, request: Request) -> Response:
        """The webhook with its secret, which is shown this once."""
        wanted = WebhookIn(data=request.data)
        wanted.is_valid(raise_exception=True)
        caller = caller_of(request)
        made, secret = make_webhook(
            caller.service_id, **wanted.validated_data, actor=caller.actor
        )
        return Response(webhook_out(made) | {"secret": secret}, status=201)


class OneWebhook(APIView):
    """``GET`` one, ``DELETE`` it."""

    scopes = {"GET": KeyScope.WEBHOOKS, "DELETE": KeyScope.WEBHOOKS}

    @calls.get_webhook
    def get(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """One of the calling service's."""
        service_id = caller_of(request).service_id
        with as_service(service_id):
            return Response(webhook_out(webhook_of(service_id, webhook_id)))

    @calls.delete_webhook
    def delete(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """Nothing is sent there any more."""
        caller = caller_of(request)
        remove_webhook(caller.service_id, webhook_id, actor=caller.actor)
        return Response(status=204)


class NewSecret(APIView):
    """``POST`` changes the secret."""

    scopes = {"POST": KeyScope.WEBHOOKS}

    @calls.rotate_webhook_secret
    def post(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """The new secret; for a day both sign."""
        caller = caller_of(request)
        changed, secret = rotate_secret(
            caller.service_id, webhook_id, actor=caller.actor
        )
        return Response(webhook_out(changed) | {"secret": secret})


class Test(APIView):
    """``POST`` sends a message that means nothing."""

    scopes = {"POST": KeyScope.WEBHOOKS}

    @calls.test_webhook
    def post(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """The delivery, which is on its way."""
        service_id = caller_of(request).service_id
        with as_service(service_id):
            sent = send_test(webhook_of(service_id, webhook_id))
        return Response(delivery_out(sent), status=202)


class Deliveries(APIView):
    """``GET`` what was told through one webhook."""

    scopes = {"GET": KeyScope.WEBHOOKS}

    @calls.list_deliveries
    def get(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """The newest first."""
        service_id = caller_of(request).service_id
        with as_service(service_id):
            webhook = webhook_of(service_id, webhook_id)
            mine = WebhookDelivery.objects.filter(webhook_id=webhook.id)
            page = Page(mine, request)
        return Response(
            {
                "count": page.count,
                "next": page.next,
                "previous": page.previous,
                "results": [delivery_out(each) for each in page.rows],
            }
        )


def webhook_out(webhook: Webhook) -> dict[str, Any]:
    """A webhook as its service sees it."""
    return {
        "id": str(webhook.id),
        "url": opened(webhook).url,
        "events": webhook.events,
        "created_at": rfc_3339(webhook.created_at),
        "rests_until": rfc_3339(webhook.rests_until),
        "disabled_at": rfc_3339(webhook.disabled_at),
        "disabled_reason": webhook.disabled_reason,
        "earlier_secret_until": rfc_3339(webhook.earlier_until),
    }


def delivery_out(delivery: WebhookDelivery) -> dict[str, Any]:
    """How far one message is."""
    return {
        "id": str(delivery.id),
        "message": delivery.message,
        "type": delivery.kind,
        "erasure": str(delivery.run_id) if delivery.run_id else None,
        "state": delivery.state,
        "reason": delivery.reason,
        "tries": delivery.tries,
        "response_status": delivery.response_status,
        "created_at": rfc_3339(delivery.created_at),
        "next_at": rfc_3339(delivery.next_at),
        "told_at": rfc_3339(delivery.told_at),
        "acknowledged_at": rfc_3339(delivery.acknowledged_at),
        "ended_at": rfc_3339(delivery.ended_at),
    }
