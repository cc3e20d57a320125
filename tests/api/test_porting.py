"""A service's part of a person, out as a document and in again."""

import json

import pytest

from governance.models import Memory, MemoryVersion, Read, Source
from governance.porting import document
from tests.world import memories_of

OWNER = "/api/v1/people/owner"
FRESH = "/api/v1/people/fresh"
CHAT = {"type": "user_message", "ref": "message-1", "conversation": "vienna"}


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def export(world, url=OWNER, program=None):
    answer = (program or world.travel).client().get(f"{url}/export")
    assert answer.status_code == 200, answer.content
    return answer.json()


def take_in(world, part, url=FRESH, program=None):
    client = (program or world.travel).client()
    answer = client.post(f"{url}/import", part, format="json")
    assert answer.status_code == 207, answer.content
    return answer.json()["results"]


@pytest.fixture
def told(world):
    """A value with an older one, a corrected memory, a derived one and two sources."""
    client = world.travel.client()
    world.write("Wants miles.", key="preference:units", source=CHAT)
    world.write("Wants kilometres.", key="preference:units", space="trips")
    world.write("Wants kilometres only.", key="preference:units")
    tea = world.write("Likes tea.", metadata={"cups": 3}, pinned=True, importance=9)
    world.write("Likes tea.", source={**CHAT, "ref": "message-2"})
    coffee = {"text": "Likes coffee."}
    client.patch(f"{OWNER}/memories/{tea['id']}", coffee, format="json")
    world.write("Needs a kettle.", derived_from=[tea["id"]], inferred=True)
    world.write("Opens at nine.", source={"type": "web", "url": "https://example.org"})
    return world


def plain(part):
    """What must come through a round trip; ids and times of writing are new."""
    texts = {each["id"]: each["text"] for each in part["memories"]}
    refs = {each["id"]: each["ref"] for each in part["sources"]}
    kept = [
        "text",
        "status",
        "kind",
        "key",
        "space",
        "importance",
        "sensitivity",
        "pinned",
        "inferred",
        "metadata",
        "said_at",
        "expires_at",
        "trust",
    ]
    return [
        {
            **{name: each[name] for name in kept},
            "source": refs[each["source"]],
            "also_from": sorted(refs[one] for one in each["also_from"]),
            "derived_from": [texts[one] for one in each["derived_from"]],
            "versions": [(one["number"], one["text"]) for one in each["versions"]],
        }
        for each in part["memories"]
    ]


def test_what_goes_out_comes_in_the_same(told):
    part = export(told)
    results = take_in(told, part)
    assert {each["status"] for each in results} == {201, 202}
    assert plain(export(told, FRESH)) == plain(part)


def test_it_comes_in_the_same_at_another_service(told):
    part = export(told)
    take_in(told, part, program=told.bank)
    assert plain(export(told, FRESH, told.bank)) == plain(part)


def test_a_part_that_is_sent_twice_makes_nothing_twice(told):
    part = export(told)
    first = take_in(told, part)
    again = take_in(told, part)
    assert {each["status"] for each in again} == {200}
    assert [each["memory"]["id"] for each in again] == [
        each["memory"]["id"] for each in first
    ]
    assert len(export(told, FRESH)["memories"]) == len(part["memories"])


def test_parts_follow_each_other_and_each_memory_stands_in_one(told, monkeypatch):
    monkeypatch.setattr("governance.api.porting.LARGEST_PART", 2)
    whole, url, client = [], f"{OWNER}/export", told.travel.client()
    while url:
        part = client.get(url).json()
        assert len(part["memories"]) <= 2
        take_in(told, part)
        whole += part["memories"]
        url = part["next"]
    assert len({each["id"] for each in whole}) == len(whole) == 6
    monkeypatch.undo()
    # What was made from a memory of an earlier part still says so.
    assert plain(export(told, FRESH)) == plain(export(told))


def test_what_was_erased_does_not_come_back_by_a_document_from_before(told, bell):
    part = export(told)
    tea = next(each for each in part["memories"] if each["text"] == "Likes coffee.")
    told.travel.client().delete(f"{OWNER}/memories/{tea['id']}")
    bell.answer()
    results = take_in(told, part, OWNER)
    gone = [each["id"] for each in results if each["status"] == 410]
    kettle = next(e["id"] for e in part["memories"] if e["text"] == "Needs a kettle.")
    assert sorted(gone) == sorted([tea["id"], kettle])
    texts = [row.text for row in memories_of(told.owner)]
    assert "Likes coffee." not in texts
    assert "Needs a kettle." not in texts


def test_after_an_erasure_of_everything_the_whole_document_is_stale(told, bell):
    part = export(told)
    told.travel.client().delete(OWNER)
    bell.answer()
    client = told.travel.client()
    answer = client.post(f"{OWNER}/import", part, format="json")
    assert answer.status_code == 410
    assert answer.json()["erasure"]
    assert memories_of(told.owner) == []


def test_what_was_erased_here_after_an_import_does_not_come_back(told, bell):
    part = export(told)
    [first, *_] = take_in(told, part)
    told.travel.client().delete(f"{FRESH}/memories/{first['memory']['id']}")
    bell.answer()
    assert take_in(told, part)[0]["status"] == 410


