"""Conversations that apps keep: read message by message, forgotten with undo, erased."""

from typing import Any

import pytest
from django.test import Client

from governance.models import (
    Conversation,
    ConversationItem,
    ErasureRun,
    Memory,
    Person,
)
from governance.porting import parted
from tests.bell import Bell
from tests.told import Talk
from tests.web.people import People, as_, location, words

TRAINS = "The night train is fine."


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def a_talk(people: People, *items: Any, name: str = "vienna") -> str:
    """The owner talks with the travel assistant; gives the page."""
    answer = Talk(people.world.travel.client(), name=name).add(*(items or (TRAINS,)))
    assert answer.status_code == 201, answer.content
    talk = Conversation.objects.using("owner").get(name=name, forgotten=False)
    return f"/me/conversations/{talk.id}/"


def learnt(people: People, text: str = "Prefers trains.") -> str:
    """Something is learnt from the conversation."""
    source = {"type": "user_message", "conversation": "vienna"}
    return str(people.world.write(text, source=source)["id"])


def with_the_bank(people: People) -> Conversation:
    """The stranger talks with the bank; the owner has that record as well."""
    Talk(people.world.bank.client(), ref="stranger", name="loan").add("How much?")
    mine = Person.objects.using("owner").filter(id=people.world.stranger.id)
    mine.update(account=people.owner)
    return Conversation.objects.using("owner").get(name="loan")


def by_link(people: People) -> Client:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    return client


def state_of(memory_id: str) -> str:
    return str(Memory.objects.using("owner").get(id=memory_id).status)


def test_the_list_tells_of_every_conversation_of_every_app(people: People) -> None:
    a_talk(people, TRAINS, "Yes.")
    with_the_bank(people)
    page = words(as_(people.owner).get("/me/conversations/"))
    assert "2 conversations" in page
    assert page.index("loan Bank assistant 1 message") < page.index(
        "vienna Travel assistant 2 messages"
    )
    one = f"/me/conversations/?app={people.world.owner.id}"
    assert "loan" not in words(as_(people.owner).get(one))


def test_nothing_kept_is_said_in_words(people: People) -> None:
    page = words(as_(people.colleague).get("/me/conversations/"))
    assert "There are no conversations" in page


def test_a_link_shows_the_conversations_of_its_service_alone(people: People) -> None:
    mine = a_talk(people)
    loan = with_the_bank(people)
    client = by_link(people)
    assert "1 conversation" in words(client.get("/me/conversations/"))
    assert TRAINS in words(client.get(mine))
    assert client.get(f"/me/conversations/{loan.id}/").status_code == 404
    for path in ("forget/", "erase/"):
        gone = client.post(f"/me/conversations/{loan.id}/{path}")
        assert gone.status_code == 404


def test_each_message_says_who_said_it(people: People) -> None:
    here = a_talk(
        people,
        TRAINS,
        {"role": "assistant", "content": [{"type": "text", "text": "Noted."}]},
        {"role": "tool", "content": "Two seats are left."},
        {"type": "function_call", "name": "book", "arguments": {"seat": 4}},
    )
    answer = as_(people.owner).get(here)
    page = words(answer)
    assert f"You {TRAINS}" in page
    assert "Travel assistant Noted." in page
    assert "A tool Two seats are left." in page
    assert "The app Technical part" in page
    assert "&quot;seat&quot;: 4" in answer.content.decode()
    assert page.count("Technical part") == 1


@pytest.mark.parametrize(
    ("body", "text", "left"),
    [
        ({"role": "user", "content": "Tea."}, "Tea.", {}),
        ({"role": "system", "content": "Tea."}, "Tea.", {"role": "system"}),
        (
            {"role": "user", "content": [{"type": "text", "text": "a"}, "b"]},
            "a\n\nb",
            {},
        ),
        (
            {
                "type": "message",
                "role": "assistant",
                "id": "m1",
                "content": [
                    {"type": "output_text", "text": "a", "annotations": []},
                    {"type": "output_text", "text": "b", "annotations": [1]},
                    {"type": "image", "url": "x"},
                ],
            },
            "a\n\nb",
            {
                "id": "m1",
                "content": [
                    {"type": "output_text", "annotations": [1]},
                    {"type": "image", "url": "x"},
                ],
            },
        ),
        ({"content": {"odd": True}}, "", {"content": {"odd": True}}),
        ({"content": 0}, "", {"content": 0}),
        ({"flag": False}, "", {"flag": False}),
        (["a", 1], "", ["a", 1]),
        ({}, "", {}),
    ],
)
def test_nothing_of_a_message_is_left_out(body: Any, text: str, left: Any) -> None:
    assert parted(body) == (text, left)


def test_what_ends_because_it_is_specially_protected_says_so(people: People) -> None:
    here = a_talk(people, "I have asthma.")
    page = words(as_(people.owner).get(here))
    assert "It ends because it tells of something specially protected, on" in page
    assert "Tells of:" in page


def test_pages_reach_every_message_in_order(people: People) -> None:
    here = a_talk(people, *[f"Fact {each}." for each in range(60)])
    client = as_(people.owner)
    first, second = words(client.get(here)), words(client.get(f"{here}?page=2"))
    assert "60 messages" in first
    assert "Fact 0." in first
    assert "Fact 49." in first
    assert "Fact 50." in second
    assert "Fact 59." in second
    last = ConversationItem.objects.using("owner").latest("number").id
    assert "Fact 59." in words(client.get(f"{here}?message={last}"))
    assert "Fact 0." in words(client.get(f"{here}?message=nothing"))


