"""Every night it is counted whether an edge has lost an end without a receipt."""

import pytest

from governance import tasks
from governance.models import AuditEntry, Derivation, Memory, MemoryVersion, Source


@pytest.fixture
def found(as_owner):
    def check():
        tasks.check_edges()
        entries = as_owner(AuditEntry).filter(verb="provenance.checked")
        return entries.latest("created_at").counts

    return check


WHOLE = {"made": 0, "origin": 0}


def test_a_world_in_use_has_none(world, bell, found, time_is_over):
    first = world.write("Drives to work.", ttl_seconds=3_600)
    made = world.write("Parks on level three.", derived_from=[first["id"]])
    world.write("Parks under the roof.", derived_from=[made["id"], first["id"]])
    assert found() == WHOLE
    client = world.travel.client()
    client.delete(f"/api/v1/people/owner/memories/{made['id']}")
    assert found() == WHOLE
    bell.answer()
    assert found() == WHOLE
    time_is_over(first)
    tasks.expire()
    bell.answer()
    assert found() == WHOLE


def test_a_memory_that_was_deleted_past_its_erasure_is_found(
    world, found, as_owner, caplog
):
    world.write("Drives to work.")
    as_owner(MemoryVersion).all().delete()
    as_owner(Memory)._raw_delete("owner")
    assert found() == {"made": 1, "origin": 0}
    assert "1 edges have lost their memory" in caplog.text


def test_an_origin_that_was_deleted_past_its_erasure_is_found(world, found, as_owner):
    first = world.write("Drives to work.")
    world.write("Parks on level three.", derived_from=[first["id"]])
    as_owner(MemoryVersion).filter(memory_id=first["id"]).delete()
    as_owner(Derivation).filter(made_id=first["id"]).delete()
    as_owner(Memory).filter(id=first["id"])._raw_delete("owner")
    assert as_owner(Source).count() == 2
    assert found() == {"made": 0, "origin": 1}
