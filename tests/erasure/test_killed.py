"""A handful of real kills in the normal suite: a process that carries an erasure out is ended
at any moment, and the next one goes on. ``tests/faults`` has many more."""

import os
import signal
import time

import pytest
from celery import Celery

from governance import ledger
from governance.models import AuditEntry, Certificate, ErasureItem, ErasureRun, Memory
from governance.residue import residue
from memoryhub.celery import app
from tests.erasure.test_replay_killed import environment, grow, left, started
from tests.faults.running import children, until

__all__ = ["environment"]

WORKER = "from memoryhub.embedded.children import worker; worker()"
CHILDREN = 2
URL = "/api/v1/people/owner/memories"
MANY = 400


@pytest.fixture
def impatient(environment):
    return {**environment, "MEMORYHUB_ERASURE_LEASE": "1"}


def test_a_child_of_the_worker_is_killed_again_and_again(world, impatient, as_owner):
    """Its parent lives: the message comes back, and another child goes on."""
    root = world.write("Likes tea.")
    grow(as_owner(Memory).get(), MANY)
    worker = started("shell", impatient, "--no-imports", "-c", WORKER)
    try:
        until(lambda: len(children(worker.pid)) == CHILDREN)
        run_id = world.travel.client().delete(f"{URL}/{root['id']}").json()["erasure"]
        for part in (0.9, 0.6, 0.3):
            ring("erase", run_id)
            kill_children(worker.pid, rows=MANY * part)
            as_owner(ErasureRun).update(lease_until=None)
        ring("erase", run_id)
        until(lambda: as_owner(Certificate).exists())
        assert worker.poll() is None
    finally:
        worker.terminate()
        worker.communicate(timeout=60)
    assert_done_once(as_owner, run_id)


def kill_children(parent, *, rows):
    until(lambda: left() <= rows)
    killed = children(parent)
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    until(lambda: not set(killed) & set(children(parent)))


def ring(task, about):
    """For real: the bell of the tests holds back what the application sends."""
    Celery.send_task(app, f"governance.tasks.{task}", args=[about])


def assert_done_once(as_owner, run_id):
    run = as_owner(ErasureRun).get()
    assert (str(run.id), run.state) == (run_id, "done")
    assert run.counts == run.plan["counts"]
    assert run.counts["memories"] == MANY + 1
    assert (left(), as_owner(ErasureItem).count()) == (0, 0)
    assert len(ledger.entries()) == 1
    assert as_owner(Certificate).count() == 1
    assert as_owner(AuditEntry).filter(verb="erasure.done").count() == 1
    assert list(residue("Likes tea.")) == []


def test_an_erasure_goes_on_whoever_is_killed_and_is_done_once(
    world, impatient, as_owner
):
    root = world.write("Likes tea.")
    grow(as_owner(Memory).get(), MANY)
    answer = world.travel.client().delete(f"{URL}/{root['id']}")
    run_id = answer.json()["erasure"]
    for part in (0.7, 0.3):
        killed = started("sweep", impatient)
        end = time.monotonic() + 60
        while left() > MANY * part and killed.poll() is None:
            assert time.monotonic() < end
            time.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        # What it was at is its own until its lease is over.
        as_owner(ErasureRun).update(lease_until=None)
    assert left() > 0

    last = started("sweep", impatient)
    out, err = last.communicate(timeout=120)
    assert last.returncode == 0, out + err
    assert_done_once(as_owner, run_id)
