"""The audit record is append-only, and its chain tells where it was changed."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import DatabaseError

from governance import tasks
from governance.access import as_staff, as_sweeper
from governance.audit import (
    SYSTEM,
    Break,
    record,
    seal_new_entries,
    unsealed,
    verify_chain,
)
from governance.models import AuditEntry, AuditSeal
from memoryhub.celery import app
from memoryhub.schedule import SCHEDULE


@pytest.fixture
def sealed(database):
    with as_staff():
        for number in range(4):
            record(f"test.{number}", SYSTEM, subjects=[uuid4()], counts={"n": number})
    tasks.seal()


def chain():
    with as_sweeper():
        return verify_chain()


def test_a_whole_chain_verifies_to_its_head(sealed):
    assert chain().number == 4


def test_sealing_again_adds_nothing(sealed):
    with as_sweeper():
        assert seal_new_entries() == 0
    assert chain().number == 4


def test_new_entries_follow_the_head(sealed):
    with as_staff():
        record("test.later", SYSTEM)
    tasks.seal()
    assert chain().number == 5


def test_a_changed_entry_breaks_the_chain_there(sealed, as_owner):
    as_owner(AuditEntry).filter(verb="test.2").update(counts={"n": 99})
    assert chain() == Break(3, "its entry was changed")


def test_a_missing_link_breaks_the_chain_there(sealed, as_owner):
    as_owner(AuditSeal).filter(number=2).delete()
    assert chain() == Break(3, "link 2 is missing")


@pytest.mark.parametrize("model", [AuditEntry, AuditSeal])
def test_the_runtime_login_can_neither_change_nor_delete_it(sealed, model):
    rows = model.objects.all()
    with pytest.raises(DatabaseError), as_sweeper():
        rows._raw_delete("default")
    with pytest.raises(DatabaseError), as_sweeper():
        rows.update(**{"verb" if model is AuditEntry else "hash": b"x"})


def test_an_entry_that_waits_too_long_is_an_alarm(database):
    with as_staff():
        record("test.waits", SYSTEM)
    with as_sweeper():
        assert unsealed() == 0
        assert unsealed(older_than=timedelta(0)) == 1


def test_every_step_of_a_memorys_life_is_entered_without_a_word_of_it(
    world, bell, as_owner
):
    written = world.write("Likes marzipan.")
    world.write("Likes marzipan.")
    url = f"/api/v1/people/owner/memories/{written['id']}"
    world.travel.client().delete(url)
    bell.answer()
    entries = as_owner(AuditEntry).filter(person_id=world.owner.id)
    assert [entry.verb for entry in entries.order_by("created_at")] == [
        "memory.remembered",
        "memory.refreshed",
        "erasure.asked",
        "erasure.done",
        "certificate.issued",
    ]
    everything = str(list(as_owner(AuditEntry).values_list()))
    assert "marzipan" not in everything
    assert "owner" not in everything


def test_by_night_a_break_is_an_alarm_in_the_log(sealed, as_owner, caplog):
    as_owner(AuditEntry).filter(verb="test.2").update(counts={"n": 99})
    tasks.verify_audit()
    [alarm] = [each for each in caplog.records if each.levelname == "ERROR"]
    assert "breaks at 3: its entry was changed" in alarm.getMessage()


def test_by_night_a_whole_chain_raises_no_alarm(sealed, caplog):
    tasks.verify_audit()
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


def test_beat_knows_every_task_it_rings_for():
    rung = {each["task"] for each in SCHEDULE.values()}
    assert rung <= set(app.tasks)
    assert "governance.tasks.verify_audit" in rung
