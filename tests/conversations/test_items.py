"""Items: added, read, popped, replaced, cleared, as an agent session needs it."""

import threading
import uuid

import pytest
from django.db import connections

from governance.models import (
    AuditEntry,
    Conversation,
    ConversationItem,
    ErasureRun,
    Person,
    Read,
)
from tests.told import Talk
from tests.world import memories_of


def test_items_come_back_in_their_order_and_as_they_were(talk):
    call = {
        "type": "function_call",
        "id": "fc_0a1b2c3d4e5f60718293a4b5c6d7e8f9",
        "call_id": "call_9f8e7d6c5b4a39281706f5e4d3c2b1a0",
        "arguments": '{"city": "Vienna", "days": 3}',
        "nested": [{"deep": [1, 2.5, None, True]}],
    }
    added = talk.add("Hello.", call, "A window seat, please.")
    assert added.status_code == 201
    listed = talk.read().json()["items"]
    assert listed == added.json()["items"]
    assert [each["item"] for each in listed] == [
        {"role": "user", "content": "Hello."},
        call,
        {"role": "user", "content": "A window seat, please."},
    ]


def test_the_newest_are_read_in_the_order_in_which_they_were_told(talk):
    talk.add(*[f"Number {number}." for number in range(5)])
    talk.add("Number 5.")
    assert talk.said(limit=2) == ["Number 4.", "Number 5."]
    assert talk.said(limit=0) == []
    for wrong in ("-1", "x", "1001", "1.5"):
        assert talk.read(limit=wrong).status_code == 400


def test_nothing_is_there_of_a_conversation_that_was_never_had(world, talk, as_owner):
    assert talk.read().json() == {"items": []}
    assert talk.pop().json() == {"item": None}
    assert talk.clear().status_code == 404
    assert Talk(talk.client, ref="nobody").read().status_code == 404
    assert Talk(talk.client, ref="nobody").add().json() == {"items": []}
    assert as_owner(Person).count() == 3
    assert not as_owner(Conversation).exists()


def test_texts_are_scrubbed_wherever_they_stand(talk, as_owner):
    mail = "jana.novak" + "@" + "example.org"
    talk.add(
        {"role": "tool", "output": {"rows": [{"contact": f"Write to {mail}."}]}},
        f"My address is {mail}.",
    )
    kept = str(list(as_owner(ConversationItem).values_list("body", flat=True)))
    assert mail not in kept
    assert "Write to" in kept


def test_a_hard_identifier_in_a_name_is_refused_by_its_field(world, talk, as_owner):
    card = "4111" + "-1111" * 3
    wrong = Talk(talk.client, name=f"chat-{card}").add("Hello.")
    assert wrong.status_code == 422
    assert list(wrong.json()["errors"]) == ["conversation"]
    named = talk.add({"id": card, "content": "x"})
    assert named.status_code == 422
    assert list(named.json()["errors"]) == ["items"]
    assert card not in wrong.content.decode() + named.content.decode()
    assert not as_owner(Conversation).exists()


