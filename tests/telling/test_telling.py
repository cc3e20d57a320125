"""Services are told what became of what they told us."""

import json
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone
from standardwebhooks import Webhook as Verifier

from governance import tasks
from governance.access import as_account, as_service, make_account, own_hand
from governance.audit import Actor, ActorKind
from governance.choices import (
    connect_again,
    disconnect,
    set_learning,
    set_using,
    switch_memory,
)
from governance.correcting import correct
from governance.erasure import ask, ask_for_all, erase_memories, hasten, undo
from governance.models import (
    AuditEntry,
    DeliveryState,
    ErasureRun,
    EventKind,
    Person,
    Rebuild,
    Webhook,
    WebhookDelivery,
)
from governance.telling import close_unanswered, drop_old, send_test, webhook_of
from tests.telling.conftest import deliveries, make_hook
from tests.telling.receiver import ACKNOWLEDGED, Answering
from tests.told import Talk, note

TEXT = "Likes marzipan potatoes."


@pytest.fixture
def account(world):
    """The owner's, with their record claimed."""
    account = make_account("owner@example.org", None)
    Person.objects.using("owner").filter(id=world.owner.id).update(account=account)
    return account


def themselves(account):
    return Actor(ActorKind.ACCOUNT, account.id)


def erased_by_person(world, account, memory_id):
    """The person erases it on their own page; gives the run."""
    with as_account(account.id):
        return erase_memories(
            [uuid.UUID(memory_id)],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=themselves(account),
        )


def recipients(world, run):
    answer = world.travel.client().get(f"/api/v1/erasures/{run.id}")
    return answer.json()["recipients"]


def later(**ago):
    """As if all deliveries had been made, and had ended, so much earlier."""
    moved = timezone.now() - timedelta(**ago)
    rows = WebhookDelivery.objects.using("owner")
    rows.update(created_at=moved)
    rows.exclude(ended_at=None).update(ended_at=moved)


def test_an_erasure_is_told_when_it_begins_and_acknowledged_by_the_answer(
    world, bell, account, receiver, hook
):
    memory = world.write(TEXT)
    run = erased_by_person(world, account, memory["id"])
    assert [each["state"] for each in recipients(world, run)] == ["waiting"]
    receiver.answer = Answering(body=ACKNOWLEDGED)
    bell.answer()
    [got] = receiver.received
    assert got.document["type"] == "memory.erased"
    assert got.document["data"] == {
        "person": "owner",
        "erasure": str(run.id),
        "memories": [memory["id"]],
        "memories_total": 1,
    }
    assert TEXT not in got.body.decode()
    [said] = recipients(world, run)
    assert said["service"] == str(world.travel.service.id)
    assert said["state"] == "acknowledged"
    assert said["told_at"]
    assert said["acknowledged_at"]


def test_of_what_is_no_memory_the_number_is_told(world, bell, account, receiver, hook):
    client = world.travel.client()
    Talk(client).add({"id": "m-1", "role": "user", "content": TEXT}, "And tea.")
    note(client, "/memories/a.md", TEXT)
    with as_account(account.id):
        ask_for_all(world.owner.id, world.travel.service.id, actor=themselves(account))
    bell.answer()
    [told] = [each.document for each in receiver.received]
    numbers = {k: v for k, v in told["data"].items() if k.endswith("_total")}
    assert numbers == {
        "memories_total": 0,
        "conversations_total": 1,
        "items_total": 1,
        "files_total": 1,
    }
    assert TEXT not in str(told)


def test_a_message_is_signed_as_standard_webhooks_asks(world, bell, receiver, hook):
    url = f"/api/v1/webhooks/{hook['id']}/test"
    assert world.travel.client().post(url).status_code == 202
    bell.answer()
    [got] = receiver.received
    said = Verifier(hook["secret"]).verify(got.body, got.headers)
    assert said["type"] == "webhook.test"
    assert got.headers["webhook-id"] == deliveries()[0].message


def test_without_an_answer_in_the_body_it_is_told_and_acknowledged_later(
    world, bell, account, receiver, hook
):
    run = erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    assert [each["state"] for each in recipients(world, run)] == ["delivered"]
    client = world.travel.client()
    answer = client.post(f"/api/v1/erasures/{run.id}/acknowledge")
    assert answer.status_code == 200
    assert [each["state"] for each in answer.json()["recipients"]] == ["acknowledged"]
    client.post(f"/api/v1/erasures/{run.id}/acknowledge")
    said = AuditEntry.objects.using("owner").filter(verb="recipient.acknowledged")
    assert said.count() == 1


def test_a_service_without_a_webhook_is_a_recipient_too(world, bell, account):
    run = erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    assert [each["state"] for each in recipients(world, run)] == ["no_webhook"]
    world.travel.client().post(f"/api/v1/erasures/{run.id}/acknowledge")
    assert [each["state"] for each in recipients(world, run)] == ["acknowledged"]


