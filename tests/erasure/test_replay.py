"""A restore brings nothing back that was erased since: real dumps, really put back."""

import uuid
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from governance import ledger, tasks
from governance.audit import SYSTEM
from governance.choices import (
    switch_memory,
)
from governance.erasure import replay
from governance.models import (
    Certificate,
    ErasureRun,
    LedgerSeen,
    Receipt,
    Source,
    WebhookDelivery,
)
from tests.erasure.restoring import URL, erase, in_own_scope, person, texts
from tests.ledger.conftest import table_ledger
from tests.world import memories_of

__all__ = ["table_ledger"]

pytestmark = pytest.mark.usefixtures("own_ledger")


def test_what_was_erased_since_does_not_come_back(world, backup, bell, as_owner):
    tea = world.write("Likes tea.")
    world.write("Has a blue bicycle.")
    restore = backup()
    run = erase(world, tea, bell)
    restore()
    assert len(texts(world)) == 2
    done = replay()
    assert texts(world) == ["Has a blue bicycle."]
    assert (done.erasures, done.erasures_opened) == (1, 1)
    answer = world.travel.client().get(f"/api/v1/erasures/{run}").json()
    assert answer["state"] == "done"
    assert as_owner(Certificate).filter(run_id=run).exists()
    gone = world.travel.client().get(f"{URL}/{tea['id']}")
    assert (gone.status_code, gone.json()["erasure"]) == (410, run)


@pytest.mark.usefixtures("static_files")
def test_until_then_nothing_is_served_and_afterwards_all_is(world, backup, bell):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    restore()
    client = world.travel.client()
    for path in (URL, "/me/", "/api/v1/schema", "/accounts/login/", "/how-it-works/"):
        answer = client.get(path)
        assert answer.status_code == 503, path
        assert answer.headers["Retry-After"]
    assert client.get(URL).json()["type"] == "urn:memoryhub:problem:unavailable"
    assert b"restored from a copy" in client.get("/me/").content
    assert client.get("/health/live").status_code == 200
    ready = client.get("/health/ready")
    assert (ready.status_code, ready.json()["replayed"]) == (503, False)
    assert client.get("/.well-known/memoryhub-keys.json").status_code == 200
    replay()
    assert client.get(URL).status_code == 200
    assert client.get("/health/ready").json()["replayed"] is True


def test_no_job_does_anything_before_the_replay(world, backup, bell):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    world.write("Ends soon.", ttl_seconds=1)
    restore()
    for job in (tasks.sweep, tasks.expire, tasks.retain_nightly, tasks.seal):
        job()
    tasks.erase(str(uuid.uuid4()))
    assert texts(world) == ["Likes tea."]


def test_no_command_writes_before_the_replay(world, backup, bell):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    restore()
    with pytest.raises(ledger.ReplayOutstanding, match="replay-erasures"):
        call_command("sweep")
    with pytest.raises(ledger.ReplayOutstanding, match="replay-erasures"):
        call_command("create_service", "Another")


def test_an_older_summary_in_the_backup_goes_though_the_ledger_never_heard_of_it(
    world, backup, bell
):
    """It went with another of its sources, and what took its place went with tea."""
    tea, rain = world.write("Likes tea."), world.write("Likes rain.")
    boat = world.write("Owns a boat.")
    sources = [each["id"] for each in (tea, rain, boat)]
    old = world.write("Old: all three.", kind="summary", derived_from=sources)
    restore = backup()
    erase(world, boat, bell)
    assert any("tea" in text for text in texts(world) if text != "Likes tea.")
    erase(world, tea, bell)
    restore()
    replay()
    tasks.sweep()
    bell.answer()
    assert texts(world) == ["Likes rain."]
    gone = world.travel.client().get(f"{URL}/{old['id']}")
    assert gone.status_code == 410


def test_an_earlier_value_does_not_come_back_in_place_of_the_erased_one(
    world, backup, bell
):
    world.write("Prefers metres.", key="preference:units")
    restore = backup()
    newer = world.write("Prefers miles.", key="preference:units")
    erase(world, newer, bell)
    restore()
    replay()
    assert texts(world) == []


