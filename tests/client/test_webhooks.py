"""Whoever receives what a webhook is sent can tell it from a forgery."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_network

import pytest
from standardwebhooks import Webhook as Signer

from governance.telling.webhooks import new_secret
from memoryhub.client import Memoryhub
from memoryhub.client.webhooks import ACKNOWLEDGED, Forged, verified
from tests.telling.receiver import Answering, Receiver

BODY = (
    b'{"type": "memory.erased", "timestamp": "2026-05-04T09:30:00Z", '
    b'"data": {"person": "anna", "memories": []}}'
)


def signed(body, secret, *, at=None):
    at = at or datetime.now(UTC)
    signature = Signer(secret).sign(msg_id="msg_1", timestamp=at, data=body.decode())
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": str(int(at.timestamp())),
        "Webhook-Signature": signature,
    }


def test_a_message_is_proved_and_read():
    secret = new_secret()
    told = verified(BODY, signed(BODY, secret), secret)
    assert (told.id, told.type, told.data["person"]) == (
        "msg_1",
        "memory.erased",
        "anna",
    )


def test_while_a_secret_changes_either_proves_it():
    old, new = new_secret(), new_secret()
    told = verified(BODY, signed(BODY, old), [new, old])
    assert told.type == "memory.erased"


@pytest.mark.parametrize(
    "change",
    [
        lambda body, headers: (body + b" ", headers),
        lambda body, headers: (b"\xff" + body, headers),
        lambda body, headers: (body, {}),
        lambda body, headers: (body, {**headers, "Webhook-Id": "msg_2"}),
        lambda body, headers: (body, {**headers, "Webhook-Signature": "v1,bm8="}),
        lambda body, headers: (body, {**headers, "Webhook-Signature": "nonsense"}),
        lambda body, headers: (body, {**headers, "Webhook-Signature": "v1,é"}),
        lambda body, headers: (body, {**headers, "Webhook-Timestamp": "soon"}),
    ],
)
def test_what_was_changed_is_forged(change):
    secret = new_secret()
    body, headers = change(BODY, signed(BODY, secret))
    with pytest.raises(Forged):
        verified(body, headers, secret)


def test_what_another_has_signed_is_forged():
    with pytest.raises(Forged):
        verified(BODY, signed(BODY, new_secret()), new_secret())


def test_what_was_caught_and_sent_again_later_is_forged():
    secret = new_secret()
    old = datetime.now(UTC) - timedelta(minutes=6)
    with pytest.raises(Forged):
        verified(BODY, signed(BODY, secret, at=old), secret)


@pytest.mark.parametrize("body", [b"[]", b"7", b"{}", b'{"type": 1}', b"no"])
def test_what_is_signed_and_is_no_message_is_forged(body):
    secret = new_secret()
    with pytest.raises(Forged):
        verified(body, signed(body, secret), secret)


def test_the_client_makes_tests_changes_and_removes_a_webhook(
    world, bell, address, settings
):
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    receiver = Receiver()
    receiver.answer = Answering(body=ACKNOWLEDGED)
    with Memoryhub(address, world.travel.key) as hub:
        made = hub.make_webhook(receiver.url, events=["memory.erased"])
        assert [each.url for each in hub.webhooks()] == [receiver.url]
        hub.send_test(made.id)
        changed = hub.rotate_webhook_secret(made.id)
        bell.answer()
        [got] = receiver.received
        for secret in (made.secret, changed.secret):
            assert verified(got.body, got.headers, secret).type == "webhook.test"
        [sent] = hub.deliveries(made.id)
        assert (sent.state, sent.tries) == ("delivered", 1)
        hub.delete_webhook(made.id)
        assert hub.webhooks() == ()
    receiver.close()
