"""Forget takes out of use at once; undo restores exactly, until its time is over."""

from datetime import UTC, datetime, timedelta

import pytest

from governance import tasks
from governance.models import ErasureRun, Memory
from tests.world import memories_of

URL = "/api/v1/people/owner"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def travel(world):
    return world.travel.client()


def forget(client, **body):
    return client.post(f"{URL}/forget", body, format="json")


def forgotten(client, **body):
    answer = forget(client, **body)
    assert answer.status_code == 202, answer.json()
    return answer.json()["erasure"]


def undo(client, run_id):
    return client.post(f"/api/v1/erasures/{run_id}/undo")


def states(person):
    return {row.text: row.status for row in memories_of(person)}


def undo_time_ends(as_owner):
    past = datetime.now(UTC) - timedelta(seconds=1)
    as_owner(ErasureRun).update(due_at=past)


def test_a_forgotten_memory_is_out_of_every_answer_and_undo_brings_it_back(
    world, travel
):
    kept = world.write("Likes tea.")
    child = world.write("Prefers hot drinks.", derived_from=[kept["id"]])
    run_id = forgotten(travel, ids=[kept["id"]])
    assert travel.get(f"{URL}/memories").json()["count"] == 0
    assert travel.get(f"{URL}/memories", {"q": "tea"}).json()["count"] == 0
    run = travel.get(f"/api/v1/erasures/{run_id}").json()
    assert run["state"] == "waiting"
    assert run["undo_until"]
    assert undo(travel, run_id).json()["state"] == "undone"
    listed = travel.get(f"{URL}/memories").json()["results"]
    assert {each["id"] for each in listed} == {kept["id"], child["id"]}
    assert next(e for e in listed if e["id"] == kept["id"]) | {"supersedes": []} == kept


def test_when_the_time_for_undo_is_over_it_is_erased_and_cannot_be_undone(
    world, travel, as_owner, bell
):
    kept = world.write("Likes tea.")
    run_id = forgotten(travel, ids=[kept["id"]])
    tasks.sweep()
    assert len(memories_of(world.owner)) == 1
    undo_time_ends(as_owner)
    tasks.sweep()
    assert memories_of(world.owner) == []
    assert undo(travel, run_id).status_code == 410
    assert travel.get(f"{URL}/memories/{kept['id']}").status_code == 410


def test_undo_restores_each_state_as_it_was(world, travel, as_owner):
    world.write("Wants miles.", key="preference:units")
    world.write("Wants kilometres.", key="preference:units")
    world.write("Opens at nine.", source={"type": "web"})
    paused = world.write("Likes tea.")
    as_owner(Memory).filter(id=paused["id"]).update(status="paused")
    before = states(world.owner)
    run_id = forgotten(travel, everything=True)
    assert set(states(world.owner).values()) == {"forgotten"}
    undo(travel, run_id)
    assert states(world.owner) == before


def test_what_is_told_while_everything_waits_to_be_erased_stays(
    world, travel, bell, as_owner
):
    world.write("Likes tea.", source={"type": "user_message", "ref": "m-1"})
    run_id = forgotten(travel, everything=True, undo_hours=24)
    world.write("Likes rain.", source={"type": "user_message", "ref": "m-2"})
    undo_time_ends(as_owner)
    tasks.sweep()
    assert as_owner(ErasureRun).get(id=run_id).state == "done"
    assert states(world.owner) == {"Likes rain.": "active"}


def test_a_key_with_a_newer_value_by_then_keeps_it(world, travel):
    old = world.write("Wants miles.", key="preference:units")
    run_id = forgotten(travel, ids=[old["id"]])
    world.write("Wants kilometres.", key="preference:units")
    undo(travel, run_id)
    assert states(world.owner) == {
        "Wants miles.": "superseded",
        "Wants kilometres.": "active",
    }


def test_what_was_told_again_meanwhile_stays_and_the_old_row_is_history(world, travel):
    old = world.write("Likes tea.")
    run_id = forgotten(travel, ids=[old["id"]])
    again = world.write("Likes tea.")
    assert again["id"] != old["id"]
    undo(travel, run_id)
    found = {str(row.id): row.status for row in memories_of(world.owner)}
    assert found == {old["id"]: "superseded", again["id"]: "active"}


def test_several_forgets_do_not_mix(world, travel):
    ids = [world.write(f"Fact {n}.")["id"] for n in range(3)]
    runs = [forgotten(travel, ids=[each]) for each in ids]
    for _ in ("once", "once more"):
        assert undo(travel, runs[1]).status_code == 200
        assert states(world.owner) == {
            "Fact 0.": "forgotten",
            "Fact 1.": "active",
            "Fact 2.": "forgotten",
        }


def test_what_another_forget_wants_gone_too_is_not_brought_back(world, travel):
    first, second = (world.write(text)["id"] for text in ("Likes tea.", "Likes rain."))
    both = world.write("Tea in the rain.", derived_from=[first, second])["id"]
    runs = [forgotten(travel, ids=[each]) for each in (first, second)]
    assert undo(travel, runs[0]).json()["state"] == "undone"
    assert states(world.owner)["Tea in the rain."] == "forgotten"
    assert travel.get(f"{URL}/memories/{both}").status_code == 404
    assert undo(travel, runs[1]).json()["state"] == "undone"
    assert set(states(world.owner).values()) == {"active"}