def test_one_message_is_forgotten_and_can_be_undone(people: People) -> None:
    here = a_talk(people, TRAINS, "With a window.")
    item = ConversationItem.objects.using("owner").earliest("number").id
    client = as_(people.owner)
    answer = client.post(f"{here}messages/{item}/forget/", {"next": here})
    assert (answer.status_code, location(answer)) == (303, here)
    page = words(client.get(here))
    assert "Forgotten." in page
    assert "Undo" in page
    assert TRAINS not in page
    assert f"{TRAINS} 1 message" in words(client.get("/me/forgotten/"))
    talk = Talk(people.world.travel.client())
    assert talk.said() == ["With a window."]
    run = ErasureRun.objects.using("owner").get()
    client.post(f"/me/erasures/{run.id}/undo/", {"next": here})
    assert f"You {TRAINS}" in words(client.get(here))
    assert talk.said() == [TRAINS, "With a window."]


@pytest.mark.parametrize("ticked", [True, False])
def test_a_conversation_is_forgotten_with_or_without_what_was_learnt(
    people: People, ticked: bool
) -> None:
    here = a_talk(people, TRAINS, "Yes.")
    memory = learnt(people)
    client = as_(people.owner)
    assert "Forget what was learnt from it too: 1 memory" in words(client.get(here))
    given = {"then": "/me/forgotten/", **({"learnt": "yes"} if ticked else {})}
    assert location(client.post(f"{here}forget/", given)) == "/me/forgotten/"
    page = words(client.get("/me/forgotten/"))
    assert "1 conversation, 2 messages" in page
    assert ("Prefers trains." in page) == ticked
    assert state_of(memory) == ("forgotten" if ticked else "active")
    assert client.get(here).status_code == 404
    run = ErasureRun.objects.using("owner").get()
    client.post(f"/me/erasures/{run.id}/undo/")
    assert state_of(memory) == "active"
    assert "2 messages" in words(client.get(here))


@pytest.mark.parametrize("ticked", [True, False])
def test_a_conversation_is_erased_now_with_or_without_what_was_learnt(
    people: People, bell: Bell, ticked: bool
) -> None:
    here = a_talk(people, TRAINS, "Yes.")
    memory = learnt(people)
    client = as_(people.owner)
    page = words(client.get(f"{here}erase/"))
    assert "What was learnt from it Prefers trains." in page
    assert not ErasureRun.objects.using("owner").exists()
    given = {"learnt": "yes"} if ticked else {}
    receipt = location(client.post(f"{here}erase/", given))
    assert location(client.post(f"{here}erase/", given)) == receipt
    bell.answer()
    page = words(client.get(receipt))
    assert "Messages of conversations 2 2" in page
    assert "Conversations, by their names 1 1" in page
    assert not ConversationItem.objects.using("owner").exists()
    assert Memory.objects.using("owner").filter(id=memory).exists() != ticked
    gone = client.get(here)
    assert gone.status_code == 410
    assert receipt in gone.content.decode()
    assert as_(people.colleague).get(here).status_code == 404


def test_nobody_else_sees_or_touches_it(people: People) -> None:
    here = a_talk(people)
    item = ConversationItem.objects.using("owner").get().id
    for other in (people.colleague, people.stranger, people.staff):
        client = as_(other)
        assert "vienna" not in words(client.get("/me/conversations/"))
        assert client.get(here).status_code == 404
        for path in ("forget/", "erase/", f"messages/{item}/forget/"):
            assert client.post(f"{here}{path}").status_code == 404
    assert not ErasureRun.objects.using("owner").exists()


def test_a_message_of_another_conversation_is_not_found_here(people: People) -> None:
    a_talk(people)
    item = ConversationItem.objects.using("owner").get().id
    other = a_talk(people, "Something else.", name="lisbon")
    client = as_(people.owner)
    assert client.post(f"{other}messages/{item}/forget/").status_code == 404


def test_hostile_text_is_text(people: People) -> None:
    here = a_talk(people, TRAINS, {"type": "call", "name": "x"})
    bad = "<script>alert(1)</script>{{ request.user }}"
    ConversationItem.objects.using("owner").update(body={"content": bad, bad: bad})
    Conversation.objects.using("owner").update(name=bad)
    client = as_(people.owner)
    for path in ("/me/conversations/", here, f"{here}erase/"):
        html = client.get(path).content.decode()
        assert "<script>alert" not in html
        assert "{{ request.user }}" in html
    item = ConversationItem.objects.using("owner").first()
    assert item is not None
    client.post(f"{here}messages/{item.id}/forget/")
    client.post(f"{here}forget/")
    for path in ("/me/forgotten/", "/me/activity/"):
        assert "<script>alert" not in client.get(path).content.decode()


def test_the_list_of_memories_and_the_app_lead_to_the_conversations(
    people: People,
) -> None:
    a_talk(people)
    client = as_(people.owner)
    for page in (client.get("/me/"), by_link(people).get("/me/")):
        assert "Apps also keep 1 conversation" in words(page)
        assert 'href="/me/conversations/"' in page.content.decode()
    app = client.get(f"/me/apps/{people.world.owner.id}/").content.decode()
    assert f'href="/me/conversations/?app={people.world.owner.id}"' in app


def test_the_activity_names_the_messages_that_were_read(people: People) -> None:
    here = a_talk(people)
    Talk(people.world.travel.client()).read()
    item = ConversationItem.objects.using("owner").get().id
    client = as_(people.owner)
    answer = client.get("/me/activity/?kind=reads")
    assert "looked at 1 message of a conversation" in words(answer)
    assert f'href="{here}?message={item}#m-{item}"' in answer.content.decode()
    client.post(f"{here}forget/")
    page = words(client.get("/me/activity/?kind=reads"))
    assert "a message that is out of use" in page
