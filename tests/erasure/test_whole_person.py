"""A whole person: nothing of them is left but the proof, whatever is killed or held."""

import json
from contextlib import suppress
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connections
from django.utils import timezone

from governance import holding, tasks
from governance.access import (
    PersonGone,
    as_account,
    as_service_with,
    ask_again,
    find_or_make_person,
    lock_for_writing,
    make_account,
    make_link,
    person_ref,
)
from governance.audit import SYSTEM
from governance.erasure import ask, drop_gone, erase_whole
from governance.erasure.stores import OF_PERSON, STORES
from governance.holding import Ground
from governance.ledger import entries
from governance.models import (
    Certificate,
    Consent,
    Epoch,
    EraseScope,
    ErasureRun,
    Exception17,
    GonePerson,
    Hold,
    Memory,
    PackageRedaction,
    Person,
    RunState,
    Unwanted,
    WebhookDelivery,
)
from tests.erasure.test_run import Killed, killed_at, lease_ends

URL = "/api/v1/people/owner/memories"
CANARY = "Keeps a tame canary named Zinfandel."
EVERY_STORE = [each.name for each in STORES] + [each.name for each in OF_PERSON]
PROOFS = {
    "audit_entry",
    "certificate",
    "erasure_run",
    "gone_person",
    "receipt",
    "receipt_link",
    "webhook_delivery",
}
"""What may name the person's id afterwards, and nothing else of theirs."""


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def full(world):
    """The owner with a row in every table that holds something about a person."""
    account = make_account("owner@example.org", None)
    Person.objects.using("owner").filter(id=world.owner.id).update(account=account)
    client = world.travel.client()
    once = {"HTTP_IDEMPOTENCY_KEY": "write-1"}
    body = {"text": CANARY, "source": {"type": "user_message", "ref": "m-1"}}
    root = client.post(URL, body, format="json", **once).json()
    world.write("Is fond of birds.", derived_from=[root["id"]])
    url = f"{URL}/{root['id']}"
    etag = client.get(url).headers["ETag"]
    changed = {"text": f"{CANARY} It sings."}
    assert (
        client.patch(url, changed, format="json", HTTP_IF_MATCH=etag).status_code == 200
    )
    world.consent("health")
    world.write("Has asthma.")
    make_link(world.travel.service.id, world.owner.id, actor=SYSTEM)
    PackageRedaction.objects.using("owner").create(
        person_id=world.owner.id,
        service_id=world.travel.service.id,
        request_id=uuid4(),
        memory_id=UUID(root["id"]),
        version=1,
        start=0,
        end=3,
        entity="PERSON",
        expires_at=timezone.now() + timedelta(days=9),
    )
    forgotten = world.write("Plays the tuba on Sundays.")
    with as_service_with(world.travel.service.id, world.owner.id):
        ask(
            [UUID(forgotten["id"])],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
            undo=timedelta(days=7),
            dont_learn=True,
        )
    return account


def go(world):
    with as_service_with(world.travel.service.id, world.owner.id):
        return erase_whole(world.owner.id, world.travel.service.id, actor=SYSTEM)


def naming(*words):
    """The tables in which any row holds one of these words, as the owner sees them."""
    found = set()
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (table,) in cursor.fetchall():
            cursor.execute(f'SELECT to_jsonb(t)::text FROM "{table}" t')
            rows = " ".join(row for (row,) in cursor.fetchall())
            if any(word in rows for word in words):
                found.add(table)
    return found


def state_of(run):
    return ErasureRun.objects.using("owner").get(id=run.id)


def confirm(world, run):
    url = f"/api/v1/erasures/{run.id}/acknowledge"
    return world.travel.client().post(url)


def held(world, memory):
    until = timezone.now() + timedelta(days=30)
    with as_service_with(world.travel.service.id, world.owner.id):
        return holding.place(
            UUID(memory["id"]),
            Ground(Exception17.CLAIMS, "A court case.", until),
            person_id=world.owner.id,
            actor=SYSTEM,
        )


def test_nothing_of_the_person_is_left_but_the_proof(world, full, bell):
    person = str(world.owner.id)
    before = naming(person)
    assert {each.model._meta.db_table for each in OF_PERSON} - before == {
        "hold",
        "rebuild",
    }
    run = go(world)
    bell.answer()
    assert state_of(run).state == RunState.DONE
    assert naming(person) <= PROOFS
    assert naming("Zinfandel", "fond of birds", "asthma", "tuba") == set()


