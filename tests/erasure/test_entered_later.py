"""What could not be entered in the ledger when it was done is entered later: a restore
knows of every erasure that was asked for, and of every forget that was taken back."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections, transaction
from django.utils import timezone

from governance import ledger, tasks
from governance.erasure import entering, replay
from governance.models import AuditEntry, ErasureRun, RunState
from tests.erasure.restoring import texts
from tests.ledger.disk import full
from tests.world import memories_of

pytestmark = pytest.mark.usefixtures("own_ledger")


@contextmanager
def killed():
    """Whoever commits is gone before the entry is written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entering, "enter_now", lambda *_: None)
        yield


either = pytest.mark.parametrize("trouble", [full, killed])


def forget(world, memory, hours=24):
    answer = world.travel.client().post(
        "/api/v1/people/owner/forget",
        {"ids": [memory["id"]], "undo_hours": hours},
        format="json",
    )
    assert answer.status_code == 202, answer.json()
    return answer.json()["erasure"]


def undo(world, run):
    return world.travel.client().post(f"/api/v1/erasures/{run}/undo")


def entered():
    return [(each["kind"], each["run"]) for each in ledger.entries()]


def states(world):
    return [row.status for row in memories_of(world.owner)]


@either
def test_a_forget_that_could_not_be_entered_is_not_lost_by_a_restore(
    world, backup, bell, trouble
):
    tea = world.write("Likes tea.")
    restore = backup()
    with trouble():
        run = forget(world, tea)
    assert entered() == []
    tasks.sweep()
    assert entered() == [("erasure", run)]
    restore()
    replay()
    assert states(world) == ["forgotten"]
    assert world.travel.client().get(f"/api/v1/erasures/{run}").status_code == 200


# The entry is the first deed after the commit: the process is killed instead.
KILLED_AFTER_THE_COMMIT = """
import os, runpy, signal, sys
from django.db.backends.base.base import BaseDatabaseWrapper

def killed(self):
    if any("enter_soon" in each[1].__qualname__ for each in self.run_on_commit):
        os.kill(os.getpid(), signal.SIGKILL)

BaseDatabaseWrapper.run_and_clear_commit_hooks = killed
sys.argv = ["manage.py", "erase", "--person", "owner", "--all"]
runpy.run_path("manage.py", run_name="__main__")
"""


def test_a_process_that_is_killed_after_the_commit_loses_nothing(
    world, backup, bell, settings, as_owner
):
    world.write("Likes tea.")
    restore = backup()
    dead = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-c", KILLED_AFTER_THE_COMMIT],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"MEMORYHUB_LEDGER": str(settings.LEDGER_DIR)},
        check=False,
        timeout=120,
    )
    assert dead.returncode == -signal.SIGKILL
    run = as_owner(ErasureRun).get()
    assert (run.ledger_at, entered()) == (None, [])
    as_owner(ErasureRun).update(due_at=timezone.now() + timedelta(hours=1))
    tasks.sweep()
    assert entered() == [("erasure", str(run.id))]
    restore()
    replay()
    assert states(world) == ["forgotten"]  # and goes when it is due


def test_an_erasure_that_waits_for_somebody_is_entered_all_the_same(
    world, backup, bell, as_owner, settings
):
    settings.ERASURE_TRIES = 1
    tea = world.write("Likes tea.")
    restore = backup()
    with full():
        run = forget(world, tea, hours=0)
        bell.answer()
    assert as_owner(ErasureRun).get().state == RunState.NEEDS_ATTENTION
    tasks.sweep()
    assert entered() == [("erasure", run)]
    restore()
    replay()
    assert texts(world) == []


def test_it_is_entered_once_by_however_many(world, bell, as_owner):
    forget(world, world.write("Likes tea."))
    with killed():
        forget(world, world.write("Likes rain."))
    tasks.sweep()
    tasks.sweep()
    call_command("sweep")
    assert len(entered()) == 2
    assert not as_owner(ErasureRun).filter(ledger_at=None).exists()


