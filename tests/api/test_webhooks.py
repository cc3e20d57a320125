"""Webhooks by REST: made, shown, tested, changed, removed, each by their own service."""

import re
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from standardwebhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from governance.access import as_account, as_sweeper, make_account
from governance.audit import Actor, ActorKind
from governance.erasure import ask
from governance.models import AuditEntry, Person, Webhook
from tests.telling.conftest import deliveries

PUBLIC = "https://1.1.1.1/hooks"
"""A number, so that nobody is asked what it means; nothing is sent there."""


def post(world, body):
    return world.travel.client().post("/api/v1/webhooks", body, format="json")


def test_a_webhook_is_made_and_its_secret_shown_once(world):
    answer = post(world, {"url": PUBLIC, "events": ["memory.erased"]})
    assert answer.status_code == 201
    made = answer.json()
    assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{43}=", made["secret"])
    assert (made["url"], made["events"]) == (PUBLIC, ["memory.erased"])
    client = world.travel.client()
    shown = client.get(f"/api/v1/webhooks/{made['id']}").json()
    assert "secret" not in shown
    assert shown["url"] == PUBLIC
    listed = client.get("/api/v1/webhooks").json()
    assert (listed["count"], listed["results"]) == (1, [shown])


def test_without_events_it_listens_for_all(world):
    made = post(world, {"url": PUBLIC}).json()
    assert "settings.changed" in made["events"]
    assert "webhook.test" not in made["events"]


def test_address_and_secrets_are_sealed_in_the_database(world, as_owner):
    made = post(world, {"url": PUBLIC}).json()
    row = as_owner(Webhook).get()
    stored = b"".join(
        bytes(value)
        for value in vars(row).values()
        if isinstance(value, bytes | memoryview)
    )
    assert b"1.1.1.1" not in stored
    assert made["secret"].encode() not in stored


@pytest.mark.parametrize(
    "url",
    [
        "http://1.1.1.1/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://localhost./",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://169.254.169.254/latest/meta-data/",
        "https://10.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://user:word@1.1.1.1/",
        "https://1.1.1.1/#part",
        "https://1.1.1.1/\r\nX-Evil: 1",
        "https://no-such-name.invalid/",
        "ftp://1.1.1.1/",
        "nowhere",
    ],
)
def test_an_address_that_must_not_be_reached_is_refused_and_not_repeated(
    world, url, caplog
):
    answer = post(world, {"url": url})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["url"]
    assert url not in answer.content.decode()
    assert url not in caplog.text
    assert world.travel.client().get("/api/v1/webhooks").json()["count"] == 0


def test_whether_a_name_is_known_inside_cannot_be_told_from_the_refusal(
    world, monkeypatch
):
    found = iter([[], ["10.0.0.5"], ["127.0.0.1"]])
    monkeypatch.setattr(
        "governance.telling.resolving.system_resolver", lambda host, port: next(found)
    )
    url = {"url": "https://db.internal/"}
    assert len({post(world, url).content for _ in range(3)}) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"url": 7},
        {"url": PUBLIC, "events": ["webhook.test"]},
        {"url": PUBLIC, "events": ["*"]},
        {"url": PUBLIC, "events": "memory.erased"},
        {"url": PUBLIC, "secret": "mine"},
        {"url": "https://1.1.1.1/" + "a" * 2_000},
    ],
)
def test_what_is_not_of_the_form_is_refused(world, body):
    assert post(world, body).status_code == 400


def test_a_service_has_so_many_and_no_more(world, settings):
    settings.WEBHOOKS_PER_SERVICE = 2
    ids = [post(world, {"url": PUBLIC}).json()["id"] for _ in range(2)]
    assert post(world, {"url": PUBLIC}).status_code == 409
    assert world.travel.client().delete(f"/api/v1/webhooks/{ids[0]}").status_code == 204
    assert post(world, {"url": PUBLIC}).status_code == 201


def test_one_of_another_service_is_not_there(world):
    made = post(world, {"url": PUBLIC}).json()
    bank = world.bank.client()
    for method, more in [
        ("get", ""),
        ("delete", ""),
        ("post", "/secret"),
        ("post", "/test"),
        ("get", "/deliveries"),
    ]:
        url = f"/api/v1/webhooks/{made['id']}{more}"
        assert getattr(bank, method)(url).status_code == 404
        gone = f"/api/v1/webhooks/{uuid.uuid4()}{more}"
        assert getattr(world.travel.client(), method)(gone).status_code == 404
    assert bank.get("/api/v1/webhooks").json()["count"] == 0


