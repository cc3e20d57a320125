"""What has expired goes by set, whosever it is; what needs care goes person by person."""

import threading
import uuid

import pytest
from django.db import connection
from django.utils import timezone

from governance import tasks
from governance.access import as_service_with, as_staff, as_sweeper, lock_for_writing
from governance.erasure import erase_alone
from governance.models import (
    AuditEntry,
    Derivation,
    ErasureRun,
    Memory,
    MemoryVersion,
    Person,
    Receipt,
    Source,
)
from governance.retention import by_set, expiry
from tests.world import memories_of

CHAT = {"type": "user_message", "ref": "message-1"}


def texts(person):
    return {row.text for row in memories_of(person)}


@pytest.fixture
def by_set_alone(monkeypatch):
    """The way person by person is shut."""
    monkeypatch.setattr(expiry, "_one_by_one", lambda rule: 0)


@pytest.fixture
def not_by_set(monkeypatch):
    """The way by set is shut."""
    monkeypatch.setattr(expiry, "_by_set", lambda rule: by_set.Taken())


def test_everybodys_expired_rows_go_with_all_that_was_theirs(
    world, by_set_alone, time_is_over, as_owner
):
    mine = world.write("Parked on level three.")
    theirs = world.write("Parked on level four.", ref="stranger", program=world.bank)
    world.write("Likes tea.")
    time_is_over(mine, theirs)
    tasks.expire()
    assert texts(world.owner) == {"Likes tea."}
    assert texts(world.stranger) == set()
    for model in (MemoryVersion, Source, Derivation):
        assert as_owner(model).count() == 1
    assert as_owner(Receipt).count() == 0


def test_each_person_has_an_entry_with_the_rule_and_every_id(
    world, by_set_alone, time_is_over, as_owner, rule
):
    mine = [world.write(f"Parked on level {number}.") for number in (3, 4)]
    theirs = world.write("Parked on level five.", ref="colleague")
    time_is_over(*mine, theirs)
    tasks.expire()
    entry = as_owner(AuditEntry).get(verb="memory.expired", person_id=world.owner.id)
    *ids, by = entry.subject_ids
    assert by == rule("expired").id
    assert set(map(str, ids)) == {each["id"] for each in mine}
    assert entry.counts == {"memories": 2}
    assert (entry.actor_kind, entry.service_id) == ("system", world.travel.service.id)
    assert as_owner(AuditEntry).filter(verb="memory.expired").count() == 2


def test_a_source_stays_while_another_memory_stands_on_it(
    world, by_set_alone, time_is_over, as_owner
):
    over = world.write("Parked on level three.", source=CHAT)
    world.write("Likes tea.", source=CHAT)
    before = as_owner(Source).count()
    time_is_over(over)
    tasks.expire()
    assert texts(world.owner) == {"Likes tea."}
    left = as_owner(Memory).get()
    assert as_owner(Source).filter(id=left.source_id).exists()
    assert as_owner(Source).count() <= before


def test_what_something_was_made_from_is_not_taken_by_set(
    world, by_set_alone, time_is_over
):
    over = world.write("Parked on level three.")
    world.write("Drives to work.", derived_from=[over["id"]])
    time_is_over(over)
    tasks.expire()
    assert "Parked on level three." in texts(world.owner)


def test_a_person_for_whom_a_run_is_on_its_way_is_left_to_the_other_way(
    world, by_set_alone, time_is_over
):
    over = world.write("Parked on level three.")
    other = world.write("Likes tea.")
    world.travel.client().delete(f"/api/v1/people/owner/memories/{other['id']}")
    time_is_over(over)
    tasks.expire()
    assert "Parked on level three." in texts(world.owner)


def test_what_a_run_is_erasing_already_is_left_to_it(world, time_is_over, as_owner):
    going = world.write("Parked on level three.")
    world.travel.client().delete(f"/api/v1/people/owner/memories/{going['id']}")
    time_is_over(going)
    tasks.expire()
    assert texts(world.owner) == {"Parked on level three."}
    assert not as_owner(AuditEntry).filter(verb="memory.expired").exists()
    assert as_owner(ErasureRun).count() == 1