def test_an_import_is_scrubbed_in_every_field(told):
    part = export(told)
    card = "4111 1111 " + "1111 1111"
    one = part["memories"][0]
    one["text"] = f"Pays with {card} always at home."
    one["metadata"] = {"card": card}
    one["versions"] = [
        {"number": 1, "text": f"Paid with {card} once.", "created_at": one["said_at"]},
        {"number": 2, "text": one["text"], "created_at": one["said_at"]},
    ]
    take_in(told, part)
    found = told.travel.client().get(f"{FRESH}/memories").content.decode()
    assert card not in found
    versions = MemoryVersion.objects.using("owner").values_list("text", flat=True)
    assert not [text for text in versions if "4111" in text]


def test_an_import_lets_nothing_in_that_waits(told):
    part = export(told)
    page = next(each for each in part["memories"] if each["text"] == "Opens at nine.")
    page |= {"status": "active", "trust": "user"}
    for source in part["sources"]:
        source["trust"] = "user"
    take_in(told, part)
    [row] = [
        each
        for each in export(told, FRESH)["memories"]
        if each["text"] == "Opens at nine."
    ]
    assert (row["status"], row["trust"]) == ("quarantined", "untrusted")


def test_a_paused_memory_comes_in_paused(told, as_owner):
    as_owner(Memory).filter(text="Likes coffee.").update(status="paused")
    take_in(told, export(told))
    [row] = (
        as_owner(Memory).filter(text="Likes coffee.").exclude(person_id=told.owner.id)
    )
    assert row.status == "paused"


def test_a_redacted_version_stays_redacted(told):
    client = told.travel.client()
    [row] = [e for e in export(told)["memories"] if e["text"] == "Likes coffee."]
    url = f"{OWNER}/memories/{row['id']}/redact-version"
    client.post(url, {"number": 1}, format="json")
    take_in(told, export(told))
    [copy] = [e for e in export(told, FRESH)["memories"] if e["text"] == row["text"]]
    assert [one["text"] for one in copy["versions"]] == [None, "Likes coffee."]
    assert copy["versions"][0]["redacted_at"]


def test_one_bad_item_harms_no_other(told):
    part = export(told)
    part["memories"][0]["kind"] = "nonsense"
    part["memories"][1]["source"] = "018f6f2e-4a57-7c11-9d5e-3b7d1c0a9e42"
    del part["memories"][2]["text"]
    results = take_in(told, part)
    assert [each["status"] for each in results[:3]] == [400, 400, 400]
    assert "sources" in json.dumps(results[1]["problem"]["errors"])
    assert len(export(told, FRESH)["memories"]) == 3


def test_an_item_made_from_something_unknown_is_refused(told):
    part = export(told)
    kettle = next(e for e in part["memories"] if e["text"] == "Needs a kettle.")
    part["memories"] = [kettle]
    assert [each["status"] for each in take_in(told, part)] == [404]


def test_the_answer_repeats_no_text(told):
    client = told.travel.client()
    answer = client.post(f"{FRESH}/import", export(told), format="json")
    assert "coffee" not in answer.content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"format": "memoryhub.memories/9"},
        {"memories": [1] * 501},
        {"memories": "all"},
        {"sources": [{"id": "x"}]},
        {"epoch": -1},
        {"person": 7},
        {"more": 1},
    ],
)
def test_what_is_no_document_is_refused_whole(told, change):
    part = {**export(told), **change}
    answer = told.travel.client().post(f"{FRESH}/import", part, format="json")
    assert answer.status_code == 400
    assert answer.json()["errors"]


def test_a_document_may_be_larger_than_other_bodies(told, settings):
    settings.API_BODY_LIMIT = 200
    take_in(told, export(told))
    settings.API_IMPORT_LIMIT = 200
    answer = told.travel.client().post(f"{FRESH}/import", export(told), format="json")
    assert answer.status_code == 413


def test_an_export_is_a_logged_read_with_its_purpose(told, as_owner):
    part = export(told)
    [read] = as_owner(Read).filter(kind="export")
    assert read.purpose == "assist"
    assert [str(each) for each in read.memory_ids] == [
        each["id"] for each in part["memories"]
    ]


def test_a_made_up_cursor_is_refused(told):
    client = told.travel.client()
    for cursor in ("x", "W10=", "WyJhIiwgImIiXQ=="):
        answer = client.get(f"{OWNER}/export?cursor={cursor}")
        assert answer.status_code == 400


def test_what_is_forgotten_is_not_exported(told):
    client = told.travel.client()
    row = export(told)["memories"][3]
    client.post(f"{OWNER}/forget", {"ids": [row["id"]]}, format="json")
    assert row["id"] not in [each["id"] for each in export(told)["memories"]]


def test_with_memory_off_nothing_goes_out_or_in(told, as_owner):
    part = export(told)
    as_owner(type(told.owner)).update(memory_enabled=False)
    client = told.travel.client()
    assert client.get(f"{OWNER}/export").status_code == 403
    answer = client.post(f"{OWNER}/import", part, format="json")
    assert answer.status_code == 403


def test_parts_are_of_a_size_that_an_import_takes():
    assert document.LARGEST_PART == 500


def test_a_source_is_written_once_however_often_it_is_named(told, as_owner):
    take_in(told, export(told))
    fresh = as_owner(Source).exclude(person_id=told.owner.id)
    refs = [ref for ref in fresh.values_list("ref", flat=True) if ref]
    assert len(refs) == len(set(refs)) == 2
