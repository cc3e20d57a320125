"""The row is the queue: whatever is killed, a text is derived again, once."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from governance import tasks
from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.condensing import queue, waiting
from governance.condensing import rebuild as job
from governance.embedding import embed as real_embed
from governance.erasure import erase_memories
from governance.models import Memory, Person, Rebuild, Service
from tests.condensing.conftest import URL


class Killed(BaseException):
    """Stands for kill -9: nothing of ours catches it."""


@pytest.fixture
def queued(house, as_owner):
    """A correction whose erasure is done and whose summary waits in the queue."""
    house.correct(house.home, "Lives in Bergen since June.")
    name, args = house.bell.rung.pop(0)
    assert name == "erase"
    tasks.erase(*args)
    return as_owner(Rebuild).get().id


def lease_ends(as_owner):
    past = datetime.now(UTC) - timedelta(seconds=1)
    as_owner(Rebuild).update(lease_until=past)


def test_the_erasure_rings_when_it_is_done(house, queued):
    assert [("rebuild", [str(queued)])] == [
        each for each in house.bell.rung if each[0] == "rebuild"
    ]


def test_while_the_erasure_is_on_its_way_nothing_is_derived(house, as_owner):
    house.correct(house.home, "Lives in Bergen since June.")
    row = as_owner(Rebuild).get()
    assert waiting() == []
    assert job(row.id) is False
    house.bell.answer()
    assert len(house.again()) == 1


def test_the_same_message_delivered_three_times_makes_one_row(house, queued):
    for _ in range(3):
        tasks.rebuild(str(queued))
    assert len(house.again()) == 1


def test_a_row_whose_bell_was_never_rung_is_swept_up(house, queued):
    house.bell.rung.clear()
    tasks.sweep()
    assert len(house.again()) == 1


@pytest.mark.parametrize("where", ["extract", "embed", "write"])
def test_a_worker_killed_anywhere_is_followed_by_one_that_finishes(
    house, queued, as_owner, monkeypatch, where
):
    def kill(*args, **more):
        raise Killed

    monkeypatch.setattr(f"governance.condensing.afresh.{where}", kill)
    with pytest.raises(Killed):
        tasks.rebuild(str(queued))
    monkeypatch.undo()
    assert waiting() == []  # its lease still stands
    lease_ends(as_owner)
    assert waiting() == [queued]
    tasks.sweep()
    assert len(house.again()) == 1
    assert as_owner(Rebuild).count() == 0


def test_two_workers_cannot_hold_one_row(queued):
    assert queue.claim(queued) is not None
    assert queue.claim(queued) is None


def test_a_worker_that_wakes_up_late_can_change_nothing(house, queued, as_owner):
    late = queue.claim(queued)
    assert late is not None
    lease_ends(as_owner)
    again = queue.claim(queued)
    assert again is not None
    with pytest.raises(queue.LeaseLost), late.step():
        late.done()
    assert as_owner(Rebuild).count() == 1


def between_reading_and_writing(monkeypatch, deed):
    """Does something while the job embeds, outside any transaction."""
    done: list[bool] = []

    def embed(texts):
        if not done:
            done.append(True)
            deed()
        return real_embed(texts)

    monkeypatch.setattr("governance.condensing.afresh.embed", embed)


def test_a_source_erased_between_reading_and_writing_is_in_no_text(
    house, as_owner, monkeypatch
):
    boat = house.world.write("Owns a small boat.")
    house.derive("A sailor with tea.", house.home, house.tea, boat)
    house.erase(house.summary)
    house.bell.answer()
    house.correct(house.home, "Lives in Bergen since June.")
    between_reading_and_writing(monkeypatch, lambda: erase(house, boat))
    house.bell.answer()
    [fresh] = house.again()
    assert fresh.text == "Lives in Bergen since June. Likes green tea."
    assert as_owner(Memory).filter(text__contains="boat").count() == 0
    assert as_owner(Rebuild).count() == 0


def erase(house, memory):
    world = house.world
    with as_service_with(world.travel.service.id, world.owner.id):
        erase_memories(
            [UUID(memory["id"])],
            person_id=world.owner.id,
            service_id=world.travel.service.id,
            actor=SYSTEM,
        )


def test_a_source_corrected_between_reading_and_writing_says_the_newest(
    house, queued, monkeypatch
):
    between_reading_and_writing(
        monkeypatch, lambda: house.correct(house.tea, "Likes black coffee.")
    )
    tasks.rebuild(str(queued))
    assert house.again() == []
    house.bell.answer()
    [fresh] = house.again()
    assert fresh.text == "Lives in Bergen since June. Likes black coffee."


@pytest.mark.parametrize("state", ["paused", "quarantined", "superseded"])
def test_a_source_out_of_use_while_it_waits_feeds_nothing(
    house, queued, as_owner, state
):
    as_owner(Memory).filter(id=house.home["id"]).update(status=state)
    tasks.rebuild(str(queued))
    # What is left is one short memory, which says it itself.
    assert (house.again(), as_owner(Rebuild).count()) == ([], 0)


def test_a_source_that_ends_while_it_waits_feeds_nothing(house, queued, as_owner):
    past = datetime.now(UTC) - timedelta(seconds=1)
    as_owner(Memory).filter(id=house.home["id"]).update(expires_at=past)
    tasks.rebuild(str(queued))
    assert house.again() == []


def test_a_source_paused_between_reading_and_writing_feeds_nothing(
    house, queued, as_owner, monkeypatch
):
    home = as_owner(Memory).filter(id=house.home["id"])
    between_reading_and_writing(monkeypatch, lambda: home.update(status="paused"))
    tasks.rebuild(str(queued))
    house.bell.answer()
    assert house.again() == []


def test_the_last_source_erased_while_it_waits_leaves_nothing(house, queued, as_owner):
    house.erase(house.home, house.tea)
    house.bell.answer()
    assert house.texts() == []
    assert as_owner(Rebuild).count() == 0


def test_everything_of_the_service_erased_while_it_waits_leaves_nothing(
    house, queued, as_owner
):
    body = {"everything": True, "undo_hours": 0}
    assert house.client.post(f"{URL}/forget", body, format="json").status_code == 202
    house.bell.answer()
    assert (house.texts(), as_owner(Rebuild).count()) == ([], 0)


OFF: dict[str, dict[str, object]] = {
    "memory off": {"memory_enabled": False},
    "restricted": {"restricted_at": datetime(2026, 1, 1, tzinfo=UTC)},
    "temporary": {"temporary_until": datetime(2999, 1, 1, tzinfo=UTC)},
}


@pytest.mark.parametrize("how", OFF)
def test_while_memory_is_off_it_waits_and_is_derived_when_it_is_on(
    house, queued, as_owner, how
):
    me = as_owner(Person).filter(id=house.world.owner.id)
    before = {name: getattr(me.get(), name) for name in OFF[how]}
    me.update(**OFF[how])
    for _ in range(10):
        lease_ends(as_owner)
        tasks.sweep()
    assert house.again() == []
    assert as_owner(Rebuild).get().tries == 0
    me.update(**before)
    lease_ends(as_owner)
    tasks.sweep()
    assert len(house.again()) == 1


def test_while_the_service_is_paused_it_waits(house, queued, as_owner):
    service = as_owner(Service).filter(id=house.world.travel.service.id)
    service.update(paused_at=datetime(2026, 1, 1, tzinfo=UTC))
    tasks.sweep()
    assert (house.again(), as_owner(Rebuild).count()) == ([], 1)
    service.update(paused_at=None)
    lease_ends(as_owner)
    tasks.sweep()
    assert len(house.again()) == 1


def test_memory_switched_off_between_reading_and_writing_holds_at_once(
    house, queued, as_owner, monkeypatch
):
    me = as_owner(Person).filter(id=house.world.owner.id)
    between_reading_and_writing(monkeypatch, lambda: me.update(memory_enabled=False))
    tasks.rebuild(str(queued))
    assert (house.again(), as_owner(Rebuild).count()) == ([], 1)


def test_after_thirty_days_it_is_waited_for_no_longer(house, queued, as_owner):
    me = as_owner(Person).filter(id=house.world.owner.id)
    me.update(memory_enabled=False)
    old = datetime.now(UTC) - timedelta(days=30, seconds=1)
    as_owner(Rebuild).update(created_at=old)
    tasks.sweep()
    assert (house.again(), as_owner(Rebuild).count()) == ([], 0)


def test_one_that_fails_and_fails_asks_for_attention_and_stops_nobody(
    house, queued, as_owner, monkeypatch, caplog
):
    def fail(*args, **more):
        raise ValueError("Lives in Bergen")

    monkeypatch.setattr("governance.condensing.afresh.embed", fail)
    for _ in range(7):
        lease_ends(as_owner)
        tasks.sweep()
    row = as_owner(Rebuild).get()
    assert (row.tries, row.trouble) == (5, "ValueError")
    assert "Bergen" not in caplog.text
    monkeypatch.undo()
    lease_ends(as_owner)
    assert waiting() == []


def test_the_row_of_the_queue_says_nothing(queued, as_owner):
    [row] = as_owner(Rebuild).values()
    assert not {"Oslo", "Bergen", "tea"} & set(str(row).split())
