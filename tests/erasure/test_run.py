"""An erasure reaches everything that was made from it, once, whatever is killed."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import DatabaseError
from django.utils import timezone

from governance import tasks
from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import carry_out, erase_memories, open_runs
from governance.erasure.claim import LeaseLost, claim
from governance.erasure.stores import OF_PERSON, STORES
from governance.ledger import entries
from governance.models import Derivation, ErasureRun, Memory, MemoryVersion, Source
from tests.world import memories_of
from tests.writing.test_races import together

pytestmark = pytest.mark.usefixtures("way")

URL = "/api/v1/people/owner/memories"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def erased(world):
    """A memory with a derived one, both on their way out."""
    root = world.write("Likes tea.", source={"type": "user_message", "ref": "m-1"})
    child = world.write("Prefers hot drinks.", derived_from=[root["id"]])
    world.write("Has a blue bicycle.")
    client = world.travel.client()
    run_id = client.delete(f"{URL}/{root['id']}").json()["erasure"]
    return {"root": root, "child": child, "run": run_id, "client": client}


def state_of(erased):
    return erased["client"].get(f"/api/v1/erasures/{erased['run']}").json()


def test_it_takes_what_was_derived_and_leaves_the_rest(world, erased, bell, as_owner):
    bell.answer()
    assert [row.text for row in memories_of(world.owner)] == ["Has a blue bicycle."]
    for model in (MemoryVersion, Derivation, Source):
        assert as_owner(model).count() == 1
    answer = state_of(erased)
    assert answer["state"] == "done"
    assert answer["counts"] == answer["planned"]
    assert answer["counts"]["memories"] == 2
    assert set(answer["verification"].values()) == {0}


def test_nothing_of_it_is_in_use_while_the_job_has_not_begun(world, erased):
    for memory in ("root", "child"):
        url = f"{URL}/{erased[memory]['id']}"
        assert erased["client"].get(url).status_code == 410
    assert erased["client"].get(URL).json()["count"] == 1
    assert state_of(erased)["state"] == "waiting"


def test_a_second_ring_does_nothing_twice(world, erased, bell, as_owner):
    bell.answer()
    before = as_owner(ErasureRun).get()
    assert carry_out(UUID(erased["run"])) is False
    assert as_owner(ErasureRun).get().finished_at == before.finished_at
    assert len(entries()) == 1


def test_a_run_whose_bell_was_never_rung_is_swept_up(world, erased, bell):
    bell.rung.clear()
    tasks.sweep()
    assert state_of(erased)["state"] == "done"


@pytest.mark.parametrize("store", [store.name for store in STORES])
def test_a_worker_killed_at_any_store_is_followed_by_one_that_finishes(
    world, erased, bell, as_owner, monkeypatch, store
):
    killed_at(monkeypatch, store)
    with pytest.raises(Killed):
        bell.answer()
    assert open_runs() == []  # its lease still stands
    lease_ends(as_owner)
    monkeypatch.undo()
    assert open_runs() == [UUID(erased["run"])]
    tasks.sweep()
    answer = state_of(erased)
    assert answer["state"] == "done"
    assert answer["counts"] == answer["planned"]
    assert len(entries()) == 1
    assert len(memories_of(world.owner)) == 1


def test_a_worker_that_wakes_up_late_can_change_nothing(world, erased, as_owner):
    late = claim(UUID(erased["run"]))
    assert late is not None
    lease_ends(as_owner)
    assert carry_out(UUID(erased["run"])) is True
    with pytest.raises(LeaseLost), late.step(state="needs_attention"):
        pass
    assert state_of(erased)["state"] == "done"


def test_a_worker_that_falls_silent_in_a_step_loses_its_locks_with_its_lease(
    world, erased, settings
):
    settings.ERASURE_LEASE = timedelta(milliseconds=200)
    silent = claim(UUID(erased["run"]))
    assert silent is not None
    with pytest.raises(DatabaseError), silent.step():
        in_silence(UUID(erased["run"]))
    assert state_of(erased)["state"] == "done"


def in_silence(run_id):
    time.sleep(0.6)
    assert together(1, lambda number: carry_out(run_id)) == [True]


def test_two_workers_cannot_hold_one_run(world, erased):
    assert claim(UUID(erased["run"])) is not None
    assert claim(UUID(erased["run"])) is None


@pytest.fixture
def no_ledger(world, settings, tmp_path):
    (tmp_path / "file").write_text("a file where the folder should be")
    settings.LEDGER_DIR = tmp_path / "file"


def test_without_a_ledger_entry_nothing_is_deleted(world, no_ledger, erased, bell):
    bell.answer()
    assert len(memories_of(world.owner)) == 3
    assert state_of(erased)["state"] == "running"


def test_an_erasure_that_was_answered_is_in_the_ledger(erased):
    [entry] = entries()
    assert entry["run"] == erased["run"]


def test_an_entry_holds_neither_the_person_nor_an_erased_id(world, erased, settings):
    written = (settings.LEDGER_DIR / "erasures.jsonl").read_text()
    assert str(world.owner.id) not in written
    assert erased["root"]["id"] not in written


def test_an_entry_names_what_was_asked_for_and_not_what_was_born_of_it(erased):
    assert len(entries()[0]["roots"]) == 1


def test_an_entry_names_the_earlier_values_that_go_along(world, erased):
    world.write("Prefers metres.", key="preference:units")
    newer = world.write("Prefers miles.", key="preference:units")
    erased["client"].delete(f"{URL}/{newer['id']}")
    assert len(entries()[1]["roots"]) == 2


def test_an_entry_names_an_older_text_that_was_told_again_as_made_from_what_goes(
    world, erased, as_owner
):
    bag = world.write("Owns a bag.")
    known = world.write("Travels light.", derived_from=[bag["id"]])
    a_minute_ago = timezone.now() - timedelta(minutes=1)
    as_owner(Memory).filter(id=known["id"]).update(created_at=a_minute_ago)
    newer = world.write("Has one small bag.")
    world.write("Travels light.", derived_from=[newer["id"]])
    erased["client"].delete(f"{URL}/{newer['id']}")
    assert len(entries()[1]["roots"]) == 2


def test_after_five_failures_it_asks_for_attention_and_is_not_dropped(
    world, erased, bell, as_owner, monkeypatch
):
    monkeypatch.setattr(STORES[2], "holds", lambda plan: 1, raising=False)
    bell.answer()
    for _ in range(6):
        lease_ends(as_owner)
        tasks.sweep()
    answer = state_of(erased)
    assert answer["state"] == "needs_attention"
    run = as_owner(ErasureRun).get()
    assert (run.tries, run.trouble) == (5, "StillThere")


def test_workers_that_die_at_once_each_time_leave_it_to_a_human_too(
    world, erased, as_owner, caplog
):
    for _ in range(5):
        assert claim(UUID(erased["run"]))  # and is killed
        lease_ends(as_owner)
    tasks.sweep()
    run = as_owner(ErasureRun).get()
    assert (run.state, run.trouble) == ("needs_attention", "WorkersDied")
    assert "needs attention" in caplog.text


def test_deaths_do_not_count_against_a_run_that_gets_on(world, erased, bell, as_owner):
    for _ in range(4):
        claim(UUID(erased["run"]))
        lease_ends(as_owner)
    bell.answer()
    run = as_owner(ErasureRun).get()
    assert (run.state, run.tries) == ("done", 0)


def test_what_was_erased_cannot_be_written_again_from_its_old_source(
    world, erased, bell
):
    for _ in range(2):
        old = {"type": "user_message", "ref": "m-1"}
        body = {"text": "Likes tea.", "source": old}
        answer = erased["client"].post(URL, body, format="json")
        assert (answer.status_code, answer.json()["erasure"]) == (410, erased["run"])
        body = {
            "text": "Hot drinks only.",
            "source": {"type": "service"},
            "derived_from": [erased["root"]["id"]],
        }
        answer = erased["client"].post(URL, body, format="json")
        assert answer.status_code == 410
        bell.answer()


def test_the_person_can_tell_it_again(world, erased, bell):
    bell.answer()
    told = world.write("Likes tea.", source={"type": "user_message", "ref": "m-2"})
    assert told["id"] != erased["root"]["id"]


def test_erasing_a_value_takes_its_earlier_values_along(world, bell):
    world.write("Wants miles.", key="preference:units")
    new = world.write("Wants kilometres.", key="preference:units")
    world.travel.client().delete(f"{URL}/{new['id']}")
    bell.answer()
    assert memories_of(world.owner) == []


def test_a_source_that_another_memory_stands_on_stays(world, bell, as_owner):
    where = {"type": "user_message", "ref": "m-9", "said_at": "2026-01-01T00:00:00Z"}
    one = world.write("Likes tea.", source=where)
    world.write("Likes cake.", source=where)
    world.travel.client().delete(f"{URL}/{one['id']}")
    bell.answer()
    assert as_owner(Source).count() == 1
    assert len(memories_of(world.owner)) == 1


def test_a_cycle_in_the_graph_ends(world, erased, bell):
    bell.rung.clear()
    root, child = (UUID(erased[name]["id"]) for name in ("root", "child"))
    Derivation.objects.using("owner").create(
        person_id=world.owner.id,
        service_id=world.travel.service.id,
        made_id=root,
        origin_kind="memory",
        origin_id=child,
    )
    tasks.sweep()
    assert state_of(erased)["state"] == "done"


def test_a_large_erasure_goes_in_batches(world, settings, bell, monkeypatch):
    settings.ERASURE_BATCH = 2
    ids = [UUID(world.write(f"Fact {n} about bread.")["id"]) for n in range(5)]
    with as_service_with(world.travel.service.id, world.owner.id):
        erase_memories(
            ids,
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
        )
    bell.answer()
    assert memories_of(world.owner) == []


class Killed(BaseException):
    """Stands for kill -9: nothing of ours catches it."""


def killed_at(monkeypatch, name):
    def kill(*args, limit):
        raise Killed

    stores: list[Any] = [*STORES, *OF_PERSON]
    [store] = [each for each in stores if each.name == name]
    monkeypatch.setattr(store, "erase", kill)


def lease_ends(as_owner):
    past = datetime.now(UTC) - timedelta(seconds=1)
    as_owner(ErasureRun).update(lease_until=past)


def test_erasing_an_earlier_value_leaves_the_other_values(world, bell):
    for unit in ("miles", "kilometres", "leagues"):
        world.write(f"Wants {unit}.", key="preference:units")
    client = world.travel.client()
    history = client.get(URL, {"status": "superseded"}).json()["results"]
    client.delete(f"{URL}/{history[0]['id']}")
    bell.answer()
    kept = sorted(row.text for row in memories_of(world.owner))
    assert kept == ["Wants leagues.", "Wants miles."]


def test_two_erasures_of_one_source_take_the_source_along(world, bell, as_owner):
    where = {"type": "user_message", "ref": "m-7"}
    ids = [world.write(f"Fact {n} of it.", source=where)["id"] for n in range(2)]
    client = world.travel.client()
    for each in ids:
        assert client.delete(f"{URL}/{each}").status_code == 202
    bell.answer()
    assert as_owner(Source).count() == 0
    assert set(as_owner(ErasureRun).values_list("state", flat=True)) == {"done"}
    body = {"text": "Something new of it.", "source": where}
    assert client.post(URL, body, format="json").status_code == 410


def test_a_child_can_be_erased_before_its_parent(world, bell):
    root = world.write("Likes tea.")
    child = world.write("Prefers hot drinks.", derived_from=[root["id"]])
    client = world.travel.client()
    assert client.delete(f"{URL}/{child['id']}").status_code == 202
    assert client.delete(f"{URL}/{root['id']}").status_code == 202
    bell.answer()
    assert memories_of(world.owner) == []


def test_runs_of_one_person_take_turns_and_each_rings_for_the_next(world, bell):
    first, second = (world.write(f"Fact {n}.")["id"] for n in range(2))
    client = world.travel.client()
    runs = [client.delete(f"{URL}/{i}").json()["erasure"] for i in (first, second)]
    assert carry_out(UUID(runs[1])) is False
    assert open_runs() == [UUID(runs[0])]
    assert carry_out(UUID(runs[0])) is True
    assert ("erase", [runs[1]]) in bell.rung
    assert carry_out(UUID(runs[1])) is True


def test_one_bad_run_does_not_stop_the_queue(world, bell, as_owner):
    bad = world.write("Likes tea.")
    good = world.write("Likes rain.", ref="colleague")
    client = world.travel.client()
    bad_run = client.delete(f"{URL}/{bad['id']}").json()["erasure"]
    client.delete(f"/api/v1/people/colleague/memories/{good['id']}")
    as_owner(ErasureRun).filter(id=bad_run).update(scope="-", plan={"counts": {}})
    bell.rung.clear()
    for _ in range(6):
        tasks.sweep()
        lease_ends(as_owner)
    assert memories_of(world.colleague) == []
    stuck = as_owner(ErasureRun).get(id=bad_run)
    assert (stuck.state, stuck.trouble) == ("needs_attention", "UnreadablePlan")


@pytest.fixture
def unreadable_ledger(world, settings):
    """From now on: a process that starts with such a one serves nothing."""
    assert world.travel.client().get(URL).status_code == 200
    settings.LEDGER_DIR.mkdir()
    (settings.LEDGER_DIR / "erasures.jsonl").write_text("garbage\n")


def test_a_ledger_that_cannot_be_read_deletes_nothing(
    world, unreadable_ledger, erased, bell
):
    bell.answer()
    assert len(memories_of(world.owner)) == 3


def test_a_client_that_tries_its_write_again_does_not_bring_it_back(world, bell):
    where = {"type": "user_message", "ref": "m-8"}
    gone = world.write("Likes tea.", source=where)
    world.write("Likes cake.", source=where)
    client = world.travel.client()
    client.delete(f"{URL}/{gone['id']}")
    for _ in range(2):
        body = {"text": "Likes tea.", "source": where}
        assert client.post(URL, body, format="json").status_code == 410
        bell.answer()
    assert world.write("Likes rain.", source=where)["status"] == "active"


def test_a_text_made_twice_goes_with_either_origin(world, bell):
    first, second = world.write("Drinks tea."), world.write("Drinks cocoa.")
    world.write("Likes hot drinks.", derived_from=[first["id"]])
    world.write("Likes hot drinks.", derived_from=[second["id"]])
    world.travel.client().delete(f"{URL}/{second['id']}")
    bell.answer()
    assert [row.text for row in memories_of(world.owner)] == ["Drinks tea."]


def test_something_derived_behind_the_barriers_back_is_not_passed_over(
    world, erased, bell, as_owner
):
    kept = world.write("Has a red bicycle.")
    Derivation.objects.using("owner").create(
        person_id=world.owner.id,
        service_id=world.travel.service.id,
        made_id=UUID(kept["id"]),
        origin_kind="memory",
        origin_id=UUID(erased["root"]["id"]),
    )
    bell.answer()
    assert as_owner(ErasureRun).get().trouble == "Strays"
    assert len(memories_of(world.owner)) == 4


def test_a_retry_by_any_source_that_told_it_is_refused_after_the_erasure(world, bell):
    client = world.travel.client()
    chat = {"type": "user_message"}
    first, second = {**chat, "ref": "m0"}, {**chat, "ref": "m1"}
    world.write("Owns a cat.", source=second)
    seat = world.write("Prefers an aisle seat.", source=first)
    # The same fact twice more by the other message, which says more than this.
    assert world.write("Prefers an aisle seat.", source=second)["duplicate_of"]
    client.delete(f"/api/v1/people/owner/memories/{seat['id']}")
    bell.answer()
    body = {"text": "Prefers an aisle seat.", "source": second}
    answer = client.post("/api/v1/people/owner/memories", body, format="json")
    assert answer.status_code == 410
    # What the message said besides is told as ever, and so is the seat by another.
    assert world.write("Owns a cat.", source=second)["duplicate_of"]
    assert world.write("Prefers an aisle seat.", source={**chat, "ref": "m2"})


def test_a_retry_in_the_other_words_that_were_told_is_refused_too(world, bell):
    client = world.travel.client()
    chat = {"type": "user_message"}
    world.write("Owns a cat.", source={**chat, "ref": "m1"})
    seat = world.write("Prefers an aisle seat.", source={**chat, "ref": "m0"})
    other = {"text": "The user prefers an aisle seat.", "source": {**chat, "ref": "m1"}}
    url = "/api/v1/people/owner/memories"
    told = client.post(url, other, format="json")
    assert (told.status_code, told.json()["id"]) == (200, seat["id"])
    client.delete(f"{url}/{seat['id']}")
    bell.answer()
    assert client.post(url, other, format="json").status_code == 410
