"""Once a week what is old, of little importance and not used is forgotten."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance import tasks
from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import undo
from governance.models import AuditEntry, ErasureRun, Memory, Person, RetentionRule
from tests.world import memories_of


def states(person):
    return {row.text: row.status for row in memories_of(person)}


def used(as_owner, written, *, days):
    at = timezone.now() - timedelta(days=days)
    as_owner(Memory).filter(id=written["id"]).update(last_used_at=at)


def test_only_what_is_old_unimportant_and_unused_goes(world, aged, as_owner):
    aged("Had a moped.", days=91, importance=3)
    aged("Had a canoe.", days=89, importance=3)
    aged("Has two brothers.", days=400, importance=4)
    used(as_owner, aged("Likes aisle seats.", days=400, importance=1), days=80)
    used(as_owner, aged("Liked bunk beds.", days=400, importance=1), days=100)
    aged("Was born by the sea.", days=400, importance=1, pinned=True)
    tasks.retain_weekly()
    assert states(world.owner) == {
        "Had a moped.": "forgotten",
        "Had a canoe.": "active",
        "Has two brothers.": "active",
        "Likes aisle seats.": "active",
        "Liked bunk beds.": "forgotten",
        "Was born by the sea.": "active",
    }


def test_what_is_pinned_or_in_use_keeps_what_it_was_made_from(world, aged, as_owner):
    old = {"days": 400, "importance": 1}
    for text, more, days in (
        ("Had a moped.", {"pinned": True}, None),
        ("Had a canoe.", {}, 3),
        ("Had a kite.", {}, 300),
    ):
        told = aged(text, **old)
        between = aged(f"{text} Once.", derived_from=[told["id"]], **old)
        made = aged(f"{text} Twice.", derived_from=[between["id"]], **old, **more)
        if days:
            used(as_owner, made, days=days)
    tasks.retain_weekly()
    found = states(world.owner)
    assert {text for text, state in found.items() if state == "forgotten"} == {
        "Had a kite.",
        "Had a kite. Once.",
        "Had a kite. Twice.",
    }
    assert len(found) == 9


def test_a_persons_never_beats_the_rule(world, aged, as_owner):
    for ref in ("owner", "colleague"):
        aged("Had a moped.", days=400, importance=1, ref=ref)
    as_owner(Person).filter(id=world.owner.id).update(keep_unused=True)
    tasks.retain_weekly()
    assert states(world.owner) == {"Had a moped.": "active"}
    assert states(world.colleague) == {"Had a moped.": "forgotten"}


def test_it_can_be_undone_for_as_long_as_the_person_has_set(world, aged, as_owner):
    aged("Had a moped.", days=400, importance=1)
    as_owner(Person).update(undo_hours=7 * 24)
    tasks.retain_weekly()
    run = as_owner(ErasureRun).get()
    assert timedelta(days=6) < run.due_at - timezone.now() <= timedelta(days=7)
    with as_service_with(world.travel.service.id, world.owner.id):
        undo(ErasureRun.objects.owned_by(world.owner.id).get(), actor=SYSTEM)
    assert states(world.owner) == {"Had a moped.": "active"}


def test_restricted_data_is_kept(world, aged, as_owner):
    aged("Had a moped.", days=400, importance=1)
    as_owner(Person).update(restricted_at=timezone.now())
    tasks.retain_weekly()
    assert states(world.owner) == {"Had a moped.": "active"}


@pytest.mark.parametrize(
    "off",
    [
        {"using": False},
        {"memory_enabled": False},
        {"disconnected_at": timezone.now()},
    ],
)
def test_what_may_not_be_used_is_not_forgotten_for_being_unused(
    world, aged, as_owner, off
):
    aged("Had a moped.", days=400, importance=1)
    as_owner(Person).update(**off)
    tasks.retain_weekly()
    assert states(world.owner) == {"Had a moped.": "active"}


def test_what_its_person_has_paused_is_not_forgotten_for_being_unused(
    world, aged, as_owner
):
    written = aged("Had a moped.", days=400, importance=1)
    as_owner(Memory).filter(id=written["id"]).update(status="paused")
    tasks.retain_weekly()
    assert states(world.owner) == {"Had a moped.": "paused"}


def test_a_rule_that_is_off_takes_nothing(world, aged, as_owner):
    aged("Had a moped.", days=400, importance=1)
    as_owner(RetentionRule).filter(name="unused").update(enabled=False)
    tasks.retain_weekly()
    assert states(world.owner) == {"Had a moped.": "active"}


def test_each_forget_leaves_an_entry_with_its_rule(world, aged, as_owner, rule):
    aged("Had a moped.", days=400, importance=1)
    tasks.retain_weekly()
    entry = as_owner(AuditEntry).get(verb="memory.unused")
    run = as_owner(ErasureRun).get()
    assert entry.subject_ids == [run.id, rule("unused").id]
    assert entry.counts == {"memories": 1, "days": 90}
    assert (entry.actor_kind, entry.person_id) == ("system", world.owner.id)


def test_many_go_in_batches_each_one_thing_to_undo(world, aged, as_owner, settings):
    settings.ERASURE_BATCH = 2
    for number in range(5):
        aged(f"Had plan {number}.", days=400, importance=1)
    tasks.retain_weekly()
    assert set(states(world.owner).values()) == {"forgotten"}
    assert as_owner(ErasureRun).count() == 3


def test_a_rule_about_a_privacy_takes_that_privacy_alone(world, aged, as_owner):
    as_owner(RetentionRule).create(
        name="sensitive",
        about="memories",
        sensitivity="sensitive",
        days=30,
        schedule="nightly",
    )
    aged("Owes a friend some money.", days=31, sensitivity="sensitive")
    aged("Owes a friend a dinner.", days=31, sensitivity="personal")
    aged("Owes a friend an answer.", days=29, sensitivity="sensitive")
    tasks.retain_nightly()
    assert states(world.owner) == {
        "Owes a friend some money.": "forgotten",
        "Owes a friend a dinner.": "active",
        "Owes a friend an answer.": "active",
    }
    entry = as_owner(AuditEntry).get(verb="memory.outdated")
    assert entry.counts == {"memories": 1, "days": 30}
