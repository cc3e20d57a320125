"""Conversations and memory files are erased like memories: hidden at once, undone exactly,
proved, and not brought back."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import Q

from governance import tasks
from governance.access import as_service_with
from governance.audit import SYSTEM
from governance.erasure import erase_whole
from governance.models import (
    Certificate,
    Conversation,
    ConversationItem,
    ErasureItem,
    ErasureRun,
    FileVersion,
    MemoryFile,
    Person,
    Receipt,
)
from tests.told import Talk, insert, note, run_tool
from tests.world import memories_of

pytestmark = pytest.mark.usefixtures("own_ledger", "way")

URL = "/api/v1/people/owner"
TABLES = (Conversation, ConversationItem, MemoryFile, FileVersion)


@pytest.fixture
def client(world):
    return world.travel.client()


@pytest.fixture
def talk(client):
    return Talk(client)


def told(client, talk):
    """A conversation with a memory from it, and a note that was changed once."""
    talk.add("A window seat, please.", "And tea.")
    source = {"type": "user_message", "conversation": "vienna"}
    body = {"text": "Likes window seats.", "source": source}
    assert client.post(f"{URL}/memories", body, format="json").status_code == 201
    note(client, "/memories/seat.md", "Window.\n")
    insert(client, "/memories/seat.md", 1, "Tea.")


def left(as_owner, person):
    return [as_owner(model).filter(person_id=person.id).count() for model in TABLES]


def has_key(as_owner, person):
    return as_owner(Person).get(id=person.id).own_key is not None


def forget(client, **body):
    answer = client.post(f"{URL}/forget", body, format="json")
    assert answer.status_code in {200, 202}, answer.content
    return answer.json()


def undo(client, run_id):
    answer = client.post(f"/api/v1/erasures/{run_id}/undo")
    assert answer.json()["state"] == "undone"


def view(client, path="/memories"):
    return run_tool(client, "view", path=path).json()["content"]


def test_a_conversation_that_is_forgotten_goes_with_what_was_learnt(
    world, client, talk, as_owner, bell
):
    told(client, talk)
    plan = forget(client, conversation="vienna", dry_run=True)["plan"]
    assert [len(plan[name]) for name in ("memories", "conversations", "files")] == [
        1,
        1,
        0,
    ]
    assert plan["counts"]["conversation_items"] == 2
    assert talk.said() == ["A window seat, please.", "And tea."]
    forget(client, conversation="vienna", undo_hours=0)
    assert talk.said() == []
    bell.answer()
    assert left(as_owner, world.owner) == [0, 0, 1, 1]
    assert memories_of(world.owner) == []


def test_the_certificate_counts_them_and_says_that_none_is_left(
    client, talk, as_owner, bell
):
    told(client, talk)
    run_id = forget(client, everything=True, undo_hours=0)["erasure"]
    bell.answer()
    run = as_owner(ErasureRun).get(id=run_id)
    assert run.state == "done"
    stores = ("conversation_items", "conversations", "file_versions", "files")
    assert [run.counts[name] for name in stores] == [2, 1, 1, 1]
    assert [run.verification[name] for name in stores] == [0, 0, 0, 0]
    signed = as_owner(Certificate).get(run_id=run_id).signed
    assert "Messages of conversations" in signed
    assert "window" not in signed.lower()


def test_from_the_commit_on_no_query_finds_them(world, client, talk, bell):
    told(client, talk)
    client.delete(URL)
    with as_service_with(world.travel.service.id, world.owner.id):
        for model in TABLES:
            assert not model.objects.owned_by(world.owner.id).exists(), model
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM conversation_item")
            assert cursor.fetchone() == (0,)
    bell.answer()


def test_what_is_told_after_everything_was_erased_stays(
    world, client, talk, as_owner, bell
):
    told(client, talk)
    client.delete(URL)
    talk.add("An aisle seat, please.")
    note(client, "/memories/seat.md", "Aisle.")
    bell.answer()
    assert talk.said() == ["An aisle seat, please."]
    assert view(client, "/memories/seat.md").endswith("Aisle.")
    assert left(as_owner, world.owner) == [1, 1, 1, 0]


def test_an_undo_brings_everything_back_as_it_was(client, talk):
    told(client, talk)
    before = talk.read().json(), view(client), view(client, "/memories/seat.md")
    run_id = forget(client, everything=True)["erasure"]
    assert talk.said() == []
    assert "seat" not in view(client)
    undo(client, run_id)
    after = talk.read().json(), view(client), view(client, "/memories/seat.md")
    assert after == before


def test_a_conversation_that_went_on_is_put_together_in_its_order(client, talk):
    talk.add("One.", "Two.")
    first = forget(client, conversation="vienna")["erasure"]
    talk.add("Three.")
    second = forget(client, conversation="vienna")["erasure"]
    talk.add("Four.")
    undo(client, first)
    assert talk.said() == ["One.", "Two.", "Four."]
    undo(client, second)
    assert talk.said() == ["One.", "Two.", "Three.", "Four."]
    talk.add("Five.")
    assert talk.said()[-1] == "Five."


def test_a_note_whose_place_is_taken_comes_back_beside_it(world, client, as_owner):
    note(client, "/memories/seat.md", "Window.")
    file = as_owner(MemoryFile).get()
    run_id = forget(client, ids=[str(file.id)])["erasure"]
    note(client, "/memories/seat.md", "Aisle.")
    undo(client, run_id)
    assert view(client, "/memories/seat.md").endswith("Aisle.")
    assert view(client, "/memories/restored-1/seat.md").endswith("Window.")


def test_a_note_whose_place_is_a_folder_by_now_comes_back_beside_it(client, as_owner):
    note(client, "/memories/trip", "A note.")
    run_id = forget(client, ids=[str(as_owner(MemoryFile).get().id)])["erasure"]
    note(client, "/memories/trip/plan.md", "A plan.")
    undo(client, run_id)
    assert view(client, "/memories/restored-1/trip").endswith("A note.")


def test_what_two_forgets_want_gone_stays_away_until_both_are_undone(client, as_owner):
    note(client, "/memories/seat.md", "Window.")
    file_id = str(as_owner(MemoryFile).get().id)
    first = forget(client, ids=[file_id], undo_hours=2)["erasure"]
    second = forget(client, everything=True)["erasure"]
    undo(client, first)
    assert "seat" not in view(client)
    undo(client, second)
    assert "seat" in view(client)


def test_one_message_goes_alone(client, talk, as_owner, bell):
    items = talk.add("One.", "Two.", "Three.").json()["items"]
    forget(client, ids=[items[1]["id"]], undo_hours=0)
    assert talk.said() == ["One.", "Three."]
    bell.answer()
    assert as_owner(ConversationItem).count() == 2
    assert as_owner(Conversation).count() == 1


def test_an_erased_message_is_not_told_again_and_not_learnt_from(client, talk, bell):
    named = {"id": "msg_17", "role": "user", "content": "A window seat, please."}
    talk.add(named, "And tea.")
    run_id = talk.clear().json()["erasure"]
    for _ in range(2):
        stale = talk.add(named)
        assert stale.status_code == 410
        assert stale.json()["erasure"] == run_id
        source = {"type": "user_message", "ref": "msg_17"}
        body = {"text": "Likes window seats.", "source": source}
        learnt = client.post(f"{URL}/memories", body, format="json")
        assert learnt.status_code == 410
        bell.answer()
    assert talk.add("And tea.").status_code == 201


def test_nobody_erases_what_another_service_keeps(world, client, talk, as_owner):
    bank = world.bank.client()
    Talk(bank).add("My balance, please.")
    theirs = as_owner(Conversation).get()
    talk.add("A window seat, please.")
    for ids in ([str(theirs.id)], [str(uuid.uuid4())]):
        answer = client.post(f"{URL}/forget", {"ids": ids}, format="json")
        assert answer.status_code == 404
    client.delete(URL)
    assert Talk(bank).said() == ["My balance, please."]


def test_an_erasure_that_is_asked_for_twice_names_the_first(client, as_owner):
    note(client, "/memories/seat.md", "Window.")
    file_id = str(as_owner(MemoryFile).get().id)
    first = forget(client, ids=[file_id], undo_hours=0)["erasure"]
    again = client.post(f"{URL}/forget", {"ids": [file_id]}, format="json")
    assert again.status_code == 410
    assert again.json()["erasure"] == first


def test_a_waiting_forget_is_carried_out_when_its_time_is_over(
    world, client, talk, as_owner, bell
):
    told(client, talk)
    forget(client, everything=True, undo_hours=1)
    talk.add("An aisle seat, please.")
    runs = as_owner(ErasureRun).filter(~Q(state="done"))
    runs.update(due_at=datetime.now(UTC) - timedelta(seconds=1))
    tasks.sweep()
    bell.answer()
    assert as_owner(ErasureRun).get().state == "done"
    assert talk.said() == ["An aisle seat, please."]
    assert left(as_owner, world.owner) == [1, 1, 0, 0]
    assert not as_owner(ErasureItem).exists()


def test_a_large_conversation_goes_in_batches(client, talk, as_owner, bell, settings):
    settings.ERASURE_BATCH = 7
    for start in range(0, 100, 50):
        talk.add(*[f"Number {at}." for at in range(start, start + 50)])
    run_id = talk.clear().json()["erasure"]
    bell.answer()
    run = as_owner(ErasureRun).get(id=run_id)
    assert (run.state, run.counts["conversation_items"]) == ("done", 100)
    assert not as_owner(ConversationItem).exists()


def test_a_whole_person_goes_with_everything(world, client, talk, as_owner, bell):
    told(client, talk)
    with as_service_with(world.travel.service.id, world.owner.id):
        erase_whole(world.owner.id, world.travel.service.id, actor=SYSTEM)
    bell.answer()
    assert left(as_owner, world.owner) == [0, 0, 0, 0]
    assert not as_owner(Person).filter(id=world.owner.id).exists()


def test_receipts_of_them_name_the_run(client, talk, as_owner):
    told(client, talk)
    run_id = client.delete(URL).json()["erasure"]
    things = as_owner(Receipt).filter(run_id=run_id).values_list("thing", flat=True)
    assert set(things) == {"memory", "conversation", "file"}


def test_the_message_that_a_memory_came_from_goes_when_asked(
    client, talk, as_owner, bell
):
    named = {"id": "msg_17", "role": "user", "content": "A window seat, please."}
    ours = talk.add(named, "And tea.", "And milk.").json()["items"][1]["id"]
    made = [
        client.post(
            f"{URL}/memories",
            {"text": text, "source": {"type": "user_message", "ref": ref}},
            format="json",
        ).json()["id"]
        for text, ref in (("Likes window seats.", "msg_17"), ("Likes tea.", ours))
    ]
    kept = forget(client, ids=made[:1], dry_run=True)["plan"]
    assert kept["items"] == []
    forget(client, ids=made[:1], messages=True, undo_hours=0)
    assert talk.said() == ["And tea.", "And milk."]
    forget(client, source_ref=ours, messages=True)
    assert talk.said() == ["And milk."]
    bell.answer()
    assert as_owner(ConversationItem).count() == 2


def test_a_topic_is_found_in_messages_and_notes_too(client, talk, as_owner, bell):
    seat = talk.add(
        {"role": "user", "content": [{"type": "text", "text": "A window seat."}]},
        "Nothing of it.",
        {"window": "only the name of a member"},
    ).json()["items"][0]["id"]
    note(client, "/memories/a.md", "Prefers the window.")
    note(client, "/memories/window.md", "Nothing of it.")
    found = forget(client, query="window", dry_run=True)
    wanted = as_owner(MemoryFile).get(path="/memories/a.md")
    assert (found["messages"], found["notes"]) == ([seat], [str(wanted.id)])
    forget(client, ids=[*found["messages"], *found["notes"]], undo_hours=0)
    again = forget(client, query="window", dry_run=True)
    assert (again["messages"], again["notes"]) == ([], [])
    bell.answer()
    assert as_owner(ConversationItem).count() == 2
    forget(client, conversation="vienna")
    gone = forget(client, query="nothing", dry_run=True)
    assert gone["messages"] == []


def test_the_persons_key_stays_as_long_as_something_told_since_stands(
    world, client, talk, as_owner, bell
):
    as_owner(Person).filter(id=world.owner.id).update(scrub_policy="strict")
    talk.add("I spoke with John Miller.")
    assert has_key(as_owner, world.owner)
    client.delete(URL)
    note(client, "/memories/a.md", "John Miller called.")
    bell.answer()
    assert has_key(as_owner, world.owner)
    client.delete(URL)
    bell.answer()
    assert not has_key(as_owner, world.owner)
