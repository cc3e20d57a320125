"""A restore brings nothing back that was erased or switched off since: real dumps, really
put back."""

import uuid
from datetime import timedelta

import pytest
from django.conf import settings as live
from django.core.management import CommandError, call_command
from django.db import connections, transaction
from django.utils import timezone

from governance import ledger, tasks
from governance.access import (
    PERSON_USE,
    as_service_with,
    authenticate,
    keyed_hash,
    narrow_key,
    revoke_key,
    secrets,
)
from governance.audit import SYSTEM
from governance.choices import (
    disconnect,
    let_be_learnt_again,
    set_learning,
    switch_memory,
)
from governance.erasure import NO_UNDO, ask, replay
from governance.erasure.stores import STORES
from governance.models import (
    Certificate,
    ErasureRun,
    HashKey,
    LedgerSeen,
    Memory,
    Person,
    Receipt,
    ServiceKey,
    Source,
    WebhookDelivery,
)
from memoryhub.backups import dump, put_back
from tests.ledger.conftest import table_ledger
from tests.world import memories_of

__all__ = ["table_ledger"]

OWNER = live.DATABASES["owner"]
URL = "/api/v1/people/owner/memories"


@pytest.fixture(autouse=True)
def own_ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def backup(world, tmp_path):
    """Call it for a backup; call what it gives to put that back."""

    def make():
        file = tmp_path / uuid.uuid4().hex
        dump(OWNER, file)
        return lambda: put_back(OWNER, file, replace=True)

    return make


def texts(world, person=None):
    return sorted(row.text for row in memories_of(person or world.owner))


def erase(world, memory, bell=None):
    answer = world.travel.client().delete(f"{URL}/{memory['id']}")
    assert answer.status_code == 202
    if bell:
        bell.answer()
    return answer.json()["erasure"]


def in_own_scope(world, deed):
    with as_service_with(world.travel.service.id, world.owner.id):
        deed(Person.objects.get(id=world.owner.id))


def person(world):
    return Person.objects.using("owner").get(id=world.owner.id)


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
    tea, rain = world.write("Likes tea."), world.write("Likes rain.")
    world.write(
        "Old: tea and rain.", kind="summary", derived_from=[tea["id"], rain["id"]]
    )
    restore = backup()
    old = next(row for row in memories_of(world.owner) if row.text.startswith("Old"))
    world.travel.client().delete(f"{URL}/{old.id}")
    bell.answer()
    world.write(
        "New: tea and rain.", kind="summary", derived_from=[tea["id"], rain["id"]]
    )
    erase(world, tea, bell)
    restore()
    replay()
    tasks.sweep()
    assert not any("tea" in text for text in texts(world))
    assert "Likes rain." in texts(world)


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


def test_a_consent_that_was_withdrawn_since_is_withdrawn_and_its_memories_go(
    world, backup, bell
):
    world.consent("health")
    world.write("Has asthma and takes cortisone for it.")
    restore = backup()
    client = world.travel.client()
    assert client.delete("/api/v1/people/owner/consents/health").status_code < 300
    bell.answer()
    restore()
    done = replay()
    assert texts(world) == []
    assert (done.switches, done.switches_thrown) == (1, 1)
    settings = client.get("/api/v1/people/owner/settings").json()
    assert settings["consents"] == []


def test_a_key_that_was_revoked_since_opens_nothing(world, backup):
    restore = backup()
    prefix = world.travel.key.split("_")[1]
    revoke_key(prefix, actor=SYSTEM)
    restore()
    replay()
    assert authenticate(world.travel.key) is None


def test_a_key_that_was_narrowed_since_is_no_wider(world, backup, as_owner):
    restore = backup()
    prefix = world.travel.key.split("_")[1]
    narrow_key(prefix, ["recall"], actor=SYSTEM)
    restore()
    replay()
    assert as_owner(ServiceKey).get(prefix=prefix).scopes == ["recall"]


def test_memory_that_was_switched_off_since_is_off(world, backup):
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    in_own_scope(world, lambda who: set_learning(who, on=False, actor=SYSTEM))
    in_own_scope(world, lambda who: disconnect(who, forget=False, actor=SYSTEM))
    restore()
    assert person(world).memory_enabled
    replay()
    now = person(world)
    assert (now.memory_enabled, now.remembering) == (False, False)
    assert now.disconnected_at is not None


def test_memory_that_was_switched_off_and_on_again_since_is_on(world, backup):
    restore = backup()
    for on in (False, True):
        in_own_scope(world, lambda who, on=on: switch_memory(who, on=on, actor=SYSTEM))
    restore()
    replay()
    assert person(world).memory_enabled


def test_what_the_backup_protects_is_not_loosened_by_a_replay(world, backup):
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=True, actor=SYSTEM))
    restore()
    replay()
    assert not person(world).memory_enabled


def test_a_switch_is_thrown_again_once_however_often_it_is_restored(world, backup):
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    for _ in range(2):
        restore()
        replay()
        assert not person(world).memory_enabled
    assert len(ledger.entries()) == 1


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


