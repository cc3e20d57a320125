"""Conversations and the memory tool, through the client."""

import pytest

from memoryhub.client import Memoryhub, NotFound


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def hub(world, address):
    with Memoryhub(address, world.travel.key) as connected:
        yield connected


def said(hub, **more):
    return [each.item["content"] for each in hub.items("owner", "vienna", **more)]


def test_a_conversation_goes_round(hub):
    added = hub.add_items(
        "owner", "vienna", [{"content": text} for text in ("One.", "Two.", "Three.")]
    )
    assert said(hub, limit=2) == ["Two.", "Three."]
    put = hub.replace_items("owner", "vienna", [{"content": "Both."}], upto=added[1].id)
    assert [each.item for each in put] == [{"content": "Both."}]
    assert said(hub) == ["Both.", "Three."]
    taken = hub.pop_item("owner", "vienna")
    assert taken is not None
    assert taken.item == {"content": "Three."}
    run = hub.clear_conversation("owner", "vienna")
    assert hub.erasure(run).planned["conversation_items"] == 1
    assert hub.pop_item("owner", "vienna") is None
    with pytest.raises(NotFound):
        hub.clear_conversation("owner", "vienna")


def test_a_call_with_a_key_adds_once(hub):
    items = [{"content": "One."}]
    for _ in range(2):
        hub.add_items("owner", "vienna", items, idempotency_key="k-1")
    assert said(hub) == ["One."]


def test_the_tool_answers_in_its_own_words(hub):
    path = "/memories/seat.md"
    make = {"command": "create", "path": path, "file_text": "Window."}
    assert hub.memory_tool("owner", make).content.startswith("File created")
    again = hub.memory_tool("owner", make)
    assert again.is_error
    gone = hub.memory_tool("owner", {"command": "delete", "path": path})
    assert gone.erasure is not None
    assert hub.erasure(gone.erasure).planned["files"] == 1


def test_a_plan_says_what_else_goes(hub):
    hub.add_items("owner", "vienna", [{"content": "Tea."}])
    plan = hub.plan_forget("owner", conversation="vienna")
    assert len(plan.conversations) == 1
    found = hub.find_to_forget("owner", "tea")
    assert len(found.messages) == 1
    assert hub.person("owner").conversations == 1
