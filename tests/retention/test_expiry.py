"""What has lived its time is deleted on beat, with what was made from it."""

from datetime import UTC, datetime, timedelta

from governance import tasks
from governance.models import (
    Derivation,
    ErasureRun,
    Memory,
    MemoryVersion,
    Receipt,
    Source,
)
from tests.world import memories_of

CHAT = {"type": "user_message"}


def test_an_expired_memory_goes_with_its_history_and_source(
    world, as_owner, time_is_over
):
    over = world.write("Parked on level three.", ttl_seconds=60)
    kept = world.write("Likes tea.", ttl_seconds=60)
    time_is_over(over)
    tasks.expire()
    assert [str(row.id) for row in memories_of(world.owner)] == [kept["id"]]
    for model in (MemoryVersion, Source, Derivation):
        assert as_owner(model).count() == 1
    assert as_owner(ErasureRun).count() == 0


def test_what_was_made_from_an_expired_memory_goes_too(
    world, bell, as_owner, time_is_over
):
    over = world.write("Parked on level three.")
    world.write("Drives to work.", derived_from=[over["id"]])
    time_is_over(over)
    tasks.expire()
    bell.answer()
    assert memories_of(world.owner) == []
    assert as_owner(ErasureRun).get().state == "done"


def test_people_do_not_wait_for_each_other(world, time_is_over):
    mine = world.write("Parked on level three.")
    theirs = world.write("Parked on level three.", ref="stranger", program=world.bank)
    time_is_over(mine, theirs)
    tasks.expire()
    assert memories_of(world.owner) == []
    assert memories_of(world.stranger) == []


def test_a_forgotten_row_expires_like_any_other(world, as_owner, time_is_over):
    over = world.write("Parked on level three.")
    as_owner(Memory).filter(id=over["id"]).update(status="forgotten")
    time_is_over(over)
    tasks.expire()
    assert memories_of(world.owner) == []


def test_old_receipts_go_and_the_id_then_answers_404(world, bell, as_owner):
    written = world.write("Likes tea.")
    url = f"/api/v1/people/owner/memories/{written['id']}"
    client = world.travel.client()
    client.delete(url)
    bell.answer()
    assert client.get(url).status_code == 410
    as_owner(Receipt).update(expires_at=datetime.now(UTC) - timedelta(seconds=1))
    assert client.get(url).status_code == 404
    tasks.retain_nightly()
    assert as_owner(Receipt).count() == 0