def test_one_that_cannot_be_entered_holds_up_no_other(world, bell, as_owner):
    with killed():
        broken = forget(world, world.write("Likes tea."))
        run = forget(world, world.write("Likes rain."))
    as_owner(ErasureRun).filter(id=broken).update(plan={})
    tasks.sweep()
    assert entered() == [("erasure", run)]


def test_a_ledger_that_is_still_full_stops_no_other_work(world, bell):
    with full():
        forget(world, world.write("Likes tea."))
        tasks.sweep()
    assert entered() == []
    tasks.sweep()
    assert len(entered()) == 1


@either
def test_an_undo_that_could_not_be_entered_is_an_undo_and_outlives_a_restore(
    world, backup, bell, as_owner, trouble
):
    run = forget(world, world.write("Likes tea."))
    restore = backup()
    with trouble():
        answer = undo(world, run)
    assert (answer.status_code, answer.json()["state"]) == (200, "undone")
    assert states(world) == ["active"]
    tasks.sweep()
    tasks.sweep()
    assert entered() == [("erasure", run), ("undone", run)]
    restore()
    as_owner(ErasureRun).update(due_at=timezone.now() - timedelta(hours=1))
    replay()
    tasks.sweep()
    assert states(world) == ["active"]
    assert len(entered()) == 2


@either
def test_a_forget_that_was_undone_before_its_entry_is_not_done_after_a_restore(
    world, backup, bell, as_owner, trouble
):
    tea = world.write("Likes tea.")
    with trouble():
        run = forget(world, tea)
        restore = backup()
        assert undo(world, run).status_code == 200
    tasks.sweep()
    tasks.sweep()
    assert entered() == [("undone", run)]  # nothing after it asks for the erasure
    restore()
    as_owner(ErasureRun).update(due_at=timezone.now() - timedelta(hours=1))
    replay()
    tasks.sweep()
    assert states(world) == ["active"]


def test_what_was_undone_is_undone_however_often_it_is_asked_for(world, bell, as_owner):
    run = forget(world, world.write("Likes tea."))
    with full():
        assert undo(world, run).status_code == 200
    again = undo(world, run)
    assert (again.status_code, again.json()["state"]) == (200, "undone")
    as_owner(ErasureRun).update(due_at=timezone.now() - timedelta(hours=1))
    assert undo(world, run).status_code == 200
    assert entered() == [("erasure", run), ("undone", run)]
    assert as_owner(AuditEntry).filter(verb="erasure.undone").count() == 1


def test_an_undo_whose_entry_was_written_before_a_crash_is_not_entered_twice(
    world, bell, as_owner
):
    run = forget(world, world.write("Likes tea."))
    with killed():
        undo(world, run)
    with transaction.atomic():
        ledger.enter({"kind": "undone", "run": run})
        transaction.set_rollback(True)
    ledger.forget()
    tasks.sweep()
    assert entered() == [("erasure", run), ("undone", run)]
    assert as_owner(ErasureRun).get().undone_entered_at is not None


def test_an_undo_during_the_entry_is_entered_after_it(world, bell, monkeypatch):
    tea = world.write("Likes tea.")
    with killed():
        run = forget(world, tea)
    entering_it, may_go_on = threading.Event(), threading.Event()
    facts = entering._facts

    def slow(row):
        entering_it.set()
        assert may_go_on.wait(10)
        return facts(row)

    monkeypatch.setattr(entering, "_facts", slow)
    with ThreadPoolExecutor(2) as pool:
        swept = pool.submit(closing, tasks.sweep)
        assert entering_it.wait(10)
        undone = pool.submit(closing, undo, world, run)
        time.sleep(0.3)
        assert not undone.done()
        may_go_on.set()
        swept.result(10)
        assert undone.result(10).status_code == 200
    assert entered() == [("erasure", run), ("undone", run)]


def closing(deed, *given):
    """In a thread of its own, with a connection of its own."""
    try:
        return deed(*given)
    finally:
        connections.close_all()


def test_an_erasure_that_has_begun_cannot_be_undone(world, bell):
    run = forget(world, world.write("Likes tea."), hours=0)
    assert undo(world, run).status_code == 410
    bell.answer()
    assert undo(world, run).status_code == 410