def test_a_key_without_the_scope_may_not(world):
    client = world.travel.client_with(scopes=["erasure"])
    answer = client.get("/api/v1/webhooks")
    assert (answer.status_code, answer.json()["scope"]) == (403, "webhooks")


def test_a_test_message_shows_among_the_deliveries(world, bell, receiver, hook):
    client = world.travel.client()
    sent = client.post(f"/api/v1/webhooks/{hook['id']}/test")
    assert sent.status_code == 202
    assert sent.json()["state"] == "waiting"
    bell.answer()
    listed = client.get(f"/api/v1/webhooks/{hook['id']}/deliveries").json()
    [shown] = listed["results"]
    assert shown["id"] == sent.json()["id"]
    assert (shown["type"], shown["state"]) == ("webhook.test", "delivered")
    assert (shown["tries"], shown["response_status"]) == (1, 200)


def test_while_a_test_is_on_its_way_there_is_no_second_one(world, bell, receiver, hook):
    client = world.travel.client()
    url = f"/api/v1/webhooks/{hook['id']}/test"
    first, second = (client.post(url).json()["id"] for _ in range(2))
    assert first == second
    bell.answer()
    assert len(receiver.received) == 1
    assert client.post(url).json()["id"] != first


def test_deliveries_come_in_pages_each_once(world, bell, hook):
    client = world.travel.client()
    sent = set()
    for _ in range(5):
        sent.add(client.post(f"/api/v1/webhooks/{hook['id']}/test").json()["id"])
        bell.answer()
    url = f"/api/v1/webhooks/{hook['id']}/deliveries?page_size=2"
    seen = []
    while url:
        page = client.get(url).json()
        seen += [each["id"] for each in page["results"]]
        url = page["next"]
    assert (len(seen), set(seen)) == (5, sent)


def test_while_a_secret_changes_both_sign(world, bell, receiver, hook, as_owner):
    client = world.travel.client()
    url = f"/api/v1/webhooks/{hook['id']}"
    changed = client.post(f"{url}/secret").json()
    assert changed["earlier_secret_until"]
    client.post(f"{url}/test")
    bell.answer()
    as_owner(Webhook).update(earlier_until=timezone.now() - timedelta(seconds=1))
    client.post(f"{url}/test")
    bell.answer()
    during, after = receiver.received
    for secret in (hook["secret"], changed["secret"]):
        assert Verifier(secret).verify(during.body, during.headers)
    assert Verifier(changed["secret"]).verify(after.body, after.headers)
    with pytest.raises(WebhookVerificationError):
        Verifier(hook["secret"]).verify(after.body, after.headers)


def test_what_is_done_to_a_webhook_is_on_record_without_its_address(world, as_owner):
    made = post(world, {"url": PUBLIC}).json()
    client = world.travel.client()
    client.post(f"/api/v1/webhooks/{made['id']}/secret")
    client.delete(f"/api/v1/webhooks/{made['id']}")
    entries = as_owner(AuditEntry).filter(verb__startswith="webhook.")
    verbs = list(entries.order_by("created_at").values_list("verb", flat=True))
    assert verbs == ["webhook.made", "webhook.secret_rotated", "webhook.removed"]
    assert "1.1.1.1" not in str(list(entries.values()))


def test_an_erasure_that_may_be_undone_has_nothing_to_confirm(world):
    memory = world.write("Likes tea.")
    client = world.travel.client()
    forgotten = client.post(
        "/api/v1/people/owner/forget", {"ids": [memory["id"]]}, format="json"
    ).json()
    url = f"/api/v1/erasures/{forgotten['erasure']}"
    assert client.get(url).json()["recipients"] == []
    assert client.post(f"{url}/acknowledge").status_code == 409


def test_an_erasure_of_another_service_cannot_be_acknowledged(world, bell):
    account = make_account("owner@example.org", None)
    Person.objects.using("owner").filter(id=world.owner.id).update(account=account)
    memory = world.write("Likes tea.")
    with as_account(account.id):
        run = ask(
            [uuid.UUID(memory["id"])],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=Actor(ActorKind.ACCOUNT, account.id),
            undo=timedelta(0),
        )
    url = f"/api/v1/erasures/{run.id}/acknowledge"
    assert world.bank.client().post(url).status_code == 404
    assert [row.state for row in deliveries()] == ["no_webhook"]


def test_the_record_of_who_was_told_of_an_erasure_cannot_be_deleted(world, bell):
    memory = world.write("Likes tea.")
    world.travel.client().delete(f"/api/v1/people/owner/memories/{memory['id']}")
    [row] = deliveries()
    row.ended_at = timezone.now() - timedelta(days=400)
    row.save(using="owner")
    with as_sweeper(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM webhook_delivery")
        assert cursor.rowcount == 0
