"""What a person wants forgotten after some months is forgotten by night."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance import retention, tasks
from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import ask, undo
from governance.models import (
    AuditEntry,
    ErasureRun,
    Memory,
    Person,
    RetentionRule,
    Schedule,
)
from tests.world import memories_of


@pytest.fixture
def wants(as_owner):
    """A person wants what is older than so many months to go."""

    def want(person, months, **more):
        as_owner(Person).filter(id=person.id).update(forget_after_months=months, **more)

    return want


def by_choice():
    return retention.carry_out(Schedule.NIGHTLY)["own-choice"]


def states(person):
    return {row.text: row.status for row in memories_of(person)}


def test_only_what_is_older_goes(world, aged, wants):
    aged("Had a moped.", days=95)
    aged("Bought a bike.", days=85)
    wants(world.owner, 3)
    tasks.retain_nightly()
    assert states(world.owner) == {
        "Had a moped.": "forgotten",
        "Bought a bike.": "active",
    }


def test_what_is_pinned_keeps_what_it_was_made_from(world, aged, wants):
    told = aged("Had a moped.", days=95)
    aged("Rode a moped.", days=95, derived_from=[told["id"]], pinned=True)
    other = aged("Had a canoe.", days=95)
    aged("Went by canoe.", days=95, derived_from=[other["id"]])
    wants(world.owner, 3)
    tasks.retain_nightly()
    assert states(world.owner) == {
        "Had a moped.": "active",
        "Rode a moped.": "active",
        "Had a canoe.": "forgotten",
        "Went by canoe.": "forgotten",
    }


def test_nobody_elses_memories_go(world, aged, wants):
    aged("Had a moped.", days=400)
    aged("Had a dog.", days=400, ref="colleague")
    aged("Had a loan.", days=400, ref="stranger", program=world.bank)
    wants(world.owner, 3)
    tasks.retain_nightly()
    assert states(world.colleague) == {"Had a dog.": "active"}
    assert states(world.stranger) == {"Had a loan.": "active"}


def test_what_is_pinned_stays_and_what_is_paused_goes(world, aged, wants, as_owner):
    pinned = aged("Knows Porto well.", days=400, pinned=True)
    paused = aged("Plays chess.", days=400)
    as_owner(Memory).filter(id=paused["id"]).update(status="paused")
    wants(world.owner, 12)
    tasks.retain_nightly()
    kept = [str(row.id) for row in memories_of(world.owner) if row.status == "active"]
    assert kept == [pinned["id"]]
    assert states(world.owner)["Plays chess."] == "forgotten"


def test_earlier_values_of_what_goes_do_not_stay_behind(world, aged, wants):
    aged("Uses miles.", days=500, key="preference:units")
    aged("Uses kilometres.", days=400, key="preference:units")
    wants(world.owner, 12)
    tasks.retain_nightly()
    assert set(states(world.owner).values()) == {"forgotten"}


def test_it_can_be_undone_for_as_long_as_the_person_has_set(
    world, aged, wants, as_owner
):
    aged("Had a moped.", days=400)
    wants(world.owner, 12, undo_hours=1)
    tasks.retain_nightly()
    run = as_owner(ErasureRun).get()
    assert run.epoch is None
    assert timedelta(minutes=55) < run.due_at - timezone.now() <= timedelta(hours=1)
    with as_service_with(world.travel.service.id, world.owner.id):
        undo(ErasureRun.objects.owned_by(world.owner.id).get(), actor=SYSTEM)
    assert states(world.owner) == {"Had a moped.": "active"}


def test_without_time_for_undo_it_is_erased(world, bell, aged, wants):
    aged("Had a moped.", days=400)
    wants(world.owner, 12, undo_hours=0)
    tasks.retain_nightly()
    bell.answer()
    assert memories_of(world.owner) == []


def test_each_forget_leaves_an_entry_with_its_rule(world, aged, wants, as_owner):
    aged("Had a moped.", days=400)
    aged("Had a canoe.", days=400)
    wants(world.owner, 12)
    tasks.retain_nightly()
    entry = as_owner(AuditEntry).get(verb="memory.aged")
    assert entry.counts == {"memories": 2, "months": 12}
    assert (entry.actor_kind, entry.person_id) == ("system", world.owner.id)
    rule = as_owner(RetentionRule).get(name="own-choice")
    assert entry.subject_ids == [as_owner(ErasureRun).get().id, rule.id]


def test_the_next_night_finds_nothing_to_do(world, aged, wants, as_owner):
    aged("Had a moped.", days=400)
    wants(world.owner, 12)
    assert by_choice() == 1
    assert by_choice() == 0
    assert as_owner(ErasureRun).count() == 1


def test_many_go_in_batches(world, aged, wants, as_owner, settings):
    settings.ERASURE_BATCH = 2
    for number in range(5):
        aged(f"Had plan {number}.", days=400)
    wants(world.owner, 12)
    assert by_choice() == 5
    assert as_owner(ErasureRun).count() == 3


def test_restricted_data_is_kept(world, aged, wants):
    aged("Had a moped.", days=400)
    wants(world.owner, 12, restricted_at=timezone.now())
    tasks.retain_nightly()
    assert states(world.owner) == {"Had a moped.": "active"}


def test_one_persons_trouble_does_not_stop_the_others(
    world, aged, wants, monkeypatch, caplog
):
    for ref in ("owner", "colleague"):
        aged("Had a moped.", days=400, ref=ref)
    wants(world.owner, 12)
    wants(world.colleague, 12)

    def broken(ids, **more):
        if more["person_id"] == world.owner.id:
            raise RuntimeError("no")
        return ask(ids, **more)

    monkeypatch.setattr("governance.retention.forgetting.ask", broken)
    tasks.retain_nightly()
    assert states(world.owner) == {"Had a moped.": "active"}
    assert states(world.colleague) == {"Had a moped.": "forgotten"}
    assert "could not be forgotten" in caplog.text
    assert "Had a moped" not in caplog.text


def test_what_waits_for_a_yes_is_left_to_its_own_end(world, aged, wants):
    aged("Wants first class.", days=400, source={"type": "web"})
    wants(world.owner, 12)
    by_choice()
    assert states(world.owner) == {"Wants first class.": "quarantined"}
