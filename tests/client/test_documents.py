"""A service's memories of a person, out as JSON and in again."""

import json

import pytest

from governance.porting import document
from memoryhub.client import Imported, Invalid, NewMemory, Source
from tests.client.faults import breaks
from tests.world import memories_of

CHAT = Source("user_message", ref="m-1", conversation="vienna")


@pytest.fixture
def told(hub):
    items = [NewMemory(f"Fact {n} about bread.", CHAT) for n in range(5)]
    return list(hub.remember_many("owner", items))


@pytest.mark.usefixtures("told")
def test_what_is_exported_is_imported_for_another_person(hub, world):
    [part] = hub.export("owner")
    kept = json.loads(json.dumps(part))
    taken = hub.import_part("colleague", kept)
    assert all(isinstance(each, Imported) for each in taken)
    assert [each.status for each in taken] == [201] * 5
    texts = {row.text for row in memories_of(world.colleague)}
    assert texts == {row.text for row in memories_of(world.owner)}


@pytest.mark.usefixtures("told")
def test_an_export_goes_through_every_part(shaky, line, monkeypatch):
    monkeypatch.setattr("governance.api.porting.LARGEST_PART", 2)
    parts = list(shaky.export("owner", purpose="assist"))
    assert [len(part["memories"]) for part in parts] == [2, 2, 1]
    first = shaky.export_part("owner")
    assert first.document["memories"] == parts[0]["memories"]
    second = shaky.export_part("owner", cursor=first.next)
    assert second.document["memories"] == parts[1]["memories"]
    assert len(line.sent) == 5


def test_an_import_whose_answer_is_lost_makes_nothing_twice(shaky, line, told, world):
    part = shaky.export_part("owner").document
    line.after = [breaks]
    taken = shaky.import_part("colleague", part)
    assert [each.status for each in taken] == [200] * len(told)
    assert len(memories_of(world.colleague)) == len(told)


def test_each_item_of_a_document_gets_its_memory_or_its_error(hub, told):
    part = json.loads(json.dumps(hub.export_part("owner").document))
    part["memories"][1]["importance"] = 11
    taken = hub.import_part("colleague", part)
    kinds = [Imported, Invalid, Imported, Imported, Imported]
    assert [type(each) for each in taken] == kinds
    assert taken[0].id == told[0].id
    assert part["format"] == document.FORMAT