def test_what_was_planned_is_what_went_and_what_is_verified(world, full, bell):
    run = go(world)
    bell.answer()
    done = state_of(run)
    named = set(EVERY_STORE)
    assert named <= done.verification.keys()
    assert set(done.verification.values()) == {0}
    assert done.counts == done.plan["counts"]
    assert done.counts["person"] == 1
    assert done.counts["idempotency"] == 1
    [last] = [each for each in entries() if each.get("run") == str(run.id)]
    assert last["scope"] == EraseScope.WHOLE_PERSON


def test_only_the_persons_own_rows_go(world, full, bell, as_owner):
    world.write("Has a green door.", ref="colleague")
    go(world)
    bell.answer()
    assert as_owner(Memory).get().text == "Has a green door."
    ids = set(as_owner(Person).values_list("id", flat=True))
    assert ids == {world.colleague.id, world.stranger.id}


def test_a_forget_that_could_be_undone_begins_first_and_is_proved(
    world, full, bell, as_owner
):
    go(world)
    bell.answer()
    states = as_owner(ErasureRun).values_list("scope", "state", "certified_at")
    assert {(scope, state) for scope, state, _ in states} == {
        (EraseScope.MEMORIES, RunState.DONE),
        (EraseScope.WHOLE_PERSON, RunState.DONE),
    }
    assert all(certified for _, _, certified in states)


def test_a_write_for_the_id_is_stale_until_the_service_has_confirmed(world, full, bell):
    client = world.travel.client()
    run = go(world)
    body = {"text": "Likes tea.", "source": {"type": "user_message"}}
    doors = [
        ("post", URL, body),
        ("put", "/api/v1/people/owner/consents/health", None),
        ("post", "/api/v1/people/owner/dashboard-link", None),
        ("delete", "/api/v1/people/owner", None),
    ]
    for _ in range(2):  # while it is on its way, and when it is done
        for method, url, sent in doors:
            answer = getattr(client, method)(url, sent, format="json")
            assert answer.status_code == 410, (method, url)
            assert answer.json()["erasure"] == str(run.id)
        assert client.get("/api/v1/people/owner").status_code == 404
        bell.answer()
    assert confirm(world, run).status_code < 300
    assert client.post(URL, body, format="json").status_code == 201
    anew = find_or_make_person(world.travel.service.id, "owner")
    assert anew.id != world.owner.id
    assert client.get(URL).json()["count"] == 1


def test_batches_and_imports_are_stale_as_well(world, full, bell):
    client = world.travel.client()
    document = client.get("/api/v1/people/owner/export").json()
    go(world)
    item = {"text": "Likes tea.", "source": {"type": "user_message"}}
    batch = client.post(f"{URL}/batch", {"items": [item]}, format="json")
    assert batch.status_code == 410
    taken = client.post("/api/v1/people/owner/import", document, format="json")
    assert taken.status_code == 410


def test_who_was_on_the_way_before_is_refused_under_the_lock(world, full, bell):
    """A call that has looked up the person and lost the race to the erasure."""

    run, caller = go(world), world.travel.caller
    with as_service_with(world.travel.service.id, world.owner.id):
        lock_for_writing(world.owner.id)
        with pytest.raises(PersonGone):
            ask_again(world.owner.id, caller)
    bell.answer()
    with (
        as_service_with(world.travel.service.id, world.owner.id),
        pytest.raises(PersonGone) as gone,
    ):
        lock_for_writing(world.owner.id)
    assert gone.value.run_id == run.id


def test_the_service_is_told_by_its_own_id_until_it_knows(world, full, bell, as_owner):

    run = go(world)
    bell.answer()
    with as_service_with(world.travel.service.id, world.owner.id):
        assert person_ref(world.owner.id) == "owner"
    assert as_owner(WebhookDelivery).get(run_id=run.id).kind == "person.erased"
    confirm(world, run)
    with as_service_with(world.travel.service.id, world.owner.id):
        assert person_ref(world.owner.id) is None


@pytest.mark.parametrize("store", EVERY_STORE)
def test_a_worker_killed_at_any_store_is_followed_by_one_that_finishes(
    world, full, bell, as_owner, monkeypatch, store
):
    run = go(world)
    killed_at(monkeypatch, store)
    with pytest.raises(Killed):
        bell.answer()
    with suppress(Killed):  # the forget was the first, and then the person
        bell.answer()
    lease_ends(as_owner)
    monkeypatch.undo()
    for _ in range(3):
        tasks.sweep()
    assert state_of(run).state == RunState.DONE
    assert naming(str(world.owner.id)) <= PROOFS


