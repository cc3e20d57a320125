"""A derived text whose origins survive is derived afresh from those only, as a new row."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from governance import tasks
from governance.access import as_account, make_account
from governance.audit import SYSTEM
from governance.erasure import erase_memories
from governance.models import (
    AuditEntry,
    Derivation,
    ErasureRun,
    Memory,
    Person,
    Rebuild,
    Source,
)
from tests.condensing.conftest import URL
from tests.world import memories_of


def origins(as_owner, memory):
    edges = as_owner(Derivation).filter(made_id=memory.id, origin_kind="memory")
    return {str(each) for each in edges.values_list("origin_id", flat=True)}


def test_after_a_correction_the_summary_says_the_new_value(house, as_owner):
    house.correct(house.home, "Lives in Bergen since June.")
    assert house.client.get(f"{URL}/memories/{house.summary['id']}").status_code == 410
    assert house.again() == []
    house.bell.answer()
    [fresh] = house.again()
    assert fresh.text == "Lives in Bergen since June. Likes green tea."
    assert origins(as_owner, fresh) == {house.home["id"], house.tea["id"]}
    for query in ("Oslo", "lives in Oslo"):
        found = house.client.get(f"{URL}/memories", {"q": query}).content.decode()
        assert "Oslo" not in found
    assert as_owner(Memory).filter(text__contains="Oslo").count() == 0
    assert as_owner(Rebuild).count() == 0


def test_it_is_inferred_and_keeps_what_it_was_but_its_words(house):
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    [fresh] = house.again()
    assert (fresh.kind, fresh.importance, fresh.inferred) == ("summary", 8, True)
    assert (fresh.status, fresh.trust, fresh.key) == ("active", "trusted", "")
    newest = max(each["said_at"] for each in (house.home, house.tea))
    assert fresh.said_at.isoformat()[:19] == newest[:19]


def test_the_service_sees_the_new_row_with_where_it_came_from(house):
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    [fresh] = house.again()
    shown = house.client.get(f"{URL}/memories/{fresh.id}").json()
    assert shown["text"] == fresh.text
    assert shown["source"]["type"] == "service"
    graph = house.client.get(f"{URL}/memories/{fresh.id}/provenance").json()
    ends = {(edge["made"], edge["from"]) for edge in graph["edges"]}
    for origin in (house.home, house.tea):
        assert (str(fresh.id), origin["id"]) in ends
    found = house.client.get(f"{URL}/memories", {"q": "Bergen"}).json()["results"]
    assert str(fresh.id) in {each["id"] for each in found}


def test_it_is_on_record_without_a_word_of_it(house, as_owner):
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    [fresh] = house.again()
    entry = as_owner(AuditEntry).get(verb="memory.derived_again")
    assert (entry.actor_kind, entry.subject_ids) == ("system", [fresh.id])
    assert "Bergen" not in str(list(as_owner(AuditEntry).values()))


def test_after_an_erasure_it_is_derived_from_the_survivors_only(house, as_owner):
    boat = house.world.write("Owns a small boat.")
    house.derive("A sailor with tea.", house.home, house.tea, boat)
    house.erase(house.home)
    house.bell.answer()
    [fresh] = house.again()
    assert fresh.text == "Likes green tea. Owns a small boat."
    assert origins(as_owner, fresh) == {house.tea["id"], boat["id"]}
    assert "Oslo" not in "".join(house.texts())


def test_from_one_short_survivor_nothing_is_made_for_it_says_it_itself(house, as_owner):
    house.erase(house.home)
    house.bell.answer()
    assert house.texts() == ["Likes green tea."]
    assert as_owner(Rebuild).count() == 0


def test_from_one_long_survivor_a_shorter_text_is_made(house, as_owner):
    long = " ".join(f"Has been to place {n} by train." for n in range(60))
    trips = house.world.write(long)
    house.derive("Travels a lot.", house.home, trips)
    house.erase(house.home)
    house.bell.answer()
    [fresh] = house.again()
    assert origins(as_owner, fresh) == {trips["id"]}
    assert 600 < len(fresh.text) <= 1_200


def test_when_all_origins_are_erased_nothing_is_derived(house, as_owner):
    house.erase(house.home, house.tea)
    house.bell.answer()
    assert memories_of(house.world.owner) == []
    assert as_owner(Rebuild).count() == 0
    assert as_owner(Source).count() == 0


def test_a_summary_that_is_erased_itself_does_not_come_back(house):
    house.derive("Someone of few words.", house.summary, kind="reflection")
    house.erase(house.summary)
    house.bell.answer()
    assert house.texts() == ["Likes green tea.", "Lives in Oslo since May."]


def test_a_summary_erased_with_one_of_its_origins_does_not_come_back(house):
    boat = house.world.write("Owns a small boat.")
    three = house.derive("A sailor with tea.", house.home, house.tea, boat)
    house.erase(house.home, three)
    house.bell.answer()
    assert house.texts() == ["Likes green tea.", "Owns a small boat."]


def test_a_reflection_of_a_summary_is_derived_from_memories_and_not_from_the_summary(
    house, as_owner
):
    boat = house.world.write("Owns a small boat.")
    house.derive("At home by the sea.", house.summary, boat, kind="reflection")
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    made = {row.kind: row for row in house.again()}
    bases = {house.home["id"], house.tea["id"]}
    assert origins(as_owner, made["summary"]) == bases
    assert origins(as_owner, made["reflection"]) == bases | {boat["id"]}
    assert "Bergen" in made["reflection"].text
    assert "Owns a small boat." in made["reflection"].text


def test_a_summary_and_its_reflection_that_would_be_one_text_become_one(house):
    house.derive("Calm.", house.summary, kind="reflection", importance=10)
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    [fresh] = house.again()
    assert (fresh.kind, fresh.importance) == ("summary", 10)


def test_a_derived_fact_becomes_a_summary_without_its_key(house):
    house.derive("Is Norwegian.", house.home, house.tea, kind="fact", key="fact:land")
    house.erase(house.summary)
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    [fresh] = house.again()
    assert (fresh.kind, fresh.key) == ("summary", "")


def test_it_takes_the_categories_and_the_earliest_end_of_its_origins(house):
    house.world.consent("health")
    ill = house.world.write("Has diabetes.")
    brief = house.world.write("Stays until Friday.", ttl_seconds=3_600)
    house.derive("A short visit.", house.home, ill, brief)
    house.erase(house.home)
    house.bell.answer()
    [fresh] = house.again()
    assert fresh.categories == ["health"]
    assert fresh.sensitivity == "sensitive"
    assert fresh.expires_at
    assert fresh.expires_at.isoformat()[:19] == brief["expires_at"][:19]


def test_a_text_that_had_an_end_of_its_own_keeps_it(house):
    end = house.derive("For now.", house.home, house.tea, ttl_seconds=600)["expires_at"]
    house.erase(house.summary)
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    [fresh] = house.again()
    assert fresh.expires_at
    assert fresh.expires_at.isoformat()[:19] == end[:19]


@pytest.mark.parametrize("state", ["paused", "quarantined", "superseded", "forgotten"])
def test_what_is_not_in_use_feeds_nothing(house, as_owner, state):
    boat = house.world.write("Owns a small boat.")
    house.derive("A sailor with tea.", house.home, house.tea, boat)
    as_owner(Memory).filter(id=boat["id"]).update(status="paused")
    if state != "paused":
        past = "active" if state in {"quarantined", "superseded"} else "paused"
        as_owner(Memory).filter(id=boat["id"]).update(status=past)
        as_owner(Memory).filter(id=boat["id"]).update(status=state)
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    assert "boat" not in "".join(row.text for row in house.again())


@pytest.mark.parametrize("state", ["superseded", "forgotten"])
def test_what_was_out_of_use_is_not_derived_again(house, as_owner, state):
    as_owner(Memory).filter(id=house.summary["id"]).update(status=state)
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    assert house.again() == []


def test_what_was_paused_is_paused_again(house, as_owner):
    as_owner(Memory).filter(id=house.summary["id"]).update(status="paused")
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    assert [row.status for row in house.again()] == ["paused"]


def test_what_waited_because_of_its_trust_waits_again(house):
    page = {"type": "web"}
    house.erase(house.summary)
    house.derive("Said to be calm.", house.home, house.tea, source=page)
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    [fresh] = house.again()
    assert (fresh.status, fresh.trust) == ("quarantined", "untrusted")


def test_what_a_memory_says_already_is_not_said_twice(house):
    both = "Lives in Bergen since June. Likes green tea."
    house.world.write(both, key="note:home")
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    assert house.again() == []
    assert house.texts().count(both) == 1


def test_rows_of_others_are_not_touched(house, as_owner):
    world = house.world
    for ref, program in (("colleague", world.travel), ("stranger", world.bank)):
        one = world.write("Lives in Oslo since May.", ref=ref, program=program)
        more = {"ref": ref, "program": program, "kind": "summary"}
        world.write("From Oslo.", derived_from=[one["id"]], **more)
    before = {row.id: row.text for row in as_owner(Memory).exclude(person=world.owner)}
    house.correct(house.home, "Lives in Bergen since June.")
    house.bell.answer()
    after = {row.id: row.text for row in as_owner(Memory).exclude(person=world.owner)}
    assert after == before
    assert len(house.again()) == 1


def test_a_derived_text_can_itself_be_corrected_away_again(house):
    for place in ("Bergen since June", "Rome since July"):
        house.correct(house.home, f"Lives in {place}.")
        house.bell.answer()
    [fresh] = house.again()
    assert fresh.text == "Lives in Rome since July. Likes green tea."


def test_a_dry_run_tells_how_many_texts_will_be_derived_again(house):
    boat = house.world.write("Owns a small boat.")
    house.derive("A sailor with tea.", house.home, house.tea, boat)
    body = {"ids": [house.home["id"]], "dry_run": True}
    plan = house.client.post(f"{URL}/forget", body, format="json").json()["plan"]
    # One of two has a single short memory left, and that says it itself.
    assert (plan["counts"]["memories"], plan["rebuilt"]) == (3, 1)


def test_when_the_time_for_undo_is_over_it_is_derived_again(house, as_owner):
    boat = house.world.write("Owns a small boat.")
    house.derive("A sailor with tea.", house.home, house.tea, boat)
    body = {"ids": [house.home["id"]]}
    house.client.post(f"{URL}/forget", body, format="json")
    past = datetime.now(UTC) - timedelta(seconds=1)
    as_owner(ErasureRun).update(due_at=past)
    tasks.sweep()
    [fresh] = house.again()
    assert fresh.text == "Likes green tea. Owns a small boat."
    assert as_owner(ErasureRun).get().plan["rebuilt"] == 1


def test_what_the_person_forgot_earlier_is_not_derived_again(house):
    boat = house.world.write("Owns a small boat.")
    sailor = house.derive("A sailor with tea.", house.home, house.tea, boat)
    body = {"ids": [sailor["id"]]}
    house.client.post(f"{URL}/forget", body, format="json")
    house.erase(house.home)
    house.bell.answer()
    assert house.again() == []


def test_an_erasure_by_the_person_derives_again_too(house, as_owner):
    boat = house.world.write("Owns a small boat.")
    house.derive("A sailor with tea.", house.home, house.tea, boat)
    account = make_account("rosalind@example.org", None)
    me = house.world.owner
    as_owner(Person).filter(id=me.id).update(account_id=account.id)
    with as_account(account.id):
        erase_memories(
            [UUID(house.home["id"])],
            person_id=me.id,
            service_id=me.service_id,
            actor=SYSTEM,
        )
    house.bell.answer()
    [fresh] = house.again()
    assert fresh.text == "Likes green tea. Owns a small boat."


def test_a_chain_in_a_circle_ends(house, as_owner):
    as_owner(Derivation).create(
        person_id=house.world.owner.id,
        service_id=house.world.travel.service.id,
        made_id=house.home["id"],
        origin_kind="memory",
        origin_id=house.summary["id"],
    )
    house.erase(house.home)
    house.bell.answer()
    assert house.texts() == ["Likes green tea."]


def test_many_texts_of_the_same_origins_become_one(house, as_owner):
    for number in range(5):
        house.derive(f"Text {number} of both.", house.home, house.tea)
    house.correct(house.home, "Lives in Bergen since June.")
    assert as_owner(Rebuild).count() == 1
    house.bell.answer()
    assert len(house.again()) == 1


def test_forget_and_undo_leave_no_stand_ins(house, as_owner):
    boat = house.world.write("Owns a small boat.")
    house.derive("A sailor with tea.", house.home, house.tea, boat)
    before = house.texts()
    body = {"ids": [house.home["id"]]}
    run_id = house.client.post(f"{URL}/forget", body, format="json").json()["erasure"]
    house.bell.answer()
    assert as_owner(Rebuild).count() == 0
    assert house.client.post(f"/api/v1/erasures/{run_id}/undo").status_code == 200
    house.bell.answer()
    assert house.texts() == before
