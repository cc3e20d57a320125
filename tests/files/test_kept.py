"""Files are scrubbed, bounded, kept in versions, apart, on record, and off when memory is."""

import threading

from django.db import connections

from governance.files import changing
from governance.models import FileVersion, MemoryFile, Read

NOTE = "/memories/notes.md"


def texts(as_owner, model=MemoryFile):
    return list(as_owner(model).order_by("created_at").values_list("text", flat=True))


def a_card() -> str:
    return "4111" + " 1111" * 3


def test_what_no_part_says_is_seen_when_it_is_put_together(tool, as_owner):
    first, last = a_card()[:10], a_card()[10:]
    tool("create", path=NOTE, file_text=f"Card {first}HERE\n")
    tool("str_replace", path=NOTE, old_str="HERE", new_str=last)
    [kept] = texts(as_owner)
    assert a_card() not in kept
    assert "Card" in kept


def test_a_path_with_a_hard_identifier_is_refused_by_its_field(answered, as_owner):
    card = a_card().replace(" ", "-")
    answer = answered("create", path=f"/memories/{card}.md", file_text="x")
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["path"]
    assert card not in answer.content.decode()
    assert not as_owner(MemoryFile).exists()


def test_what_is_specially_protected_needs_a_yes(world, tool, as_owner):
    said = "She was diagnosed with diabetes last year."
    refused = tool("create", path=NOTE, file_text=said)
    assert refused.startswith("! Error: This tells of something specially protected")
    assert "health" in refused
    assert not as_owner(MemoryFile).exists()
    world.consent("health")
    assert tool("create", path=NOTE, file_text=said).startswith("File created")
    assert as_owner(MemoryFile).get().categories == ["health"]


def test_a_yes_that_is_taken_back_takes_the_file_along(world, tool, as_owner):
    world.consent("health")
    tool("create", path=NOTE, file_text="She was diagnosed with diabetes.")
    tool("create", path="/memories/tea.md", file_text="Likes tea.")
    url = "/api/v1/people/owner/consents/health"
    assert world.travel.client().delete(url).status_code == 202
    assert tool("view", path=NOTE).startswith("! The path")
    assert tool("view", path="/memories/tea.md").endswith("Likes tea.")


def test_a_file_is_bounded_in_bytes(tool, as_owner):
    too_much = tool("create", path=NOTE, file_text="ü" * 60_000)
    assert too_much.startswith("! Error: A file can have 100 KiB at most")
    assert not as_owner(MemoryFile).exists()
    tool("create", path=NOTE, file_text="x" * 100_000)
    more = tool("insert", path=NOTE, insert_line=0, insert_text="y" * 3_000)
    assert more.startswith("! Error: A file can have 100 KiB at most")
    assert as_owner(MemoryFile).get().size == 100_000


def test_there_are_only_so_many_files(tool, monkeypatch):
    monkeypatch.setattr(changing, "MOST_FILES", 2)
    for name in "ab":
        tool("create", path=f"/memories/{name}", file_text="x")
    assert "which is the most" in tool("create", path="/memories/c", file_text="x")


def test_what_was_there_before_is_kept_as_a_version(tool, as_owner, monkeypatch):
    tool("create", path=NOTE, file_text="one")
    tool("str_replace", path=NOTE, old_str="one", new_str="two")
    tool("str_replace", path=NOTE, old_str="two", new_str="two")
    tool("insert", path=NOTE, insert_line=1, insert_text="three")
    assert texts(as_owner, FileVersion) == ["one", "two"]
    assert texts(as_owner) == ["two\nthree\n"]
    assert as_owner(MemoryFile).get().version == 3


def test_only_the_newest_versions_are_kept(tool, as_owner, monkeypatch):
    monkeypatch.setattr("governance.erasure.dropping.MOST_VERSIONS", 2)
    tool("create", path=NOTE, file_text="0")
    for number in range(4):
        tool("str_replace", path=NOTE, old_str=str(number), new_str=str(number + 1))
    assert texts(as_owner, FileVersion) == ["2", "3"]


def test_nobody_elses_files_are_there(world, tool, answered):
    tool("create", path=NOTE, file_text="Likes tea.")
    other = answered("view", path="/memories", ref="colleague").json()["content"]
    assert "notes" not in other
    bank = world.bank.client()
    body = {"command": "view", "path": NOTE}
    seen = bank.post("/api/v1/people/owner/memory-tool", body, format="json").json()
    assert seen["is_error"]
    assert "tea" not in seen["content"]


def test_opening_a_file_is_on_record_and_counts_as_used(tool, as_owner):
    tool("create", path=NOTE, file_text="Likes tea.")
    tool("view", path="/memories")
    assert not as_owner(Read).exists()
    tool("view", path=NOTE)
    file = as_owner(MemoryFile).get()
    assert as_owner(Read).get().memory_ids == [file.id]
    assert file.read_at is not None


def test_off_means_off(world, answered, as_owner):
    answered("create", path=NOTE, file_text="Likes tea.")
    type(world.owner).objects.using("owner").filter(id=world.owner.id).update(
        memory_enabled=False
    )
    for command, fields in {
        "view": {"path": NOTE},
        "create": {"path": "/memories/b", "file_text": "x"},
        "str_replace": {"path": NOTE, "old_str": "tea", "new_str": "rum"},
        "rename": {"old_path": NOTE, "new_path": "/memories/b"},
    }.items():
        answer = answered(command, **fields)
        assert answer.status_code == 403, command
        assert answer.json()["reason"] == "memory_off"
    assert answered("delete", path=NOTE).json()["content"].startswith("Successfully")
    assert texts(as_owner) == ["Likes tea."]  # until the worker is through
    assert as_owner(MemoryFile).get().forgotten


def test_a_key_without_the_scope_may_not(world):
    client = world.travel.client_with(scopes=["memories:write"])
    body = {"command": "view", "path": "/memories"}
    answer = client.post("/api/v1/people/owner/memory-tool", body, format="json")
    assert answer.status_code == 403
    assert answer.json()["scope"] == "files"


def test_a_key_with_files_alone_may(world):
    client = world.travel.client_with(scopes=["files"])
    body = {"command": "create", "path": NOTE, "file_text": "x"}
    answer = client.post("/api/v1/people/owner/memory-tool", body, format="json")
    assert answer.json()["content"].startswith("File created")


def test_two_changes_at_once_are_both_there(world, tool, answered, as_owner):
    tool("create", path=NOTE, file_text="0\n")
    told = []

    def insert(word):
        body = {
            "command": "insert",
            "path": NOTE,
            "insert_line": 0,
            "insert_text": word,
        }
        client = world.travel.client()
        url = "/api/v1/people/owner/memory-tool"
        told.append(client.post(url, body, format="json").json()["is_error"])
        connections.close_all()

    hands = [threading.Thread(target=insert, args=[word]) for word in ("tea", "rum")]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert told == [False, False]
    assert sorted(texts(as_owner)[0].split()) == ["0", "rum", "tea"]
