"""Conversations and notes in the copies that answer requests (Art. 15 and 20 GDPR)."""

import json
import re
from datetime import timedelta
from typing import Any

import jsonschema
import pytest
from django.utils import timezone

from governance.models import ConversationItem, PackageKind, Read
from governance.requests import packages
from governance.requests.packages import contents, schema
from tests.requests.packages.making import Making, rows
from tests.told import Talk, insert, note, run_tool

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def said(making: Making) -> Any:
    """A conversation with a tool's answer, and a note that was changed."""
    client = making.world.travel.client()
    Talk(client).add(
        "A window seat for Emily Carter, please.",
        {"role": "assistant", "content": f"She travels with Emily Carter. {HOSTILE}"},
        {"type": "function_call", "call_id": "call_1", "arguments": '{"seat": "left"}'},
    )
    note(client, "/memories/trip.md", "Spoke with John Miller.\n")
    insert(client, "/memories/trip.md", 1, "By train.")
    return client


def test_a_copy_holds_them_as_the_schema_says(making: Making, said: Any) -> None:
    package = making.make()
    document = making.json(package)
    jsonschema.validate(document, json.loads(schema("access")))
    [record] = document["records"]
    texts = [each["item"].get("content") for each in record["messages"]]
    assert texts[0] == "A window seat for Emily Carter, please."
    assert [each["number"] for each in record["messages"]] == [1, 2, 3]
    assert record["messages"][2]["item"]["arguments"] == '{"seat": "left"}'
    [written] = record["notes"]
    assert written["path"] == "/memories/trip.md"
    assert written["text"].endswith("By train.\n")
    assert len(written["versions"]) == 1
    categories = document["headings"]["categories"]["said"]
    assert "3 messages of conversations." in categories
    assert "1 note of an app." in categories


def test_names_of_others_are_left_out_but_of_what_the_person_said(
    making: Making, said: Any
) -> None:
    package = making.make()
    [record] = making.json(package)["records"]
    own, theirs, _call = record["messages"]
    assert "Emily Carter" in own["item"]["content"]
    assert "Emily" not in theirs["item"]["content"]
    assert "She travels with […]" in theirs["item"]["content"]
    assert theirs["item"]["role"] == "assistant"
    assert "John" not in json.dumps(record["notes"])
    left_out = [each["passages_left_out"] for each in record["messages"]]
    assert (left_out[0], left_out[1] > 0) == (0, True)
    everywhere = making.files(package)
    assert package.counts["left_out"] == making.json(package)["left_out"]["passages"]
    assert package.counts["left_out"] >= 3
    assert "John" not in "".join(everywhere.values())
    assert "about other people were left out" in everywhere["index.html"]


def test_page_and_tables_hold_the_same(making: Making, said: Any) -> None:
    files = making.files(making.make())
    page = files["index.html"]
    assert "A window seat for Emily Carter, please." in page
    assert HOSTILE not in page
    assert "&lt;script&gt;" in page
    assert "By train." in page
    table = rows(files["messages.csv"])
    assert [each["role"] for each in table] == ["user", "assistant", ""]
    assert table[0]["text"] == "A window seat for Emily Carter, please."
    notes = rows(files["notes.csv"])
    assert [each["version"] for each in notes] == ["1", "2"]
    assert notes[1]["text"].endswith("By train.\n")


def test_what_is_forgotten_over_or_told_later_is_not_in_it(
    making: Making, said: Any, as_owner: Any
) -> None:
    Talk(said, name="gone").add("Forgotten by now.")
    Talk(said, name="over").add("This one is over.")
    Talk(said, ref="colleague").add("Said by a colleague.")
    over = as_owner(ConversationItem).filter(conversation__name="over")
    over.update(expires_at=timezone.now())
    gone = {"conversation": "gone"}
    said.post("/api/v1/people/owner/forget", gone, format="json")
    package_id = making.order()
    making.bell.rung.clear()
    later = as_owner(ConversationItem).filter(conversation__name="vienna", number=3)
    later.update(created_at=timezone.now() + timedelta(hours=1))
    making.keep_all()
    packages.build(package_id)
    [record] = making.json(making.row(package_id))["records"]
    assert [each["number"] for each in record["messages"]] == [1, 2]
    everything = "".join(making.files(making.row(package_id)).values())
    for text in ("Forgotten by now.", "This one is over.", "Said by a colleague."):
        assert text not in everything


