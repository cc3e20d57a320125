"""A stopped erasure is set going again, and by staff in no other way."""

import pytest
from django.db import Error

from governance.access import as_staff
from governance.audit import Actor, ActorKind
from governance.erasure import NotStopped, retry
from governance.models import AuditEntry, ErasureRun, RunState
from tests.erasure.stopping import stopping
from tests.world import memories_of

STAFF = Actor(ActorKind.STAFF, None)


@pytest.fixture
def stopped(world, bell) -> ErasureRun:
    written = world.write("Likes tea.")
    with stopping():
        world.travel.client().delete(f"/api/v1/people/owner/memories/{written['id']}")
        bell.answer()
    run = run_now()
    assert run.state == RunState.NEEDS_ATTENTION
    return run


def run_now() -> ErasureRun:
    return ErasureRun.objects.using("owner").get()


def test_it_is_taken_up_at_once_and_ends(world, stopped, bell):
    with as_staff():
        retry(stopped, actor=STAFF)
    bell.answer()
    assert (run_now().state, run_now().trouble) == (RunState.DONE, "")
    assert memories_of(world.owner) == []
    assert AuditEntry.objects.using("owner").filter(verb="erasure.tried_again").exists()


def test_it_has_all_its_tries_again(stopped, bell, settings):
    settings.ERASURE_TRIES = 2
    with stopping(), as_staff():
        retry(stopped, actor=STAFF)
    with stopping():
        settings.ERASURE_TRIES = 2
        bell.answer()
    assert run_now().state != RunState.NEEDS_ATTENTION


def test_one_that_goes_on_or_has_ended_is_left_alone(stopped, bell):
    with as_staff():
        retry(stopped, actor=STAFF)
    with pytest.raises(NotStopped), as_staff():
        retry(stopped, actor=STAFF)
    bell.answer()
    with pytest.raises(NotStopped), as_staff():
        retry(stopped, actor=STAFF)


@pytest.mark.parametrize("change", [{"state": RunState.DONE}, {"tries": 0}])
def test_staff_change_a_stopped_run_in_no_other_way(stopped, change):
    with pytest.raises(Error), as_staff():
        ErasureRun.objects.filter(id=stopped.id).update(**change)
    assert run_now().state == RunState.NEEDS_ATTENTION