def test_what_waits_for_want_of_an_address_is_told_to_the_first_webhook(
    world, bell, account, receiver, nearby
):
    runs = [
        erased_by_person(world, account, world.write(text)["id"])
        for text in (TEXT, "Likes halva.")
    ]
    bell.answer()
    make_hook(world.travel, receiver.url)
    bell.answer()
    told = [each.document["data"]["erasure"] for each in receiver.received]
    assert told == [str(run.id) for run in runs]


def test_who_asks_for_an_erasure_knows_of_it(world, bell, receiver, hook):
    memory = world.write(TEXT)
    client = world.travel.client()
    erased = client.delete(f"/api/v1/people/owner/memories/{memory['id']}").json()
    bell.answer()
    said = client.get(f"/api/v1/erasures/{erased['erasure']}").json()["recipients"]
    assert [each["state"] for each in said] == ["acknowledged"]
    assert receiver.received == []


def test_a_forget_is_told_once_it_cannot_be_undone(
    world, bell, receiver, hook, account
):
    ids = [uuid.UUID(world.write(text)["id"]) for text in (TEXT, "Likes halva.")]
    runs = []
    for memory_id in ids:
        with as_account(account.id):
            run = ask(
                [memory_id],
                person_id=world.owner.id,
                service_id=world.travel.service.id,
                actor=themselves(account),
                undo=timedelta(hours=1),
            )
            runs.append(run)
    bell.answer()
    assert recipients(world, runs[0]) == []
    with as_account(account.id):
        undo(runs[0], actor=themselves(account))
    with as_account(account.id):
        hasten(runs[1], actor=themselves(account))
    bell.answer()
    told = [each.document["data"]["erasure"] for each in receiver.received]
    assert told == [str(runs[1].id)]


def test_forgetting_a_whole_service_is_told_as_the_end_of_the_person(
    world, bell, account, receiver, hook
):
    world.write(TEXT)
    with as_account(account.id):
        ask_for_all(world.owner.id, world.travel.service.id, actor=themselves(account))
    bell.answer()
    [got] = receiver.received
    assert got.document["type"] == "person.erased"
    assert got.document["data"]["person"] == "owner"


def test_the_answers_do_not_hold_up_the_erasure(world, bell, account, receiver, hook):
    receiver.answer = Answering(500)
    run = erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    assert ErasureRun.objects.using("owner").get(id=run.id).state == "done"
    [said] = recipients(world, run)
    assert (said["state"], said["reason"]) == ("waiting", "refused")


def test_the_certificate_keeps_what_was_known_when_it_was_signed(
    world, bell, account, receiver, hook
):
    run = erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    client = world.travel.client()
    before = client.get(f"/api/v1/erasures/{run.id}/certificate").json()
    assert before["recipients"] == [
        {"service": str(world.travel.service.id), "state": "delivered"}
    ]
    client.post(f"/api/v1/erasures/{run.id}/acknowledge")
    assert client.get(f"/api/v1/erasures/{run.id}/certificate").json() == before


def test_a_correction_by_the_person_is_told_by_id(world, bell, account, receiver, hook):
    memory = world.write("Lives in Lyon.")
    correct(
        uuid.UUID(memory["id"]),
        {"text": "Lives in Dijon."},
        person_id=world.owner.id,
        caller=own_hand(world.travel.service, themselves(account)),
    )
    bell.answer()
    [got] = receiver.received
    assert got.document["type"] == "memory.corrected"
    assert got.document["data"]["memories"] == [memory["id"]]
    assert "Dijon" not in got.body.decode()
    assert [row.state for row in deliveries()] == ["delivered"]


def test_a_service_that_corrects_itself_is_told_nothing(world, bell, receiver, hook):
    memory = world.write("Lives in Lyon.")
    url = f"/api/v1/people/owner/memories/{memory['id']}"
    world.travel.client().patch(url, {"text": "Lives in Dijon."}, format="json")
    bell.answer()
    assert receiver.received == []


def test_every_dial_that_a_service_has_to_heed_is_told(
    world, bell, account, receiver, hook
):
    actor = themselves(account)
    for turn in (
        lambda person: switch_memory(person, on=False, actor=actor),
        lambda person: switch_memory(person, on=True, actor=actor),
        lambda person: set_learning(person, on=False, actor=actor),
        lambda person: set_using(person, on=False, actor=actor),
        lambda person: disconnect(person, forget=False, actor=actor),
        lambda person: connect_again(person, actor=actor),
    ):
        with as_account(account.id):
            turn(world.owner)
        bell.answer()
    told = [each.document for each in receiver.received]
    assert [each["type"] for each in told] == ["settings.changed"] * 6
    assert told[0]["data"] == {"person": "owner"}