def test_a_note_that_was_changed_since_stands_as_it_was(
    making: Making, said: Any, as_owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = contents.Contents.at_this_moment

    def and_then(held: Any) -> Any:
        found = moment(held)
        old, new = "/memories/trip.md", "/memories/later.md"
        run_tool(said, "str_replace", path=old, old_str="By train.", new_str="By boat.")
        run_tool(said, "rename", old_path=old, new_path=new)
        return found

    monkeypatch.setattr(contents.Contents, "at_this_moment", and_then)
    [record] = making.json(making.make())["records"]
    [written] = record["notes"]
    assert written["text"].endswith("By train.\n")
    assert written["path"] == "/memories/trip.md"
    [before] = written["versions"]
    assert (before["number"], written["updated_at"]) == (1, before["until"])


def test_what_goes_out_is_on_record(making: Making, said: Any, as_owner: Any) -> None:
    making.make()
    handed_out = {
        each
        for read in as_owner(Read).filter(kind="export")
        for each in read.memory_ids
    }
    items = as_owner(ConversationItem).values_list("id", flat=True)
    assert set(items) <= handed_out


def test_an_erasure_takes_the_package_along(
    making: Making, said: Any, as_owner: Any
) -> None:
    package = making.make()
    Talk(said).clear()
    assert making.row(package.id).state == "withdrawn"


def test_what_the_person_said_can_be_taken_along(making: Making, said: Any) -> None:
    files = making.files(making.make(PackageKind.PORTABILITY))
    table = rows(files["messages.csv"])
    assert [each["text"] for each in table] == [
        "A window seat for Emily Carter, please."
    ]
    assert "A window seat" in files["index.html"]
    assert "She travels" not in "".join(files.values())
    assert "By train" not in "".join(files.values())
    document = json.loads(files["messages.json"])
    checker = jsonschema.Draft202012Validator
    published = json.loads(files["messages.schema.json"])
    checker.check_schema(published)
    checker(published, format_checker=checker.FORMAT_CHECKER).validate(document)
    [record] = document["records"]
    [message] = record["messages"]
    assert message["item"] == {
        "role": "user",
        "content": "A window seat for Emily Carter, please.",
    }


def test_what_goes_out_in_several_files_is_on_record_once(
    making: Making, said: Any, as_owner: Any
) -> None:
    making.make(PackageKind.PORTABILITY)
    own = as_owner(ConversationItem).get(number=1)
    logged = as_owner(Read).filter(kind="export", memory_ids__contains=[own.id])
    assert logged.count() == 1


def test_a_tools_answer_under_the_users_role_is_not_said_by_them(
    making: Making,
) -> None:
    client = making.world.travel.client()
    answer = {
        "type": "tool_result",
        "tool_use_id": "t1",
        "content": "John Miller pays.",
    }
    own = {"type": "text", "text": "And breakfast, please."}
    Talk(client).add(
        {"role": "user", "content": [answer]},
        {"role": "user", "content": [answer, own]},
    )
    package = making.make()
    [record] = making.json(package)["records"]
    told = json.dumps(record["messages"])
    assert "John Miller" not in told
    assert told.count("[\\u2026] pays.") == 2
    page = making.files(package)["index.html"]
    assert '<span dir="auto">A tool</span>' in page
    files = making.files(making.make(PackageKind.PORTABILITY))
    [row] = rows(files["messages.csv"])
    assert row["text"] == "And breakfast, please."
    assert "pays" not in "".join(files.values())
    assert "None." not in files["index.html"].split("Conversations")[1]


def test_names_stand_in_members_paths_and_earlier_paths_too(making: Making) -> None:
    client = making.world.travel.client()
    item = {
        "type": "function_call_output",
        "call_id": "call_John_Miller",
        "output": {"name": "John Miller", "seats": {"Emily Carter": "left"}},
    }
    Talk(client).add(item)
    path = "/memories/John_Miller.md"
    note(client, path, "Likes the sea.\n")
    insert(client, path, 1, "And boats.")
    package = making.make()
    [record] = making.json(package)["records"]
    [message] = record["messages"]
    assert message["item"] == {
        "type": "function_call_output",
        "call_id": "call_John_Miller",
        "output": {"name": "[…]", "seats": {"[…]": "left"}},
    }
    assert message["passages_left_out"] == 2
    [written] = record["notes"]
    paths = [written["path"], *(each["path"] for each in written["versions"])]
    assert paths == ["/memories/[…].md"] * 2
    assert "/John_Miller" not in making.files(package)["index.html"]
    assert "/John_Miller" not in making.files(package)["notes.csv"]


def test_two_members_with_names_of_two_people_both_stay(making: Making) -> None:
    seats = {"John Miller": "left", "Emily Carter": "right"}
    client = making.world.travel.client()
    Talk(client).add({"role": "assistant", "content": "Seats.", "seats": seats})
    [record] = making.json(making.make())["records"]
    [message] = record["messages"]
    assert message["item"]["seats"] == {"[…]": "left", "[…] (2)": "right"}


def test_the_copy_says_how_many_were_left_out_and_that_nobody_looked(
    making: Making, said: Any
) -> None:
    page = making.files(making.make())["index.html"]
    assert "Art. 15(4) GDPR. […] stands in their place." in page
    assert "left out without anybody looking" in page
    assert "1 passage about other people was left out." in page


def test_what_is_erased_at_once_is_not_in_it_before_the_worker_has_come(
    making: Making, said: Any
) -> None:
    Talk(said).clear()
    run_tool(said, "delete", path="/memories/trip.md")
    making.bell.rung.clear()
    package_id = making.order()
    making.bell.rung.clear()
    making.keep_all()
    packages.build(package_id)
    [record] = making.json(making.row(package_id))["records"]
    assert (record["messages"], record["notes"]) == ([], [])


def test_protected_kinds_and_sources_of_messages_are_told(making: Making) -> None:
    Talk(making.world.travel.client()).add("I was diagnosed with diabetes.")
    headings = making.json(making.make())["headings"]
    told = " ".join(headings["categories"]["said"])
    assert "Nothing that the law protects specially." not in told
    assert "Specially protected (Art. 9 and 10 GDPR), health: 1." in told
    assert any("Messages come from you" in each for each in headings["sources"]["said"])
    assert any("a note erased too" in each for each in headings["rights"]["said"])


def test_looking_for_names_does_not_outlast_the_lease(
    making: Making, said: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two looks at the lease there is no more than one batch, or one text."""
    behind: list[int] = []
    longest: list[int] = []

    def looked(texts: Any) -> Any:
        behind.append(sum(map(len, texts)))
        longest.append(sum(behind))
        return [[] for _ in texts]

    there = "governance.requests.packages"
    monkeypatch.setattr(f"{there}.kept.AT_ONCE", 60)
    monkeypatch.setattr(f"{there}.kept.names_in", looked)
    monkeypatch.setattr(f"{there}.claim.Claim.renew", lambda _held: behind.clear())
    making.make()
    assert len(longest) > 1
    assert max(longest) <= 60


def test_a_read_of_notes_counts_notes(making: Making, said: Any) -> None:
    run_tool(said, "view", path="/memories/trip.md")
    Talk(said).read()
    page = " ".join(making.files(making.make())["index.html"].split())
    assert re.search(r"opened its notes, [a-z ]+:</span> 1 note", page)
    assert re.search(r"looked at a conversation, [a-z ]+:</span> 3 messages", page)
