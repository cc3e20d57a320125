"""A worker that dies while it tells somebody: the same message comes again, and once."""

import threading

import pytest

from tests.faults.running import start, until
from tests.telling.receiver import Answering, Receiver

pytestmark = pytest.mark.slow


@pytest.fixture
def product(folder):
    running = start(
        folder,
        MEMORYHUB_WEBHOOK_NETWORKS="127.0.0.0/8",
        MEMORYHUB_WEBHOOK_LEASE="25",
    )
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.close()


def made(product, receiver):
    status, hook = product.call("POST", "webhooks", {"url": receiver.url})
    assert status == 201
    return hook["id"]


def told(product, hook_id):
    return product.call("GET", f"webhooks/{hook_id}/deliveries")[1]["results"]


def test_a_worker_killed_while_a_recipient_thinks(product, receiver):
    hook_id = made(product, receiver)
    thinking = threading.Event()
    receiver.answer = Answering(instead=lambda request: _think(thinking))
    product.call("POST", f"webhooks/{hook_id}/test")
    until(lambda: len(receiver.received) == 1)
    receiver.answer = Answering()
    product.kill("worker")
    thinking.set()
    until(lambda: told(product, hook_id)[0]["state"] == "delivered", seconds=120)
    first, second = receiver.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    assert told(product, hook_id)[0]["tries"] == 2


def test_a_broker_that_is_down_loses_no_message(product, receiver):
    hook_id = made(product, receiver)
    product.kill("broker")
    hooks = [hook_id, *(made(product, receiver) for _ in range(2))]
    for each in hooks:
        assert product.call("POST", f"webhooks/{each}/test")[0] == 202
    until(
        lambda: all(told(product, h)[0]["state"] == "delivered" for h in hooks),
        seconds=120,
    )
    ids = [each.headers["webhook-id"] for each in receiver.received]
    assert (len(ids), len(set(ids))) == (3, 3)


def _think(thinking: threading.Event) -> None:
    thinking.wait(30)
