"""The certificate says what became of the erasure, once, and nothing about anybody."""

import base64
import json
import os
import threading
from datetime import datetime, timedelta
from uuid import UUID

import pytest
import redis
from django.conf import settings as django_settings
from django.db import connection, connections

from governance import tasks
from governance.access import as_sweeper
from governance.audit import SYSTEM, Head, record, verify_chain
from governance.erasure import (
    SENTENCES,
    carry_out,
    certify,
    uncertified,
    verifying_keys,
)
from governance.erasure.certificate import signing_key
from governance.erasure.probes import Probes
from governance.erasure.stores import KEPT, STORES
from governance.ledger import entries
from governance.models import (
    AuditEntry,
    AuditSeal,
    Certificate,
    EraseScope,
    ErasureRun,
    Memory,
)
from governance.signing import checked
from tests.world import memories_of

PEOPLE = "/api/v1/people"
URL = f"{PEOPLE}/owner/memories"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def erased(world):
    """A memory with a derived one, on their way out; another stays."""
    where = {"type": "user_message", "ref": "canary-ref", "conversation": "canary-talk"}
    root = world.write("Likes canary tea.", key="canary:drink", source=where)
    child = world.write("Prefers canary drinks.", derived_from=[root["id"]])
    world.write("Has a blue bicycle.")
    run = world.travel.client().delete(f"{URL}/{root['id']}").json()["erasure"]
    return {"run": run, "ids": [root["id"], child["id"]]}


def told(as_owner):
    """What the one certificate says, its signature checked."""
    return checked(as_owner(Certificate).get().signed.encode(), verifying_keys())


def test_its_counts_are_those_of_the_database(world, erased, bell, as_owner):
    before = {store.models[0]: as_owner(store.models[0]).count() for store in STORES}
    bell.answer()
    after = {store.models[0]: as_owner(store.models[0]).count() for store in STORES}
    found = {each["code"]: each for each in told(as_owner)["stores"]}
    assert found.keys() == {f"store.{store.name}" for store in STORES}
    for store in STORES:
        said = found[f"store.{store.name}"]
        model = store.models[0]
        assert said["before"] == said["erased"] == before[model] - after[model]
        assert said["after"] == 0
    assert found["store.memories"]["erased"] == 2
    assert len(memories_of(world.owner)) == 1


def test_it_says_how_far_it_went_and_when(erased, bell, as_owner):
    bell.answer()
    said, run = told(as_owner), as_owner(ErasureRun).get()
    assert said["reference"] == str(run.id)
    assert said["asked_by"] == "service"
    assert said["scope"]["asked_for"] == 1
    assert said["scope"]["memories"] == 2
    times = [
        datetime.fromisoformat(said[f"{each}_at"])
        for each in ("asked", "begun", "verified", "issued")
    ]
    assert times == [run.created_at, run.started_at, run.finished_at, run.certified_at]
    assert times == sorted(times)
    assert said["kept"] == []
    assert [each["state"] for each in said["recipients"]] == ["acknowledged"]


def test_it_holds_no_text_no_person_and_no_name_of_the_services_own(
    world, erased, bell, as_owner
):
    bell.answer()
    content = as_owner(Certificate).get().signed
    personal = ["canary", "tea", "Travel assistant", "owner"]
    ids = [*erased["ids"], str(world.owner.id)]
    assert [each for each in personal + ids if each in content] == []
    assert not set(memories_of(world.owner)[0].text.split()) & set(content.split('"'))


def test_it_names_the_place_in_the_ledger(erased, bell, as_owner, settings):
    bell.answer()
    lines = (settings.LEDGER_DIR / "erasures.jsonl").read_text().splitlines()
    entry = json.loads(lines[0])
    assert entry["run"] == erased["run"]
    assert told(as_owner)["ledger"] == {"number": 1, "hash": entry["hash"]}
    assert len(entries()) == 1


def test_it_names_the_place_in_the_audit_record_sealed_before(erased, bell, as_owner):
    bell.answer()
    audit = told(as_owner)["audit"]
    done = as_owner(AuditEntry).get(verb="erasure.done")
    seal = as_owner(AuditSeal).get(entry=done)
    assert audit["entry"] == {"number": seal.number, "hash": bytes(seal.hash).hex()}
    end = as_owner(AuditSeal).get(number=audit["head"]["number"])
    assert bytes(end.hash).hex() == audit["head"]["hash"]
    assert end.number >= seal.number
    with as_sweeper():
        assert isinstance(verify_chain(), Head)


def test_a_run_that_is_not_verified_has_none(
    world, erased, bell, as_owner, monkeypatch
):
    monkeypatch.setattr(STORES[2], "holds", lambda plan: 1, raising=False)
    bell.answer()
    assert as_owner(ErasureRun).get().state != "done"
    assert uncertified() == []
    assert certify(UUID(erased["run"])) is False
    assert as_owner(Certificate).count() == 0
    answer = world.travel.client().get(f"/api/v1/erasures/{erased['run']}/certificate")
    assert answer.status_code == 404