def test_a_summary_that_cannot_be_derived_again_is_told(
    world, bell, account, receiver, hook
):
    Rebuild.objects.using("owner").create(
        person_id=world.owner.id,
        service_id=world.travel.service.id,
        instead_of=(lost := uuid.uuid4()),
        origin_ids=[uuid.uuid4()],
        kind="summary",
        importance=5,
        trust="user",
        sensitivity="normal",
        was="active",
    )
    tasks.sweep()
    bell.answer()
    [got] = receiver.received
    assert got.document["type"] == "summary.rebuild_needed"
    assert got.document["data"]["memories"] == [str(lost)]


def test_only_what_a_webhook_listens_for_is_told(
    world, bell, account, receiver, nearby
):
    make_hook(world.travel, receiver.url, events=["memory.erased"])
    with as_account(account.id):
        switch_memory(world.owner, on=False, actor=themselves(account))
    bell.answer()
    assert deliveries() == []


def test_what_was_not_committed_is_told_to_nobody(world, bell, account, receiver, hook):
    def regret():
        with as_account(account.id):
            switch_memory(world.owner, on=False, actor=themselves(account))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        regret()
    bell.answer()
    assert deliveries() == []
    assert receiver.received == []


def test_another_service_is_told_nothing(world, bell, account, receiver, nearby):
    make_hook(world.bank, receiver.url)
    erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    assert receiver.received == []


def test_what_nobody_answers_is_closed_after_thirty_days_with_the_reason(
    world, bell, account, receiver, hook
):
    told = erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    receiver.answer = Answering(503)
    untold = erased_by_person(world, account, world.write("Likes halva.")["id"])
    bell.answer()
    later(days=29)
    assert close_unanswered() == 0
    later(days=31)
    assert close_unanswered() == 2
    assert close_unanswered() == 0
    [first], [second] = recipients(world, told), recipients(world, untold)
    assert (first["state"], first["reason"]) == ("closed", "not_acknowledged")
    assert (second["state"], second["reason"]) == ("closed", "not_reached")
    assert first["closed_at"]


def test_a_late_word_counts(world, bell, account):
    run = erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    later(days=31)
    close_unanswered()
    assert [each["reason"] for each in recipients(world, run)] == ["no_webhook"]
    world.travel.client().post(f"/api/v1/erasures/{run.id}/acknowledge")
    assert [each["state"] for each in recipients(world, run)] == ["acknowledged"]


def test_what_ended_long_ago_goes_but_for_the_record_of_an_erasure(
    world, bell, account, receiver, hook
):
    receiver.answer = Answering(body=ACKNOWLEDGED)
    run = erased_by_person(world, account, world.write(TEXT)["id"])
    with as_account(account.id):
        switch_memory(world.owner, on=False, actor=themselves(account))
    bell.answer()
    later(days=89)
    assert drop_old() == 0
    later(days=91)
    assert drop_old() == 1
    assert [row.kind for row in deliveries()] == ["memory.erased"]
    assert [each["state"] for each in recipients(world, run)] == ["acknowledged"]


def test_an_address_that_was_disabled_long_ago_goes(world, receiver, hook):
    gone = timezone.now() - timedelta(days=91)
    Webhook.objects.using("owner").update(disabled_at=gone)
    assert drop_old() == 1
    assert Webhook.objects.using("owner").count() == 0


def test_an_address_that_answers_410_is_left_alone(
    world, bell, account, receiver, hook
):
    receiver.answer = Answering(410)
    run = erased_by_person(world, account, world.write(TEXT)["id"])
    with as_account(account.id):
        switch_memory(world.owner, on=False, actor=themselves(account))
    bell.answer()
    assert len(receiver.received) == 1
    url = f"/api/v1/webhooks/{hook['id']}"
    shown = world.travel.client().get(url).json()
    assert shown["disabled_at"]
    assert shown["disabled_reason"] == "gone"
    assert [each["state"] for each in recipients(world, run)] == ["no_webhook"]
    assert [row.state for row in deliveries(run_id=None)] == ["closed"]


def test_the_address_the_secret_and_the_persons_name_are_in_no_row_and_no_log(
    world, bell, account, receiver, hook, caplog
):
    """But sealed."""
    receiver.answer = Answering(500)
    erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    rows = [
        *WebhookDelivery.objects.using("owner").values(),
        *Webhook.objects.using("owner").values(),
        *AuditEntry.objects.using("owner").values(),
    ]
    plain = json.dumps(rows, default=repr) + caplog.text
    for secret in (str(receiver.port), hook["secret"], "'owner'", '"owner"'):
        assert secret not in plain


def test_a_test_is_tried_once(world, bell, receiver, hook):
    receiver.answer = Answering(500)
    service_id = world.travel.service.id
    with as_service(service_id):
        send_test(webhook_of(service_id, uuid.UUID(hook["id"])))
    bell.answer()
    [row] = deliveries()
    assert (row.kind, row.state) == (EventKind.TEST, DeliveryState.FAILED)
    assert (row.response_status, row.reason) == (500, "refused")