@pytest.mark.parametrize(
    "items",
    [
        ["text"],
        [{"content": "x"}] * 501,
        [{"content": "a\0b"}],
        [
            {
                "deep": [
                    [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
                ]
            }
        ],
        {"content": "x"},
    ],
)
def test_what_is_no_item_is_refused(talk, as_owner, items):
    url = f"{talk.url}/items"
    assert talk.client.post(url, {"items": items}, format="json").status_code == 400
    assert not as_owner(Conversation).exists()


def test_what_is_specially_protected_lives_a_day_without_a_yes(world, talk, as_owner):
    said = "She was diagnosed with diabetes last year."
    [item] = talk.add(said).json()["items"]
    assert item["expires_at"]
    row = as_owner(ConversationItem).get()
    assert (row.expires_at - row.created_at).total_seconds() == 24 * 3600
    as_owner(ConversationItem).update(expires_at=row.created_at)
    assert talk.said() == []
    assert talk.pop().json() == {"item": None}
    world.consent("health")
    assert talk.add(said).json()["items"][0]["expires_at"] is None


def test_a_yes_that_is_taken_back_takes_the_message_along(world, talk):
    world.consent("health")
    talk.add("I have diabetes.", "I like tea.")
    url = "/api/v1/people/owner/consents/health"
    assert world.travel.client().delete(url).json()["erasure"]
    assert talk.said() == ["I like tea."]


def test_the_last_item_is_taken_out_once(talk, as_owner):
    talk.add("One.", "Two.")
    assert talk.pop().json()["item"]["item"]["content"] == "Two."
    assert talk.said() == ["One."]
    assert talk.pop().json()["item"]["item"]["content"] == "One."
    assert talk.pop().json() == {"item": None}
    talk.add("Three.")
    assert talk.said() == ["Three."]


def at_once(*deeds):
    def done(deed):
        deed()
        connections.close_all()

    hands = [threading.Thread(target=done, args=[deed]) for deed in deeds]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()


def test_of_those_who_pop_at_once_each_gets_another(world, talk):
    talk.add(*[f"Number {number}." for number in range(6)])
    taken = []

    def pop():
        mine = Talk(world.travel.client())
        taken.append(mine.pop().json()["item"])

    at_once(*[pop] * 8)
    said = [each["item"]["content"] for each in taken if each]
    assert sorted(said) == [f"Number {number}." for number in range(6)]
    assert taken.count(None) == 2


def test_what_is_added_at_once_is_all_there_and_no_call_is_torn_apart(world, talk):
    def add(word):
        Talk(world.travel.client()).add(*[f"{word} {at}." for at in range(10)])

    at_once(*[lambda word=word: add(word) for word in ("Tea", "Rum", "Milk")])
    said = talk.said()
    assert len(said) == 30
    for start in (0, 10, 20):
        word = said[start].split()[0]
        part = said[start : start + 10]
        assert part == [f"{word} {at}." for at in range(10)]


def test_items_are_replaced_at_once(talk):
    talk.add("One.", "Two.")
    put = talk.put("Both.")
    assert put.status_code == 200
    assert talk.said() == ["Both."]
    assert talk.put().json() == {"items": []}
    assert talk.said() == []


def test_what_came_after_the_last_one_that_is_replaced_stays(talk):
    two = talk.add("One.", "Two.").json()["items"][-1]["id"]
    talk.add("Three.", "Four.")
    talk.put("Both.", upto=two)
    assert talk.said() == ["Both.", "Three.", "Four."]
    talk.add("Five.")
    assert talk.said()[-2:] == ["Four.", "Five."]
    gone = talk.put("All.", upto=two)
    assert gone.status_code == 409
    assert gone.json()["type"].endswith("no-such-item")
    assert len(talk.said()) == 4


def test_a_replacement_that_is_refused_changes_nothing(talk):
    talk.add("One.")
    card = "4111" + "-1111" * 3
    assert talk.put({"id": card}).status_code == 422
    assert talk.put("x", upto=str(uuid.uuid4())).status_code == 409
    assert talk.said() == ["One."]


def test_a_call_that_is_tried_twice_adds_once(talk):
    key = {"HTTP_IDEMPOTENCY_KEY": "k-1"}
    first = talk.add("One.", "Two.", **key)
    again = talk.add("One.", "Two.", **key)
    assert first.json() == again.json()
    assert talk.said() == ["One.", "Two."]
    assert talk.add("Other.", **key).status_code == 422
    talk.pop()
    assert talk.add("One.", "Two.", **key).status_code == 410
    talk.clear()
    stale = talk.add("One.", "Two.", **key)
    assert stale.status_code == 410
    assert stale.json()["erasure"]


def test_nobody_elses_conversation_of_that_name_is_there(world, talk):
    talk.add("A window seat, please.")
    assert Talk(talk.client, ref="colleague").said() == []
    bank = Talk(world.bank.client())
    bank.add("My balance, please.")
    assert bank.said() == ["My balance, please."]
    assert talk.said() == ["A window seat, please."]


def test_reads_are_on_record_with_their_purpose(talk, as_owner):
    ids = [each["id"] for each in talk.add("One.", "Two.").json()["items"]]
    talk.read(limit=1)
    talk.pop()
    reads = as_owner(Read).order_by("created_at")
    assert [[str(each) for each in read.memory_ids] for read in reads] == [
        ids[1:],
        ids[1:],
    ]
    assert {read.purpose for read in reads} == {"assist"}
    assert talk.read(purpose="gossip").status_code == 400


def test_off_means_off(world, talk, as_owner):
    talk.add("One.")
    as_owner(Person).filter(id=world.owner.id).update(memory_enabled=False)
    for answer in (talk.add("Two."), talk.put("Two."), talk.read(), talk.pop()):
        assert answer.status_code == 403
        assert answer.json()["reason"] == "memory_off"
    assert talk.clear().status_code == 202


def test_clearing_is_an_erasure_with_or_without_what_was_learnt(
    world, talk, as_owner, bell
):
    source = {"type": "user_message", "conversation": "vienna"}
    world.write("Likes window seats.", source=source)
    talk.add("A window seat, please.")
    kept = talk.clear().json()["erasure"]
    assert talk.said() == []
    assert len(memories_of(world.owner)) == 1
    talk.add("And tea.")
    gone = talk.clear(memories="true").json()["erasure"]
    bell.answer()
    assert memories_of(world.owner) == []
    assert not as_owner(ConversationItem).exists()
    assert not as_owner(Conversation).exists()
    runs = as_owner(ErasureRun).in_bulk([kept, gone])
    assert {run.state for run in runs.values()} == {"done"}
    assert talk.clear(memories="yes").status_code == 400


def test_what_is_done_to_a_conversation_is_entered_without_a_word_of_it(talk, as_owner):
    talk.add("A window seat, please.")
    talk.put("Tea.")
    talk.pop()
    entries = as_owner(AuditEntry).filter(verb__startswith="conversation.")
    verbs = [entry.verb for entry in entries.order_by("created_at")]
    assert verbs == [
        "conversation.told",
        "conversation.replaced",
        "conversation.popped",
    ]
    assert all("seat" not in str(entry.counts) for entry in entries)