def test_an_undone_run_has_none(world, bell, as_owner):
    written = world.write("Likes tea.")
    client = world.travel.client()
    answer = client.post(
        f"{PEOPLE}/owner/forget", {"ids": [written["id"]]}, format="json"
    )
    assert (
        client.post(f"/api/v1/erasures/{answer.json()['erasure']}/undo").status_code
        == 200
    )
    tasks.sweep()
    assert as_owner(Certificate).count() == 0


def test_a_run_that_was_left_without_gets_one_by_the_sweeper(erased, bell, as_owner):
    assert carry_out(UUID(erased["run"])) is True
    bell.rung.clear()
    assert uncertified() == [UUID(erased["run"])]
    tasks.sweep()
    assert as_owner(Certificate).count() == 1
    assert uncertified() == []


def test_trouble_with_the_ledger_leaves_it_to_the_sweeper(
    erased, bell, as_owner, settings, tmp_path
):
    assert carry_out(UUID(erased["run"])) is True
    kept, settings.LEDGER_DIR = settings.LEDGER_DIR, tmp_path / "changed"
    settings.LEDGER_DIR.mkdir()
    line = (
        (kept / "erasures.jsonl")
        .read_text()
        .replace('"scope": "memories"', '"scope": "-"')
    )
    (settings.LEDGER_DIR / "erasures.jsonl").write_text(line)
    bell.answer()
    assert as_owner(Certificate).count() == 0
    assert as_owner(ErasureRun).get().certified_at is None
    settings.LEDGER_DIR = kept
    tasks.sweep()
    assert told(as_owner)["ledger"]["number"] == 1


def test_without_an_entry_in_the_ledger_it_says_so(
    erased, bell, as_owner, settings, tmp_path
):
    assert carry_out(UUID(erased["run"])) is True
    settings.LEDGER_DIR = tmp_path / "another"
    bell.answer()
    assert told(as_owner)["ledger"] is None


def test_a_second_certificate_is_never_made(erased, bell, as_owner):
    bell.answer()
    first = as_owner(Certificate).get().signed
    assert certify(UUID(erased["run"])) is False
    tasks.sweep()
    assert as_owner(Certificate).get().signed == first
    assert as_owner(AuditEntry).filter(verb="certificate.issued").count() == 1


def test_of_two_workers_at_one_time_one_makes_it(erased, as_owner):
    assert carry_out(UUID(erased["run"])) is True
    start, made = threading.Barrier(4), []

    def work():
        start.wait()
        made.append(certify(UUID(erased["run"])))
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    assert sorted(made) == [False, False, False, True]
    assert as_owner(Certificate).count() == 1
    assert as_owner(AuditEntry).filter(verb="certificate.issued").count() == 1


def test_old_certificates_hold_after_the_key_was_changed_and_its_secret_thrown_away(
    erased, bell, as_owner, settings
):
    bell.answer()
    old = signing_key()
    settings.SIGNING_KEYS = {"next": os.urandom(32), **settings.SIGNING_KEYS}
    assert signing_key().name == "next"
    assert told(as_owner)["reference"] == erased["run"]
    settings.SIGNING_KEYS = {"next": settings.SIGNING_KEYS["next"]}
    settings.RETIRED_SIGNING_KEYS = {old.name: old.public().public_bytes_raw()}
    assert told(as_owner)["reference"] == erased["run"]


@pytest.mark.parametrize(
    ("days", "code"), [(None, "unstated"), (0, "none"), (30, "aged")]
)
def test_it_says_until_when_backups_may_hold_it(
    erased, bell, as_owner, settings, days, code
):
    settings.BACKUP_RETENTION_DAYS = days
    bell.answer()
    said = told(as_owner)
    backups = said["backups"]
    assert (backups["code"], backups["kept_days"]) == (f"backups.{code}", days)
    if days is None:
        assert backups["gone_by"] is None
        assert "has not stated" in backups["says"]
    else:
        verified = datetime.fromisoformat(said["verified_at"])
        assert datetime.fromisoformat(backups["gone_by"]) == verified + timedelta(
            days=days
        )


def test_rest_gives_the_bytes_that_were_signed(world, erased, bell, as_owner):
    bell.answer()
    answer = world.travel.client().get(f"/api/v1/erasures/{erased['run']}/certificate")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.content.decode() == as_owner(Certificate).get().signed


def test_rest_has_a_sheet_for_reading(world, erased, bell):
    path = f"/api/v1/erasures/{erased['run']}/certificate"
    client = world.travel.client()
    early = client.get(path, HTTP_ACCEPT="application/pdf")
    assert (early.status_code, early.json()["status"]) == (404, 404)
    bell.answer()
    answer = client.get(path, HTTP_ACCEPT="application/pdf")
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    assert client.get(path, HTTP_ACCEPT="text/csv").status_code == 406