@pytest.mark.parametrize("way", ["by_set_alone", "not_by_set"])
def test_restricted_data_is_not_touched(world, time_is_over, as_owner, request, way):
    request.getfixturevalue(way)
    over = world.write("Parked on level three.")
    time_is_over(over)
    as_owner(Person).update(restricted_at=timezone.now())
    tasks.expire()
    assert texts(world.owner) == {"Parked on level three."}


@pytest.mark.parametrize("way", ["by_set_alone", "not_by_set"])
def test_nobody_waits_for_a_person_who_is_being_written_for(
    world, time_is_over, request, way
):
    request.getfixturevalue(way)
    mine = world.write("Parked on level three.")
    theirs = world.write("Parked on level four.", ref="stranger", program=world.bank)
    time_is_over(mine, theirs)
    locked, release = threading.Event(), threading.Event()

    def write():
        try:
            with as_service_with(world.travel.service.id, world.owner.id):
                lock_for_writing(world.owner.id)
                locked.set()
                release.wait(10)
        finally:
            connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert locked.wait(10)
        tasks.expire()
        assert texts(world.stranger) == set()
        assert texts(world.owner) == {"Parked on level three."}
    finally:
        release.set()
        writer.join()
    tasks.expire()
    assert texts(world.owner) == set()


def test_many_go_in_batches(world, by_set_alone, time_is_over, settings, as_owner):
    settings.ERASURE_BATCH = 2
    written = [world.write(f"Parked on level {number}.") for number in range(5)]
    time_is_over(*written)
    tasks.expire()
    assert texts(world.owner) == set()
    assert as_owner(AuditEntry).filter(verb="memory.expired").count() == 3


def test_where_the_way_by_set_fails_they_go_person_by_person(
    world, time_is_over, monkeypatch, caplog
):
    over = world.write("Parked on level three.")
    time_is_over(over)
    monkeypatch.setattr(by_set, "EXPIRE", "SELECT 1 / 0, %s, %s, %s")
    tasks.expire()
    assert texts(world.owner) == set()
    assert "could not be deleted by set" in caplog.text
    assert "Parked" not in caplog.text


def test_one_persons_trouble_does_not_stop_the_others(
    world, not_by_set, time_is_over, monkeypatch, caplog
):
    mine = world.write("Parked on level three.")
    theirs = world.write("Parked on level four.", ref="colleague")
    time_is_over(mine, theirs)

    def broken(ids, *, person_id, service_id):
        if person_id == world.owner.id:
            raise RuntimeError("no")
        return erase_alone(ids, person_id=person_id, service_id=service_id)

    monkeypatch.setattr(expiry, "erase_alone", broken)
    tasks.expire()
    assert texts(world.owner) == {"Parked on level three."}
    assert texts(world.colleague) == set()
    assert "could not be deleted" in caplog.text


def test_both_ways_leave_the_same_behind(
    world, time_is_over, as_owner, monkeypatch, rule
):
    """By set and by the stores: what is left of the same world is equal."""
    left = []
    nothing = {"_by_set": by_set.Taken(), "_one_by_one": 0}
    for way, done in nothing.items():
        with monkeypatch.context() as patched:
            patched.setattr(expiry, way, lambda rule, done=done: done)
            over = [
                world.write("Parked on level three.", source=CHAT),
                world.write("Uses miles.", key="preference:units"),
            ]
            world.write("Likes tea.", source=CHAT)
            time_is_over(*over)
            tasks.expire()
        left.append(
            {
                model.__name__: as_owner(model).count()
                for model in (Memory, MemoryVersion, Source, Derivation)
            }
        )
    assert left[0] == left[1]


def test_only_the_sweep_can_have_it_done(world, time_is_over):
    time_is_over(world.write("Parked on level three."))
    for scope in (
        lambda: as_service_with(world.travel.service.id, world.owner.id),
        as_staff,
    ):
        with scope(), connection.cursor() as cursor:
            cursor.execute(by_set.EXPIRE, [[world.owner.id], 10, uuid.uuid4()])
            assert cursor.fetchone() == (0,)
    assert texts(world.owner) == {"Parked on level three."}


def test_the_sweep_itself_deletes_no_memory_past_the_function(world, time_is_over):
    time_is_over(world.write("Parked on level three."))
    with as_sweeper(), connection.cursor() as cursor:
        for table in ("memory", "memory_version", "source", "derivation"):
            cursor.execute(f"DELETE FROM {table}")
            assert cursor.rowcount == 0
    assert texts(world.owner) == {"Parked on level three."}
