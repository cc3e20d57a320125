"""Restores that are not ours are noticed, and crashes that are none are settled."""

import pytest
from django.core.management import call_command
from django.db import connections, transaction

from governance import ledger
from governance.access import (
    ledger_name,
)
from governance.erasure import replay
from governance.models import (
    LedgerSeen,
)
from tests.erasure.restoring import URL, erase, texts

pytestmark = pytest.mark.usefixtures("own_ledger")


@pytest.mark.usefixtures("static_files")
def test_a_restore_by_hand_is_noticed_at_once_by_who_has_seen_more(world, backup, bell):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    client = world.travel.client()
    assert client.get(URL).status_code == 200
    by_hand(restore)
    assert client.get(URL).status_code == 503
    with pytest.raises(ledger.ReplayOutstanding):
        call_command("sweep")
    replay()
    assert texts(world) == []
    assert client.get(URL).status_code == 200


def test_a_restore_by_hand_is_noticed_by_a_process_that_starts_after_it(
    world, backup, bell
):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    by_hand(restore)
    ledger.forget()
    assert world.travel.client().get(URL).status_code == 503
    assert LedgerSeen.objects.get().replay_since is not None
    assert world.travel.client().get("/health/ready").status_code == 503


def by_hand(restore):
    """As pg_restore, or a snapshot of the disk: nobody sets a mark."""
    restore()
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE ledger_seen SET replay_since = NULL")


def test_a_restore_by_hand_of_the_newest_state_needs_nothing(world, backup, bell):
    erase(world, world.write("Likes tea."), bell)
    by_hand(backup())
    assert world.travel.client().get(URL).status_code == 200


def test_a_crash_between_an_entry_and_its_commit_settles_itself(world):
    world.write("Likes tea.")
    named = ledger_name(world.owner.id)
    off = {
        "kind": "switch",
        "switch": "memory",
        "protects": True,
        "service": str(world.travel.service.id),
        "person": named.hash,
        "key": named.key_id,
        "detail": "",
    }
    with transaction.atomic():
        ledger.enter(off)
        transaction.set_rollback(True)
    ledger.forget()
    refused = world.travel.client().get(f"{URL}?purpose=assist")
    assert refused.json()["reason"] == "memory_off"
    assert LedgerSeen.objects.get().number == 1


def test_a_database_that_is_updated_to_this_version_needs_no_replay(world, bell):
    """Its ledger has entries, of which it has every run."""
    erase(world, world.write("Likes tea."), bell)
    LedgerSeen.objects.update(number=0, hash=ledger.NOTHING.hash)
    ledger.forget()
    assert world.travel.client().get(URL).status_code == 200
    assert LedgerSeen.objects.get().number == 1