# --- Restores that are not ours, and crashes that are none ---


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
    hashed = keyed_hash(PERSON_USE, str(world.owner.id))
    off = {
        "kind": "switch",
        "switch": "memory",
        "protects": True,
        "service": str(world.travel.service.id),
        "person": hashed.digest.hex(),
        "key": hashed.key_id,
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


# --- When it cannot be done ---


def failing():
    with pytest.raises(CommandError) as trouble:
        call_command("replay_erasures")
    assert LedgerSeen.objects.get().replay_since is not None
    return str(trouble.value)


def test_a_ledger_that_is_gone_ends_it_and_nobody_is_served(
    world, backup, bell, settings, tmp_path
):
    erase(world, world.write("Likes tea."), bell)
    restore = backup()
    restore()
    settings.LEDGER_DIR = tmp_path / "elsewhere"
    assert "elsewhere" in failing()
    assert world.travel.client().get(URL).status_code == 503


def test_a_ledger_that_was_changed_ends_it_and_it_says_where(
    world, backup, bell, settings
):
    tea, rain = world.write("Likes tea."), world.write("Likes rain.")
    restore = backup()
    erase(world, tea, bell)
    erase(world, rain, bell)
    path = settings.LEDGER_DIR / "erasures.jsonl"
    path.write_text(path.read_text().replace('"memories"', '"nothing"', 1))
    restore()
    assert "breaks at entry 1" in failing()
    assert len(texts(world)) == 2


def test_without_the_key_that_hashed_it_it_ends_naming_the_key(
    world, backup, bell, settings
):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    [name] = settings.MASTER_KEYS
    restore()
    note = HashKey.objects.using("owner").get_or_create
    note(id="another")
    settings.MASTER_KEYS = {"another": bytes(32)}
    secrets._derived.cache_clear()
    assert f"master key {name}" in failing()


def test_with_the_keys_of_another_installation_it_ends_naming_those_it_needs(
    world, backup, settings
):
    restore = backup()
    [name] = settings.MASTER_KEYS
    restore()
    HashKey.objects.using("owner").filter(id="another").delete()
    settings.MASTER_KEYS = {"elsewhere": bytes(32)}
    assert f"master keys {name};" in failing()


def test_a_switch_of_a_later_version_ends_it(world, backup):
    restore = backup()
    hashed = keyed_hash(PERSON_USE, str(world.owner.id))
    with transaction.atomic():
        ledger.enter(
            {
                "kind": "switch",
                "switch": "objection",
                "protects": True,
                "service": str(world.travel.service.id),
                "person": hashed.digest.hex(),
                "key": hashed.key_id,
                "detail": "",
            }
        )
    restore()
    assert "objection" in failing()


def test_a_restore_that_lost_what_was_revoked_ends_it(world, backup):
    backup()()
    runtime = live.DATABASES["default"]["USER"]
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"GRANT UPDATE ON audit_entry TO {runtime}")
    try:
        assert "audit record" in failing()
    finally:
        with connections["owner"].cursor() as cursor:
            cursor.execute(f"REVOKE UPDATE ON audit_entry FROM {runtime}")


def test_an_erasure_that_fails_ends_it_and_a_new_try_goes_on(
    world, backup, bell, monkeypatch
):
    tea = world.write("Likes tea.")
    restore = backup()
    erase(world, tea, bell)
    restore()
    with monkeypatch.context() as broken:
        broken.setattr(STORES[2], "holds", lambda plan: 1, raising=False)
        assert "StillThere" in failing()
    call_command("replay_erasures")
    assert texts(world) == []
    assert LedgerSeen.objects.get().replay_since is None
    assert Memory.objects.using("owner").count() == 0


def not_wanted(world, memory):
    """Erased, and not to be learnt again."""
    with as_service_with(world.travel.service.id, world.owner.id):
        ask(
            [uuid.UUID(memory["id"])],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
            undo=NO_UNDO,
            dont_learn=True,
        )


def told_again(world, text):
    body = {"text": text, "source": {"type": "user_message", "ref": "later"}}
    return world.travel.client().post(URL, body, format="json").status_code


def test_what_is_not_to_be_learnt_again_is_not_learnt_after_a_restore(
    world, backup, bell
):
    not_wanted(world, world.write("Likes coffee."))  # the person has a key by then
    tea = world.write("Likes tea.")
    restore = backup()
    not_wanted(world, tea)
    bell.answer()
    restore()
    assert replay().switches_thrown == 1
    assert told_again(world, "likes TEA") == 403
    assert told_again(world, "Likes coffee.") == 403
    assert told_again(world, "Likes water.") == 201


def test_what_was_let_be_learnt_again_since_is_not_forbidden_by_a_replay(
    world, backup, bell
):
    restore = backup()
    not_wanted(world, world.write("Likes tea."))
    with as_service_with(world.travel.service.id, world.owner.id):
        who = Person.objects.get(id=world.owner.id)
        let_be_learnt_again(who, actor=SYSTEM)
    restore()
    assert replay().switches_thrown == 0
    assert told_again(world, "Likes tea.") == 201
