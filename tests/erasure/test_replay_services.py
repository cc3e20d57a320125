"""What was stopped of a service as a whole since a backup is stopped after a restore."""

import pytest
from django.core.management import call_command

from governance import ledger
from governance.access import ServiceChanges, change_service
from governance.audit import SYSTEM
from governance.erasure import replay
from governance.models import Service, Webhook, WebhookDelivery
from tests.erasure.restoring import URL, erase
from tests.telling.conftest import hook, nearby, receiver
from tests.telling.receiver import Answering

__all__ = ["hook", "nearby", "receiver"]

pytestmark = pytest.mark.usefixtures("own_ledger")


def pause(world, *, paused):
    name = world.travel.service.name
    change_service(name, ServiceChanges(paused=paused), actor=SYSTEM)


def answer(world):
    found = world.travel.client().get(f"{URL}?purpose=assist")
    return found.status_code, found.json().get("reason", "")


def erase_by_operator(memory):
    """Which the service has to be told of."""
    call_command("erase", "--person", "owner", "--memory", memory["id"])


def thrown():
    return [(each["switch"], each["protects"]) for each in ledger.entries()]


def test_a_service_that_was_paused_since_is_paused(world, backup):
    restore = backup()
    pause(world, paused=True)
    restore()
    done = replay()
    assert (done.switches, done.switches_thrown) == (1, 1)
    assert answer(world) == (403, "service_paused")
    other = world.bank.client().get("/api/v1/people/stranger/memories?purpose=assist")
    assert other.status_code == 200


def test_a_service_that_was_paused_and_resumed_since_goes_on(world, backup):
    restore = backup()
    for paused in (True, False):
        pause(world, paused=paused)
    assert thrown() == [("service_paused", True), ("service_paused", False)]
    restore()
    assert replay().switches_thrown == 0
    assert answer(world) == (200, "")


def test_a_service_that_the_backup_has_paused_is_not_resumed_by_a_replay(world, backup):
    pause(world, paused=True)
    restore = backup()
    pause(world, paused=False)
    restore()
    replay()
    assert answer(world) == (403, "service_paused")


def test_a_pause_that_cannot_be_entered_is_none(world, settings, tmp_path, as_owner):
    (tmp_path / "file").touch()
    settings.LEDGER_DIR = tmp_path / "file"
    with pytest.raises(ledger.LedgerTrouble):
        pause(world, paused=True)
    assert as_owner(Service).get(id=world.travel.service.id).paused_at is None


def test_other_settings_of_a_service_are_not_entered(world):
    call_command("set_service", world.travel.service.name, "--purpose", "assist")
    assert thrown() == []


def test_a_webhook_that_was_removed_since_is_told_nothing(
    world, backup, bell, receiver, hook, as_owner
):
    tea, rain = world.write("Likes tea."), world.write("Likes rain.")
    restore = backup()
    url = f"/api/v1/webhooks/{hook['id']}"
    assert world.travel.client().delete(url).status_code == 204
    erase(world, tea, bell)
    restore()
    assert as_owner(Webhook).exists()
    replay()
    assert not as_owner(Webhook).exists()
    erase_by_operator(rain)
    bell.answer()
    assert receiver.received == []


def test_what_waited_in_the_backup_for_a_webhook_that_was_removed_waits_for_another(
    world, backup, bell, receiver, hook, as_owner
):
    told = as_owner(WebhookDelivery)
    erase_by_operator(world.write("Likes tea."))
    restore = backup()
    assert told.filter(state="waiting").exists()
    assert world.travel.client().delete(f"/api/v1/webhooks/{hook['id']}")
    restore()
    replay()
    bell.answer()
    assert set(told.values_list("state", flat=True)) == {"no_webhook"}
    assert receiver.received == []


def test_a_webhook_whose_address_wanted_nothing_more_since_is_left_alone(
    world, backup, bell, receiver, hook, as_owner
):
    restore = backup()
    receiver.answer = Answering(410)
    assert world.travel.client().post(f"/api/v1/webhooks/{hook['id']}/test")
    bell.answer()
    assert thrown() == [("webhook", True)]
    told = len(receiver.received)
    restore()
    assert as_owner(Webhook).get().disabled_at is None
    replay()
    assert as_owner(Webhook).get().disabled_reason == "gone"
    assert replay().switches_thrown == 0
    assert world.travel.client().post(f"/api/v1/webhooks/{hook['id']}/test")
    bell.answer()
    assert len(receiver.received) == told
