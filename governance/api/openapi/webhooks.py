"""What the answers about webhooks hold (``governance.api.webhooks`` makes them)."""

from rest_framework import serializers

from governance.api.fields import Moment
from governance.api.openapi.bodies import Answer, Choice, Number, Uuid, Word
from governance.models import DeliveryState, EventKind
from governance.telling import ALL_EVENTS

Choices = serializers.ListField


class Webhook(Answer):
    """Where a service is told of what."""

    id = Uuid()
    url = Word()
    events = Choices(child=Choice(choices=ALL_EVENTS))
    created_at = Moment()
    rests_until = Moment(
        allow_null=True,
        help_text="It did not answer, so nothing is sent before; null once it did.",
    )
    disabled_at = Moment(
        allow_null=True, help_text="Since when nothing is sent: it answered 410."
    )
    disabled_reason = Word()
    earlier_secret_until = Moment(
        allow_null=True, help_text="Until then the secret before signs too."
    )


class NewWebhook(Webhook):
    """With its secret."""

    secret = Word(help_text="`whsec_…`; it cannot be shown again.")


class WebhookPage(Answer):
    """All webhooks of a service."""

    count = Number(min_value=0)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = Webhook(many=True)


class Delivery(Answer):
    """How far one message is."""

    id = Uuid()
    message = Word(
        help_text="The header `webhook-id` of every try: of one event to one service "
        "always the same."
    )
    type = Choice(choices=EventKind.values)
    erasure = Uuid(
        allow_null=True, help_text="Of what has to be acknowledged; otherwise null."
    )
    state = Choice(choices=DeliveryState.values)
    reason = Word(
        help_text="Why it did not arrive, such as `timeout`; or was closed, such as "
        "`not_acknowledged`."
    )
    tries = Number(min_value=0)
    response_status = Number(allow_null=True, help_text="Of the last answer.")
    created_at = Moment()
    next_at = Moment(
        allow_null=True, help_text="The next try; null when there is none."
    )
    told_at = Moment(allow_null=True)
    acknowledged_at = Moment(allow_null=True)
    ended_at = Moment(allow_null=True)


class DeliveryPage(Answer):
    """One page of deliveries."""

    count = Number(min_value=0, help_text="Of the whole list.")
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = Delivery(many=True)
