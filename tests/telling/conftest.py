"""A receiver, and a webhook of the travel assistant that leads to it."""

from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest

from governance.models import WebhookDelivery
from tests.telling.receiver import Receiver
from tests.world import Program, World


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """It takes everything until a test says otherwise."""
    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture
def nearby(settings: Any) -> None:
    """The operator allows webhooks on this machine."""
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]


@pytest.fixture
def hook(world: World, receiver: Receiver, nearby: None) -> dict[str, Any]:
    """The webhook as it was answered, secret included."""
    return make_hook(world.travel, receiver.url)


def make_hook(program: Program, url: str, **more: Any) -> dict[str, Any]:
    answer = program.client().post(
        "/api/v1/webhooks", {"url": url, **more}, format="json"
    )
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def deliveries(**wanted: Any) -> list[WebhookDelivery]:
    """Rows behind row-level security, oldest first."""
    rows = WebhookDelivery.objects.using("owner").filter(**wanted)
    return list(rows.order_by("created_at", "id"))
