"""After a restore conversations and memory files are erased again, and nothing that was
told since is."""

import pytest

from governance import tasks
from governance.erasure import replay
from governance.models import Conversation, ConversationItem, FileVersion, MemoryFile
from tests.told import Talk, insert, note, run_tool

pytestmark = pytest.mark.usefixtures("own_ledger")

URL = "/api/v1/people/owner"
TABLES = (Conversation, ConversationItem, MemoryFile, FileVersion)


@pytest.fixture
def client(world):
    return world.travel.client()


@pytest.fixture
def talk(client):
    return Talk(client)


def told(client, talk):
    talk.add("A window seat, please.", "And tea.")
    note(client, "/memories/seat.md", "Window.\n")
    insert(client, "/memories/seat.md", 1, "Tea.")


def left(as_owner):
    return [as_owner(model).count() for model in TABLES]


def test_a_conversation_and_a_note_do_not_come_back(
    client, talk, as_owner, backup, bell
):
    told(client, talk)
    Talk(client, name="oslo").add("An aisle seat.")
    note(client, "/memories/tea.md", "Tea.")
    restore = backup()
    talk.clear()
    run_tool(client, "delete", path="/memories/seat.md")
    bell.answer()
    restore()
    assert left(as_owner) == [2, 3, 2, 1]
    done = replay()
    assert (done.erasures, done.erasures_opened) == (2, 2)
    assert left(as_owner) == [1, 1, 1, 0]
    assert Talk(client, name="oslo").said() == ["An aisle seat."]


def test_one_message_does_not_come_back(client, talk, as_owner, backup, bell):
    items = talk.add("One.", "Two.").json()["items"]
    restore = backup()
    body = {"ids": [items[0]["id"]], "undo_hours": 0}
    client.post(f"{URL}/forget", body, format="json")
    bell.answer()
    restore()
    replay()
    assert talk.said() == ["Two."]


def test_a_whole_part_goes_as_it_was_and_what_was_told_since_stays(
    client, talk, as_owner, backup, bell
):
    told(client, talk)
    restore = backup()
    client.delete(URL)
    bell.answer()
    restore()
    replay()
    assert left(as_owner) == [0, 0, 0, 0]
    told(client, talk)
    before = left(as_owner)
    restore = backup()
    restore()
    replay()
    assert left(as_owner) == before == [1, 2, 1, 1]


def test_a_forget_that_could_be_undone_can_be_undone_after_the_restore(
    client, talk, backup, bell
):
    talk.add("One.")
    restore = backup()
    body = {"conversation": "vienna", "undo_hours": 24}
    run_id = client.post(f"{URL}/forget", body, format="json").json()["erasure"]
    restore()
    replay()
    assert talk.said() == []
    client.post(f"/api/v1/erasures/{run_id}/undo")
    assert talk.said() == ["One."]


def test_a_consent_that_was_withdrawn_since_takes_its_notes_along_again(
    world, client, as_owner, backup, bell
):
    world.consent("health")
    note(client, "/memories/health.md", "She was diagnosed with diabetes.")
    note(client, "/memories/tea.md", "Tea.")
    restore = backup()
    client.delete(f"{URL}/consents/health")
    bell.answer()
    restore()
    replay()
    tasks.sweep()
    bell.answer()
    assert [file.path for file in as_owner(MemoryFile)] == ["/memories/tea.md"]
