"""Whatever makes a message come again, it has the id by which its recipient knows it."""

import pytest

from governance import tasks
from governance.erasure import replay
from governance.models import DeliveryState, WebhookDelivery
from tests.erasure.conftest import backup, own_ledger
from tests.telling.conftest import make_hook
from tests.telling.test_telling import TEXT, account, erased_by_person

__all__ = ["account", "backup", "own_ledger"]


def ids(receiver):
    return [each.headers["webhook-id"] for each in receiver.received]


@pytest.mark.usefixtures("own_ledger")
def test_an_erasure_that_a_replay_does_again_is_the_same_message(
    world, bell, account, receiver, hook, backup
):
    memory = world.write(TEXT)
    restore = backup()
    run = erased_by_person(world, account, memory["id"])
    bell.answer()
    restore()
    replay()
    tasks.sweep()
    tasks.tell_waiting()
    bell.answer()
    first, second = receiver.received
    assert first.document["data"]["erasure"] == str(run.id)
    assert first.document["data"] == second.document["data"]
    assert len(set(ids(receiver))) == 1


def test_an_erasure_that_went_to_an_address_that_was_taken_away_is_the_same_at_the_next(
    world, bell, account, receiver, hook
):
    run = erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    # The worker died before it could note the answer.
    WebhookDelivery.objects.using("owner").filter(run_id=run.id).update(
        state=DeliveryState.WAITING
    )
    world.travel.client().delete(f"/api/v1/webhooks/{hook['id']}")
    make_hook(world.travel, receiver.url)
    bell.answer()
    assert len(ids(receiver)) == 2
    assert len(set(ids(receiver))) == 1


def test_two_events_are_two_messages(world, bell, account, receiver, hook):
    for text in (TEXT, "Likes halva."):
        erased_by_person(world, account, world.write(text)["id"])
    bell.answer()
    assert len(set(ids(receiver))) == 2


def test_the_list_of_deliveries_names_the_id_of_each_message(
    world, bell, account, receiver, hook
):
    erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    told = world.travel.client().get(f"/api/v1/webhooks/{hook['id']}/deliveries")
    assert [each["message"] for each in told.json()["results"]] == ids(receiver)


def test_two_services_hear_of_their_own_under_ids_of_their_own(
    world, bell, receiver, hook
):
    other = make_hook(world.bank, receiver.url)
    for program, its in ((world.travel, hook), (world.bank, other)):
        program.client().post(f"/api/v1/webhooks/{its['id']}/test")
    bell.answer()
    assert len(set(ids(receiver))) == 2


def test_two_addresses_of_one_service_hear_of_an_event_under_one_id(
    world, bell, account, receiver, hook
):
    make_hook(world.travel, receiver.url)
    erased_by_person(world, account, world.write(TEXT)["id"])
    bell.answer()
    assert len(ids(receiver)) == 2
    assert len(set(ids(receiver))) == 1
