"""When a memory was last used: what an agent read for its work, once an hour."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance.models import Memory
from tests.web.people import People, as_, words
from tests.world import World

WINE = "Prefers white wine to red."


@pytest.fixture
def memory_id(world: World) -> str:
    return str(world.write(WINE)["id"])


def _row(memory_id: str) -> Memory:
    return Memory.objects.using("owner").get(id=memory_id)


def _read(world: World, path: str) -> None:
    answer = world.travel.client().get(f"/api/v1/people/owner/memories{path}")
    assert answer.status_code == 200


def test_what_nobody_read_was_never_used(world: World, memory_id: str) -> None:
    assert (_row(memory_id).last_used_at, _row(memory_id).use_count) == (None, 0)


@pytest.mark.parametrize("path", ["", "?q=wine", "/{}"])
def test_a_read_for_work_is_a_use(world: World, memory_id: str, path: str) -> None:
    before = timezone.now() - timedelta(seconds=5)
    _read(world, path.format(memory_id))
    used = _row(memory_id)
    assert used.last_used_at is not None
    assert used.last_used_at > before
    assert (used.use_count, used.version) == (1, 1)


def test_within_one_hour_it_counts_once(world: World, memory_id: str) -> None:
    _read(world, "")
    first = _row(memory_id).last_used_at
    _read(world, "")
    assert (_row(memory_id).last_used_at, _row(memory_id).use_count) == (first, 1)
    Memory.objects.using("owner").filter(id=memory_id).update(
        last_used_at=timezone.now() - timedelta(minutes=61)
    )
    _read(world, "")
    assert _row(memory_id).use_count == 2


def test_an_export_and_a_read_by_its_person_are_no_use(
    people: People, memory_id: str
) -> None:
    assert WINE in words(as_(people.owner).get("/me/"))
    answer = people.world.travel.client().get("/api/v1/people/owner/export")
    assert answer.status_code == 200
    b"".join(answer)
    assert _row(memory_id).use_count == 0


def test_the_page_says_when_and_what_is_unused(people: People, memory_id: str) -> None:
    assert "Not used yet" in words(as_(people.owner).get("/me/"))
    _read(people.world, "")
    page = words(as_(people.owner).get("/me/"))
    assert "Not used yet" not in page
    assert "(just now)" in page
