"""What the law keeps stays over a restore, and goes when it keeps it no longer."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import replay
from governance.holding import ground, lapse, place, release
from governance.models import Exception17, Hold, LedgerSeen, Memory
from tests.erasure.restoring import texts

pytestmark = pytest.mark.usefixtures("own_ledger")

NEXT_YEAR = timezone.now() + timedelta(days=365)
INVOICE = "Paid the invoice of May."


def hold(world, memory):
    with as_service_with(world.travel.service.id, world.owner.id):
        return place(
            memory["id"],
            ground(Exception17.OBLIGATION, "Books are kept for ten years.", NEXT_YEAR),
            person_id=world.owner.id,
            actor=SYSTEM,
        )


def end(world, held):
    with as_service_with(world.travel.service.id, world.owner.id):
        release(held.id, person_id=world.owner.id, actor=SYSTEM)


def erase_everything(world, bell):
    world.travel.client().delete("/api/v1/people/owner")
    bell.answer()


def test_a_hold_in_the_backup_does_not_stop_the_replay(world, backup, bell, as_owner):
    hold(world, world.write(INVOICE))
    world.write("Likes tea.")
    restore = backup()
    erase_everything(world, bell)
    restore()
    replay()
    assert texts(world) == [INVOICE]
    assert as_owner(Memory).get().held
    assert as_owner(LedgerSeen).get().replay_since is None


def test_a_hold_that_was_placed_since_keeps_what_the_law_wants(
    world, backup, bell, as_owner
):
    memory = world.write(INVOICE)
    world.write("Likes tea.")
    restore = backup()
    held = hold(world, memory)
    erase_everything(world, bell)
    restore()
    replay()
    assert texts(world) == [INVOICE]
    again = as_owner(Hold).get()
    assert (again.id, again.law, again.until) == (held.id, held.law, held.until)
    assert again.wanted_by is not None
    assert "ten years" not in again.reason  # the ledger has no text
    assert (
        world.travel.client().get("/api/v1/people/owner/memories").json()["results"]
        == []
    )


def test_a_hold_that_was_placed_since_restricts_without_an_erasure_too(
    world, backup, as_owner
):
    memory = world.write(INVOICE)
    restore = backup()
    hold(world, memory)
    restore()
    assert not as_owner(Memory).get().held
    assert replay().switches_thrown == 1
    assert as_owner(Memory).get().held


def test_what_was_held_and_let_go_since_goes_after_the_restore_as_well(
    world, backup, bell
):
    held = hold(world, world.write(INVOICE))
    restore = backup()
    erase_everything(world, bell)
    end(world, held)
    bell.answer()
    assert texts(world) == []
    restore()
    replay()
    lapse()
    bell.answer()
    assert texts(world) == []


def test_a_hold_that_came_and_went_since_is_nothing_to_a_replay(
    world, backup, bell, as_owner
):
    memory = world.write(INVOICE)
    restore = backup()
    end(world, hold(world, memory))
    restore()
    replay()
    assert texts(world) == [INVOICE]
    assert not as_owner(Memory).get().held
    assert not as_owner(Hold).exists()


def test_one_hold_after_another_of_one_memory_leaves_the_last(world, backup, as_owner):
    memory = world.write(INVOICE)
    first = hold(world, memory)
    restore = backup()
    end(world, first)
    second = hold(world, memory)
    restore()
    replay()
    standing = as_owner(Hold).filter(released_at=None)
    assert [each.id for each in standing] == [second.id]
    assert as_owner(Memory).get().held