def test_the_secret_of_the_key_is_in_no_table(erased, bell, as_owner):
    bell.answer()
    seed = signing_key().seed
    ways = [seed.hex(), base64.urlsafe_b64encode(seed).decode().rstrip("=")]
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (table,) in cursor.fetchall():
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            rows = "".join(row for (row,) in cursor.fetchall())
            assert [each for each in ways if each in rows] == [], table


def test_another_service_and_a_key_without_the_scope_do_not_get_it(world, erased, bell):
    bell.answer()
    path = f"/api/v1/erasures/{erased['run']}/certificate"
    assert world.bank.client().get(path).status_code == 404
    bare = world.travel.client_with(scopes=["memories:read"])
    assert bare.get(path).status_code == 403


def test_the_public_keys_are_published_for_anybody_to_keep(client, settings, database):
    retired = signing_key().public().public_bytes_raw()
    settings.RETIRED_SIGNING_KEYS = {"before": retired}
    answer = client.get("/.well-known/memoryhub-keys.json")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/jwk-set+json"
    assert "public" in answer.headers["Cache-Control"]
    assert not answer.cookies
    assert {each["kid"] for each in answer.json()["keys"]} == {
        "before",
        signing_key().name,
    }


def test_every_place_that_an_erasure_empties_has_a_sentence():
    assert {f"store.{store.name}" for store in STORES} <= SENTENCES.keys()
    assert {f"scope.{scope}" for scope in EraseScope.values} <= SENTENCES.keys()
    assert Certificate in KEPT


def test_the_entry_waits_for_the_seal_of_what_came_before(erased, bell, as_owner):
    with as_sweeper():
        record("test.earlier", SYSTEM)
    bell.answer()
    assert told(as_owner)["audit"]["head"]["number"] == as_owner(AuditEntry).count() - 1


def test_what_went_was_looked_for_by_words_and_by_meaning(erased, bell, as_owner):
    bell.answer()
    found = {each["code"]: each["found"] for each in told(as_owner)["probes"]}
    assert found.items() >= {"probe.words": 0, "probe.meaning": 0}.items()
    assert as_owner(ErasureRun).get().verification["probe.meaning"] == 0


def probed(as_owner):
    return [each["code"] for each in told(as_owner)["probes"]]


def test_queues_that_cannot_be_searched_are_not_told_as_searched(
    world, bell, as_owner, settings
):
    said = world.write("Keeps the canary in a cage by the window.")
    settings.BROKER_URL, settings.COUNTERS_URL = "amqp://broker.example", None
    world.travel.client().delete(f"{URL}/{said['id']}")
    bell.answer()
    assert "probe.words" in probed(as_owner)
    assert "probe.queues" not in probed(as_owner)
    assert "queues" not in str(as_owner(ErasureRun).get().verification)


def test_one_of_the_two_that_cannot_be_searched_is_enough(
    world, bell, as_owner, settings
):
    said = world.write("Keeps the canary in a cage by the window.")
    settings.COUNTERS_URL = None
    world.travel.client().delete(f"{URL}/{said['id']}")
    bell.answer()
    assert "probe.queues" not in probed(as_owner)


def test_what_has_no_meaning_stored_was_not_searched_for_by_its_meaning(
    world, bell, as_owner
):
    said = world.write("Keeps the canary in a cage by the window.")
    as_owner(Memory).update(embedding=None)
    world.travel.client().delete(f"{URL}/{said['id']}")
    bell.answer()
    assert probed(as_owner) == ["probe.packages", "probe.queues", "probe.words"]


@pytest.mark.parametrize("way", ["probe.words", "probe.meaning"])
def test_a_run_that_still_finds_something_is_not_done(
    erased, bell, as_owner, monkeypatch, way
):
    real = Probes.by_search
    monkeypatch.setattr(
        Probes, "by_search", lambda self, plan: {**real(self, plan), way: 1}
    )
    bell.answer()
    run = as_owner(ErasureRun).get()
    assert (run.state, run.trouble) == ("verifying", "StillThere")
    assert not as_owner(Certificate).exists()


def test_words_left_in_the_queue_keep_it_from_being_done(
    world, bell, as_owner, monkeypatch
):
    said = world.write("Keeps the canary in a cage by the window.")
    world.travel.client().delete(f"{URL}/{said['id']}")
    with redis.Redis.from_url(django_settings.BROKER_URL) as broker:
        broker.set("forgotten task", b'["Keeps the canary in a cage by the window."]')
        try:
            bell.answer()
            assert as_owner(ErasureRun).get().trouble == "StillThere"
        finally:
            broker.delete("forgotten task")


@pytest.mark.parametrize(
    "text",
    [
        "x" * 8_000,
        "Tells of \N{GRINNING FACE} and of 'quotes' & \\ signs.",
        "a b " * 1_999,
    ],
)
def test_whatever_it_said_it_is_looked_for_and_the_run_ends(
    world, bell, as_owner, text
):
    said = world.write(text)
    world.travel.client().delete(f"{URL}/{said['id']}")
    bell.answer()
    assert as_owner(ErasureRun).get().state == "done"
