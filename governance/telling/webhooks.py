"""A service's webhooks: made, changed, removed. Address and secrets are sealed here and
opened where they are needed; no log, error or audit entry has them."""

import base64
import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now

from governance.access import (
    as_service,
    database_now,
    enter_webhook,
    note_current_key,
    seal,
    unseal,
)
from governance.audit import Actor, record
from governance.models import EventKind, Webhook
from governance.telling.address import target_of
from governance.telling.adopting import adopt, orphan
from governance.telling.resolving import Resolver, addresses_of
from governance.telling.silence import REMOVED

URL_USE = "webhook address"
SECRET_USE = "webhook secret"  # noqa: S105  the name of a use, not a secret
SECRET_BYTES = 32
OVERLAP = timedelta(hours=24)
"""How long after a change of secret the earlier one signs too."""

ALL_EVENTS = [each.value for each in EventKind if each != EventKind.TEST]


class TooManyWebhooks(Exception):
    """The service has as many as it may have."""


class NoSuchWebhook(Exception):
    """It is not there, or is another service's."""


@dataclass(frozen=True)
class Opened:
    """What a webhook's row seals. ``secrets`` sign, the newest first."""

    url: str
    secrets: Sequence[str]


def make_webhook(
    service_id: uuid.UUID,
    url: str,
    events: Sequence[str] = (),
    *,
    actor: Actor,
    resolve: Resolver | None = None,
) -> tuple[Webhook, str]:
    """A webhook, and its secret, which is shown this once. Without ``events`` it is told
    of everything. What waits for want of an address is told to it.

    Raises ``BadAddress`` for an address that must not be reached, and
    :class:`TooManyWebhooks`.
    """
    addresses_of(target_of(url), resolve=resolve)
    secret = new_secret()
    with as_service(service_id):
        note_current_key()
        _refuse_more(service_id)
        url_sealed, url_key = seal(URL_USE, url)
        secret_sealed, secret_key = seal(SECRET_USE, secret)
        made = Webhook.objects.create(
            service_id=service_id,
            url_sealed=url_sealed,
            url_sealed_by_id=url_key,
            secret_sealed=secret_sealed,
            secret_sealed_by_id=secret_key,
            events=list(dict.fromkeys(events)) or ALL_EVENTS,
        )
        adopt(made)
        _enter("webhook.made", made, actor)
        return Webhook.objects.get(id=made.id), secret


def webhooks_of(service_id: uuid.UUID) -> list[Webhook]:
    """All of a service, oldest first."""
    with as_service(service_id):
        mine = Webhook.objects.filter(service_id=service_id)
        return list(mine.order_by("created_at", "id"))


def webhook_of(service_id: uuid.UUID, webhook_id: uuid.UUID) -> Webhook:
    """One of them; call it in the service's scope. Raises :class:`NoSuchWebhook`."""
    mine = Webhook.objects.filter(service_id=service_id, id=webhook_id)
    found = mine.select_for_update().first()
    if found is None:
        raise NoSuchWebhook
    return found


def remove_webhook(
    service_id: uuid.UUID, webhook_id: uuid.UUID, *, actor: Actor
) -> None:
    """Address and secrets are gone; what waits to be told there is told nowhere, but for
    erasures, which wait for another webhook or for the service to say so itself. Raises
    :class:`NoSuchWebhook`; ``LedgerTrouble`` where it could not be entered, and then it is
    there still."""
    with as_service(service_id):
        found = webhook_of(service_id, webhook_id)
        orphan(found)
        _enter("webhook.removed", found, actor)
        enter_webhook(found, REMOVED)
        found.delete()


def rotate_secret(
    service_id: uuid.UUID,
    webhook_id: uuid.UUID,
    *,
    actor: Actor,
    overlap: timedelta = OVERLAP,
) -> tuple[Webhook, str]:
    """A new secret; until ``overlap`` is over the one before signs too. Raises
    :class:`NoSuchWebhook`."""
    secret = new_secret()
    with as_service(service_id):
        note_current_key()
        found = webhook_of(service_id, webhook_id)
        sealed, key_id = seal(SECRET_USE, secret)
        Webhook.objects.filter(id=found.id).update(
            secret_sealed=sealed,
            secret_sealed_by_id=key_id,
            earlier_secret_sealed=found.secret_sealed if overlap else None,
            earlier_secret_sealed_by_id=found.secret_sealed_by_id if overlap else None,
            earlier_until=Now() + overlap if overlap else None,
        )
        _enter("webhook.secret_rotated", found, actor)
        return Webhook.objects.get(id=found.id), secret


def opened(webhook: Webhook) -> Opened:
    """Its address and secrets in the clear, for who sends or owns it."""
    signing = [
        unseal(SECRET_USE, bytes(webhook.secret_sealed), webhook.secret_sealed_by_id)
    ]
    earlier, key_id = webhook.earlier_secret_sealed, webhook.earlier_secret_sealed_by_id
    until = webhook.earlier_until
    if earlier is not None and key_id and until and until > database_now():
        signing.append(unseal(SECRET_USE, bytes(earlier), key_id))
    url = unseal(URL_USE, bytes(webhook.url_sealed), webhook.url_sealed_by_id)
    return Opened(url, signing)


def new_secret() -> str:
    """256 random bits as Standard Webhooks writes them."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def _refuse_more(service_id: uuid.UUID) -> None:
    """Two calls at once are counted one after the other. Disabled ones count too, or
    there would be no end of them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))",
            [f"webhooks of {service_id}"],
        )
    mine = Webhook.objects.filter(service_id=service_id)
    if mine.count() >= settings.WEBHOOKS_PER_SERVICE:
        raise TooManyWebhooks


def _enter(verb: str, webhook: Webhook, actor: Actor) -> None:
    record(verb, actor, service_id=webhook.service_id, subjects=[webhook.id])