def test_a_hold_keeps_its_memory_and_its_end_finishes_the_rest(
    world, full, bell, as_owner
):
    kept = world.write("Owes the bank a letter.")
    hold = held(world, kept)
    run = go(world)
    bell.answer()
    done = state_of(run)
    assert (done.state, done.plan["held"]) == (RunState.DONE, 1)
    assert as_owner(Memory).get().text == "Owes the bank a letter."
    assert as_owner(Person).filter(id=world.owner.id).exists()
    assert as_owner(Consent).count() == 1
    assert as_owner(Unwanted).count() == 0
    assert world.travel.client().get("/api/v1/people/owner").status_code == 404
    with as_service_with(world.travel.service.id, world.owner.id):
        holding.release(hold.id, person_id=world.owner.id, actor=SYSTEM)
    bell.answer()
    for model in (Memory, Consent, Hold):
        assert as_owner(model).filter(person_id=world.owner.id).count() == 0
    assert naming(str(world.owner.id)) <= PROOFS
    told = as_owner(WebhookDelivery).order_by("created_at")
    assert [each.kind for each in told][-2:] == ["person.erased", "memory.erased"]


def test_of_two_holds_the_last_to_end_finishes_the_rest(world, full, bell, as_owner):
    holds = [held(world, world.write(f"Owes {who} a letter.")) for who in ("A", "B")]
    go(world)
    bell.answer()
    for left, hold in zip((1, 0), holds, strict=True):
        with as_service_with(world.travel.service.id, world.owner.id):
            holding.release(hold.id, person_id=world.owner.id, actor=SYSTEM)
        bell.answer()
        assert as_owner(Memory).filter(person_id=world.owner.id).count() == left
        assert as_owner(Person).filter(id=world.owner.id).count() == left
    assert naming(str(world.owner.id)) <= PROOFS


def test_somebody_new_under_the_same_id_is_not_taken_for_who_is_held(
    world, full, bell, as_owner
):
    hold = held(world, world.write("Owes the bank a letter."))
    run = go(world)
    bell.answer()
    confirm(world, run)
    world.write("Likes tea.")
    with as_service_with(world.travel.service.id, world.owner.id):
        holding.release(hold.id, person_id=world.owner.id, actor=SYSTEM)
    bell.answer()
    assert as_owner(Memory).get().text == "Likes tea."
    assert naming(str(world.owner.id)) <= PROOFS


def test_a_hold_placed_before_a_person_erases_from_their_pages_is_noted_too(
    world, full, bell, as_owner
):
    hold = held(world, world.write("Owes the bank a letter."))
    with as_account(full.id):
        run = erase_whole(world.owner.id, world.travel.service.id, actor=SYSTEM)
    bell.answer()
    assert as_owner(Hold).get(id=hold.id).wanted_by == run.id
    assert state_of(run).state == RunState.DONE
    assert state_of(run).counts["idempotency"] == 1


def test_nobody_but_a_run_may_delete_what_goes_with_a_person(world, full):
    with as_service_with(world.travel.service.id, world.owner.id):
        for model in (Consent, Epoch):
            rows = model.objects.filter(person_id=world.owner.id)
            assert rows.count()
            assert rows._raw_delete("default") == 0
        assert Person.objects.filter(id=world.owner.id)._raw_delete("default") == 0


def test_the_row_that_says_so_goes_a_year_later(world, full, bell, as_owner):
    go(world)
    bell.answer()
    tasks.retain_nightly()
    assert as_owner(GonePerson).count() == 1
    as_owner(GonePerson).update(expires_at=timezone.now())
    assert drop_gone() == 1


def test_a_hold_that_outlives_the_row_that_says_so_ends_as_one_memory(
    world, full, bell, as_owner
):
    hold = held(world, world.write("Owes the bank a letter."))
    go(world)
    bell.answer()
    as_owner(GonePerson).update(expires_at=timezone.now())
    assert drop_gone() == 1
    as_owner(Hold).filter(id=hold.id).update(until=timezone.now())
    assert holding.lapse() == 1
    bell.answer()
    assert as_owner(Memory).filter(person_id=world.owner.id).count() == 0
    assert not as_owner(Person).filter(id=world.owner.id).exists()
    assert not as_owner(GonePerson).exists()
    told = as_owner(WebhookDelivery).order_by("created_at")
    assert [each.kind for each in told][-2:] == ["person.erased", "memory.erased"]


def test_the_certificate_counts_every_store_and_names_nobody(world, full, bell):

    run = go(world)
    bell.answer()
    signed = Certificate.objects.using("owner").get(run_id=run.id).signed
    assert str(world.owner.id) not in signed
    payload = json.dumps(signed)
    for store in OF_PERSON:
        assert f"store.{store.name}" in payload
