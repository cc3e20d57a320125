"""A replay that meets a person who was erased whole since: it ends, and proves each run."""

import time
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from governance import tasks
from governance.access import as_service_with, find_or_make_person, make_account
from governance.audit import SYSTEM
from governance.choices import switch_memory
from governance.choices.closing import close_account
from governance.erasure import ask, ask_for_all, carry_out, erase_whole, replay
from governance.holding import ground, place, release
from governance.models import (
    Certificate,
    EraseScope,
    ErasureRun,
    Exception17,
    LedgerSeen,
    Person,
    RunState,
)
from tests.erasure.restoring import in_own_scope, texts

pytestmark = pytest.mark.usefixtures("own_ledger")

SHORT, LONG = timedelta(seconds=1), timedelta(days=1)


def forget(world, memory, undo, scope=EraseScope.MEMORIES):
    whose = (world.owner.id, world.travel.service.id)
    with as_service_with(world.travel.service.id, world.owner.id):
        if scope == EraseScope.SERVICE_PART:
            return ask_for_all(*whose, actor=SYSTEM, undo=undo)
        return ask(
            [UUID(memory["id"])],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
            undo=undo,
        )


def erase_person(world, bell):
    with as_service_with(world.travel.service.id, world.owner.id):
        run = erase_whole(world.owner.id, world.travel.service.id, actor=SYSTEM)
    bell.answer()
    return run


def is_over(world, as_owner):
    """Nobody is left, every run has ended with a certificate, and the site is open."""
    assert texts(world) == []
    assert not as_owner(Person).filter(id=world.owner.id).exists()
    runs = as_owner(ErasureRun)
    assert set(runs.values_list("state", flat=True)) == {RunState.DONE}
    proved = set(as_owner(Certificate).values_list("run_id", flat=True))
    assert proved == set(runs.values_list("id", flat=True))
    assert LedgerSeen.objects.get().replay_since is None


@pytest.mark.parametrize("scope", [EraseScope.MEMORIES, EraseScope.SERVICE_PART])
@pytest.mark.parametrize("undo", [SHORT, LONG], ids=["over", "still"])
@pytest.mark.parametrize("before", [True, False], ids=["forgotten", "told"])
def test_a_forget_and_then_the_whole_person(
    world, backup, bell, as_owner, before, undo, scope
):
    """Whether the forget was in the backup, and whether its undo is over by now."""
    tea = world.write("Likes tea.")
    run = forget(world, tea, undo, scope) if before else None
    restore = backup()
    run = run or forget(world, tea, undo, scope)
    whole = erase_person(world, bell)
    restore()
    time.sleep(SHORT.total_seconds())
    replay()
    is_over(world, as_owner)
    assert as_owner(ErasureRun).get(id=run.id).counts["memories"] == 1
    assert as_owner(ErasureRun).get(id=whole.id).counts["person"] == 1


@pytest.mark.parametrize("before", [True, False], ids=["forgotten", "told"])
def test_a_forget_and_then_the_account_closed(world, backup, bell, as_owner, before):
    account = make_account("owner@example.org", "correct horse battery")
    as_owner(Person).filter(id=world.owner.id).update(account=account)
    tea = world.write("Likes tea.")
    run = forget(world, tea, LONG) if before else None
    restore = backup()
    run = run or forget(world, tea, LONG)
    close_account(account)
    bell.answer()
    restore()
    replay()
    is_over(world, as_owner)
    assert as_owner(ErasureRun).get(id=run.id).counts["memories"] == 1


def test_a_hold_that_came_and_went_since_makes_two_runs_of_one_person(
    world, backup, bell, as_owner
):
    invoice = world.write("Paid the invoice of May.")
    restore = backup()
    until = timezone.now() + timedelta(days=365)
    why = ground(Exception17.OBLIGATION, "Books are kept for ten years.", until)
    with as_service_with(world.travel.service.id, world.owner.id):
        held = place(invoice["id"], why, person_id=world.owner.id, actor=SYSTEM)
    erase_person(world, bell)
    with as_service_with(world.travel.service.id, world.owner.id):
        release(held.id, person_id=world.owner.id, actor=SYSTEM)
    bell.answer()
    assert as_owner(ErasureRun).filter(scope=EraseScope.WHOLE_PERSON).count() == 2
    restore()
    replay()
    is_over(world, as_owner)


@pytest.mark.parametrize("scope", [EraseScope.MEMORIES, EraseScope.SERVICE_PART])
def test_a_run_whose_person_is_gone_already_ends_with_nothing_left(
    world, bell, as_owner, scope
):
    """As one that an earlier version had left behind, waiting for attention."""
    tea = world.write("Likes tea.")
    erase_person(world, bell)
    run = as_owner(ErasureRun).create(
        person_id=world.owner.id,
        service_id=world.travel.service.id,
        asked_by="service",
        scope=scope,
        root_ids=[UUID(tea["id"])],
        plan={"memories": 1, "sources": 1, "counts": {}},
    )
    assert carry_out(run.id)
    bell.answer()
    tasks.sweep()
    is_over(world, as_owner)
    left = as_owner(ErasureRun).get(id=run.id)
    assert set(left.plan["counts"].values()) == {0}
    assert set(left.verification.values()) == {0}


def test_a_switch_of_somebody_who_was_erased_whole_since_is_not_asked_for(
    world, backup, bell, as_owner
):
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    erase_person(world, bell)
    restore()
    replay()
    is_over(world, as_owner)


def test_a_switch_of_somebody_else_is_still_asked_for(world, backup, bell, as_owner):
    restore = backup()
    in_own_scope(world, lambda who: switch_memory(who, on=False, actor=SYSTEM))
    colleague = find_or_make_person(world.travel.service.id, "colleague")
    with as_service_with(world.travel.service.id, colleague.id):
        switch_memory(Person.objects.get(id=colleague.id), on=False, actor=SYSTEM)
    erase_person(world, bell)
    restore()
    replay()
    is_over(world, as_owner)
    assert not as_owner(Person).get(id=colleague.id).memory_enabled