def test_what_was_told_again_after_the_erasure_stays(world, backup, bell):
    tea = world.write("Likes tea.")
    run = erase(world, tea, bell)
    again = world.write("Likes tea.")
    restore = backup()
    restore()
    replay()
    assert [str(row.id) for row in memories_of(world.owner)] == [again["id"]]
    assert (
        world.travel.client().get(f"/api/v1/erasures/{run}").json()["state"] == "done"
    )


def test_of_a_whole_part_only_what_was_told_before_goes(world, backup, bell, as_owner):
    world.write("Likes tea.")
    restore_before = backup()
    world.travel.client().delete("/api/v1/people/owner")
    bell.answer()
    world.write("Likes rain.")
    restore_after = backup()
    restore_before()
    replay()
    assert texts(world) == []
    assert as_owner(Source).filter(person_id=world.owner.id).count() == 0
    restore_after()
    # As if the run were not on record any more, and the ledger not known.
    as_owner(Certificate).all().delete()
    as_owner(WebhookDelivery).all().delete()
    as_owner(Receipt).all().delete()
    as_owner(ErasureRun).all().delete()
    LedgerSeen.objects.update(number=0, hash=ledger.NOTHING.hash)
    done = replay()
    assert done.erasures_opened == 1
    assert texts(world) == ["Likes rain."]


def test_others_keep_what_is_theirs(world, backup, bell):
    tea = world.write("Likes tea.")
    world.write("Likes tea.", ref="colleague")
    world.write("Likes tea.", program=world.bank, ref="stranger")
    restore = backup()
    erase(world, tea, bell)
    restore()
    replay()
    assert texts(world) == []
    assert texts(world, world.colleague) == ["Likes tea."]
    assert texts(world, world.stranger) == ["Likes tea."]


def test_an_erasure_that_was_on_its_way_in_the_backup_is_finished_once(
    world, backup, bell, as_owner
):
    tea = world.write("Likes tea.")
    run = erase(world, tea)
    restore = backup()
    bell.answer()
    restore()
    done = replay()
    tasks.sweep()
    assert texts(world) == []
    assert done.erasures_opened == 0
    assert as_owner(ErasureRun).get().state == "done"
    assert [each["run"] for each in ledger.entries()] == [run]


def test_an_erasure_that_was_answered_and_not_begun_is_not_lost(world, backup, bell):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea)
    bell.rung.clear()
    restore()
    replay()
    assert texts(world) == []


def test_a_forget_waits_for_its_time_again_and_can_still_be_undone(
    world, backup, bell, as_owner
):
    tea = world.write("Likes tea.")
    restore = backup()
    client = world.travel.client()
    url = "/api/v1/people/owner/forget"
    run = client.post(url, {"ids": [tea["id"]]}, format="json").json()["erasure"]
    due = as_owner(ErasureRun).get().due_at
    restore()
    replay()
    assert [row.status for row in memories_of(world.owner)] == ["forgotten"]
    assert as_owner(ErasureRun).get().due_at == due
    assert client.post(f"/api/v1/erasures/{run}/undo").status_code == 200
    assert [row.status for row in memories_of(world.owner)] == ["active"]


def test_a_forget_that_was_undone_is_not_done_again(world, backup, bell, as_owner):
    tea = world.write("Likes tea.")
    client = world.travel.client()
    url = "/api/v1/people/owner/forget"
    run = client.post(url, {"ids": [tea["id"]]}, format="json").json()["erasure"]
    restore = backup()
    client.post(f"/api/v1/erasures/{run}/undo")
    restore()
    as_owner(ErasureRun).update(due_at=timezone.now() - timedelta(hours=1))
    done = replay()
    assert done.forgets_put_back == 1
    assert [row.status for row in memories_of(world.owner)] == ["active"]


def test_the_ledger_knows_nobody_and_nothing(world, bell, settings):
    tea = world.write("Likes tea.")
    erase(world, tea, bell)
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    written = (settings.LEDGER_DIR / "erasures.jsonl").read_text()
    for secret in (tea["id"], str(world.owner.id), "owner", "tea"):
        assert secret not in written


def test_a_ledger_in_a_second_database_is_as_good(world, backup, bell, table_ledger):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    restore()
    replay()
    assert texts(world) == []
    assert not person(world).memory_enabled