def test_the_same_forgotten_twice_is_one_forget_and_one_undo(world, travel):
    kept = world.write("Likes tea.")["id"]
    run = forgotten(travel, ids=[kept])
    assert forgotten(travel, ids=[kept]) == run
    assert undo(travel, run).status_code == 200
    assert states(world.owner) == {"Likes tea.": "active"}


def test_who_wants_it_gone_earlier_gets_it_gone_earlier(world, travel, bell):
    kept = world.write("Likes tea.")["id"]
    late = forgotten(travel, ids=[kept])
    assert forgotten(travel, ids=[kept], undo_hours=1) != late
    undo(travel, late)
    assert states(world.owner) == {"Likes tea.": "forgotten"}


def test_a_service_is_not_told_what_is_forgotten_though_it_may_come_back(world, travel):
    kept = world.write("Likes tea.")["id"]
    run = forgotten(travel, ids=[kept])
    at = f"{URL}/memories/{kept}"
    for place in (at, f"{at}/history", f"{at}/provenance"):
        assert travel.get(place).status_code == 404
    assert travel.patch(at, {"text": "Likes it."}, format="json").status_code == 404
    answer = travel.get(f"{URL}/memories", {"status": "forgotten"})
    assert answer.status_code == 400
    assert "tea" not in answer.content.decode()
    undo(travel, run)
    assert travel.get(at).json()["text"] == "Likes tea."


def test_no_undo_erases_at_once(world, travel, bell):
    kept = world.write("Likes tea.")
    run_id = forgotten(travel, ids=[kept["id"]], undo_hours=0)
    assert undo(travel, run_id).status_code == 410
    bell.answer()
    assert memories_of(world.owner) == []


def test_what_is_forgotten_can_be_erased_now_and_undo_leaves_it_gone(
    world, travel, bell
):
    kept = world.write("Likes tea.")
    other = world.write("Likes rain.")
    run_id = forgotten(travel, ids=[kept["id"], other["id"]])
    forgotten(travel, ids=[kept["id"]], undo_hours=0)
    undo(travel, run_id)
    bell.answer()
    assert states(world.owner) == {"Likes rain.": "active"}


@pytest.mark.parametrize("selector", [{"source_ref": "m-1"}, {"conversation": "c-1"}])
def test_a_source_or_a_conversation_is_forgotten_whole(world, travel, selector, bell):
    where = {"type": "user_message", "ref": "m-1", "conversation": "c-1"}
    world.write("Likes tea.", source=where)
    world.write("Likes cake.", source=where)
    world.write("Has a bicycle.")
    plan = forget(travel, dry_run=True, **selector).json()["plan"]
    assert plan["counts"]["memories"] == 2
    assert set(states(world.owner).values()) == {"active"}
    forgotten(travel, undo_hours=0, **selector)
    bell.answer()
    assert states(world.owner) == {"Has a bicycle.": "active"}


def test_a_search_gives_exact_ids_in_three_groups_and_forgets_nothing(world, travel):
    world.consent("health")
    said = world.write("Is allergic to peanuts.")
    alike = world.write("Cannot eat groundnuts or anything made of them.")
    summary = world.write("A person who avoids peanuts.", kind="summary")
    world.write("Has a blue bicycle.")
    groups = forget(travel, query="peanuts", dry_run=True).json()
    assert groups["certain"] == [said["id"]]
    assert groups["likely"] == [alike["id"]]
    assert groups["mentioned"] == [summary["id"]]
    assert set(states(world.owner).values()) == {"active"}


def test_everything_is_this_services_part_only(world, travel, bell, as_owner):
    world.write("Likes tea.")
    world.write("Likes rain.", ref="colleague")
    forgotten(travel, everything=True, undo_hours=0)
    bell.answer()
    assert memories_of(world.owner) == []
    assert len(memories_of(world.colleague)) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ids": []},
        {"ids": ["x"]},
        {"everything": False},
        {"query": "tea"},
        {"source_ref": "m-1", "conversation": "c-1"},
        {"everything": True, "undo_hours": -1},
        {"everything": True, "undo_hours": 721},
    ],
)
def test_a_wrong_forget_gets_400(world, travel, body):
    world.write("Likes tea.")
    assert forget(travel, **body).status_code == 400


def test_anothers_memory_or_run_is_not_found(world, travel):
    theirs = world.write("Likes tea.", ref="stranger", program=world.bank)
    world.write("Likes rain.")
    assert forget(travel, ids=[theirs["id"]]).status_code == 404
    assert forget(travel, source_ref="none").status_code == 404
    kept = world.write("Likes cake.")
    run_id = forgotten(travel, ids=[kept["id"]])
    assert undo(world.bank.client(), run_id).status_code == 404
