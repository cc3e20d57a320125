"""The file that answered a request is a copy: an erasure is not done while it is there."""

from pathlib import Path

import pytest

from governance import tasks
from governance.access import package_path
from governance.models import Certificate, ErasureRun
from tests.bell import Bell
from tests.requests.packages.making import Making
from tests.world import World

URL = "/api/v1/people/owner/memories"


@pytest.fixture
def made(world: World, bell: Bell) -> Path:
    """The file of a ready package about the owner."""
    world.write("Has a blue bicycle.")
    package = Making(world, bell).make()
    path = package_path(package.id, package.fence)
    assert path.exists()
    return path


def erase(world: World) -> None:
    memory = world.write("Likes tea.")
    world.travel.client().delete(f"{URL}/{memory['id']}")


def the_run() -> ErasureRun:
    return ErasureRun.objects.using("owner").get()


def test_its_file_is_gone_when_the_erasure_is_done(
    world: World, bell: Bell, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.packages, "sweep", lambda: None)  # type: ignore[attr-defined]
    erase(world)
    bell.answer()
    assert the_run().state == "done"
    assert not made.exists()
    signed = Certificate.objects.using("owner").get().signed
    assert "files that had been made to answer requests" in signed


def test_a_file_that_cannot_be_deleted_keeps_it_from_being_done(
    world: World, bell: Bell, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as stuck:
        stuck.setattr(Path, "unlink", lambda self, missing_ok=False: None)
        erase(world)
        bell.answer()
        assert the_run().state == "verifying"
        assert the_run().trouble == "StillThere"
    ErasureRun.objects.using("owner").update(lease_until=None)
    tasks.sweep()
    assert the_run().state == "done"
    assert not made.exists()
