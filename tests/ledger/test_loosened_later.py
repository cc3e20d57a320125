"""What was loosened and could not be entered is loosened, is answered as that, and is entered
later: a restore does not throw again what its person had taken back."""

from contextlib import contextmanager
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import transaction

from governance import ledger, tasks
from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import ask, erase_whole, replay
from governance.models import Person, Unwanted
from memoryhub.backups import dump, put_back
from tests.erasure.restoring import OWNER, in_own_scope
from tests.ledger.disk import full
from tests.ledger.test_switches import HEALTH, is_on, switch, thrown

pytestmark = pytest.mark.usefixtures("static_files")


@pytest.fixture(autouse=True)
def own(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@contextmanager
def killed():
    """Whoever commits is gone before anything else is done."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction, "on_commit", lambda *_, **__: None)
        yield


either = pytest.mark.parametrize("trouble", [full, killed])


@either
def test_memory_that_was_switched_on_again_is_on_after_a_restore(
    world, tmp_path, trouble
):
    dump(OWNER, tmp_path / "backup")
    switch(world, on=False)
    with trouble():
        switch(world, on=True)
    assert is_on(world)
    assert thrown() == [("memory", True)]
    tasks.sweep()
    tasks.sweep()
    assert thrown() == [("memory", True), ("memory", False)]
    put_back(OWNER, tmp_path / "backup", replace=True)
    replay()
    assert is_on(world)


def test_a_consent_that_the_ledger_did_not_take_is_answered_as_given(world):
    client = world.travel.client()
    client.put(HEALTH)
    client.delete(HEALTH)
    with full():
        assert client.put(HEALTH).status_code == 200
        tasks.sweep()
    assert thrown() == [("consent", False), ("consent", True)]
    tasks.sweep()
    assert thrown()[2:] == [("consent", False)]


def test_what_was_thrown_again_before_is_not_entered_as_loosened(world, as_owner):
    switch(world, on=False)
    with killed():
        switch(world, on=True)
    switch(world, on=False)
    tasks.sweep()
    assert thrown() == [("memory", True), ("memory", True)]
    assert as_owner(Person).get(id=world.owner.id).loosened == []


def test_a_forget_that_was_taken_back_may_be_learnt_again_after_a_restore(
    world, tmp_path, as_owner
):
    tea = world.write("Likes tea.")
    dump(OWNER, tmp_path / "backup")
    run = forget_for_good(world, tea)
    with full():
        undone = world.travel.client().post(f"/api/v1/erasures/{run}/undo")
    assert undone.status_code == 200
    assert not as_owner(Unwanted).exists()
    tasks.sweep()
    put_back(OWNER, tmp_path / "backup", replace=True)
    replay()
    assert not as_owner(Unwanted).exists()


def forget_for_good(world, memory):
    with as_service_with(world.travel.service.id, world.owner.id):
        run = ask(
            [UUID(memory["id"])],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
            undo=timedelta(hours=1),
            dont_learn=True,
        )
    return run.id


def test_whoever_is_erased_as_a_whole_owes_nothing(world, bell, as_owner):
    switch(world, on=False)
    with killed():
        switch(world, on=True)
    in_own_scope(world, lambda who: erase_whole(who.id, who.service_id, actor=SYSTEM))
    tasks.sweep()
    bell.answer()
    assert [each["kind"] for each in ledger.entries()] == ["switch", "erasure"]
