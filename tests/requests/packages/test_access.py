"""What an access package holds (Art. 15 GDPR)."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import jsonschema
import pytest
from django.utils import timezone

from governance.models import Memory, Person, Read
from governance.requests.packages import schema
from tests.requests.packages.making import Making, rows

HEADINGS = {
    "purposes",
    "categories",
    "recipients",
    "retention",
    "rights",
    "complaint",
    "sources",
    "automated_decisions",
    "transfers",
}
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"


def text_of(written: dict[str, Any], **columns: Any) -> None:
    """Past the gate, as only the owner of the tables can."""
    Memory.objects.using("owner").filter(id=written["id"]).update(**columns)


def test_every_heading_is_there_and_none_is_empty(making: Making) -> None:
    making.world.write("Likes rain.")
    headings = making.json(making.make())["headings"]
    assert set(headings) == HEADINGS
    for heading in headings.values():
        assert heading["title"]
        assert heading["law"].startswith("Art. 15")
        assert heading["said"]
        assert all(each.strip() for each in heading["said"])


def test_every_heading_says_none_in_words_where_nothing_is_kept(making: Making) -> None:
    headings = making.json(making.make())["headings"]
    assert all(all(heading["said"]) for heading in headings.values())
    assert "No memory of any kind." in headings["categories"]["said"]
    assert "No app has received any of them since." in headings["recipients"]["said"]
    assert headings["transfers"]["said"][0].startswith("None:")


def test_headings_tell_what_is_there(making: Making, settings: Any) -> None:
    settings.AUTHORITY = "The Data Office, Oslo"
    settings.PACKAGES = replace(settings.PACKAGES, transfers="To Norway.")
    world = making.world
    world.consent("health")
    world.write("Likes rain.")
    world.write("I have asthma.")
    world.travel.client().get("/api/v1/people/owner/memories")
    said = {
        name: " ".join(each["said"])
        for name, each in making.json(making.make())["headings"].items()
    }
    assert (
        "Travel assistant says that it reads your memories for: assist."
        in (said["purposes"])
    )
    assert "Travel assistant has read them 1 time for: assist." in said["purposes"]
    assert "fact: 2" in said["categories"]
    assert "health: 1." in said["categories"]
    assert (
        "Travel assistant received 2 of the memories, in 1 read."
        in (said["recipients"])
    )
    assert "A chat message with Travel assistant: 2" in said["sources"]
    assert "The Data Office, Oslo" in said["complaint"]
    assert said["transfers"] == "To Norway."


def test_each_memory_names_its_source_its_readers_and_how_long_it_stays(
    making: Making,
) -> None:
    written = making.world.write(
        "Likes rain.",
        source={"type": "document", "ref": "letter-7", "trust": "trusted"},
    )
    making.world.travel.client().get("/api/v1/people/owner/memories")
    [memory] = making.memories(making.make())
    assert memory["id"] == written["id"]
    assert memory["source"]["ref"] == "letter-7"
    assert memory["source"]["said"] == "A document that Travel assistant read"
    [reader] = memory["read_by"]
    assert (reader["service"], reader["times"]) == ("Travel assistant", 1)
    assert all(each["says"] for each in memory["retention"])


def test_what_is_the_persons_is_in_it_in_every_state(
    making: Making, as_owner: Any
) -> None:
    world = making.world
    world.write("Lives in Oslo.", key="city")
    world.write("Lives in Bergen.", key="city")
    paused = world.write("Sleeps late.")
    forgotten = world.write("Drinks tea.")
    as_owner(Memory).filter(id=paused["id"]).update(status="paused")
    as_owner(Memory).filter(id=forgotten["id"]).update(status="forgotten")
    world.write("Reads that owls are wise.", source={"type": "web"})
    as_owner(Person).filter(id=world.owner.id).update(seen_at=timezone.now())
    sealed = world.write("I have asthma.")
    assert sealed["status"] == "proposed"
    found = {each["text"]: each for each in making.memories(making.make())}
    assert {text: each["status"] for text, each in found.items()} == {
        "Lives in Oslo.": "superseded",
        "Lives in Bergen.": "active",
        "Sleeps late.": "paused",
        "Drinks tea.": "forgotten",
        "Reads that owls are wise.": "quarantined",
        "I have asthma.": "proposed",
    }
    assert found["I have asthma."]["state"].startswith("Waits for your yes")
    assert all(each["state"] for each in found.values())


def test_an_earlier_text_stands_in_the_history(making: Making) -> None:
    written = making.world.write("Likes rain.")
    path = f"/api/v1/people/owner/memories/{written['id']}"
    client = making.world.travel.client()
    etag = client.get(path).headers["ETag"]
    answer = client.patch(
        path, {"text": "Likes snow."}, format="json", HTTP_IF_MATCH=etag
    )
    assert answer.status_code == 200
    package = making.make()
    [memory] = making.memories(package)
    assert [each["text"] for each in memory["versions"]] == [
        "Likes rain.",
        "Likes snow.",
    ]
    history = rows(making.files(package)["history.csv"])
    assert [(each["version"], each["text"]) for each in history] == [
        ("1", "Likes rain."),
        ("2", "Likes snow."),
    ]
    assert "Likes rain." in making.files(package)["index.html"]


def test_what_is_on_its_way_out_is_in_none_of_its_files(making: Making) -> None:
    world = making.world
    gone = world.write("Likes snow.", source={"type": "web", "ref": "page-9"})
    world.write("Likes rain.")
    world.travel.client().delete(f"/api/v1/people/owner/memories/{gone['id']}")
    making.bell.rung.clear()
    everything = "".join(making.files(making.make()).values())
    assert "Likes rain." in everything
    assert "snow" not in everything
    assert "page-9" not in everything


def test_nothing_of_anybody_else_is_in_it(making: Making) -> None:
    world = making.world
    world.write("Likes rain.")
    world.write("Keeps bees.", ref="colleague")
    world.write("Rows boats.", ref="stranger", program=world.bank)
    everything = "".join(making.files(making.make()).values())
    assert "Likes rain." in everything
    assert "Keeps bees." not in everything
    assert "Rows boats." not in everything


def test_two_records_of_one_account_are_both_in_it(making: Making) -> None:
    world = making.world
    world.write("Likes rain.")
    world.write("Rows boats.", ref="stranger", program=world.bank)
    package = making.make(persons=[world.owner, world.stranger])
    document = making.json(package)
    assert [each["service"] for each in document["records"]] == [
        "Travel assistant",
        "Bank assistant",
    ]
    assert [len(each["memories"]) for each in document["records"]] == [1, 1]


def test_the_document_is_as_its_schema_says(making: Making) -> None:
    world = making.world
    world.consent("health")
    world.write("Lives in Oslo.", key="city", expires_at=_soon())
    world.write("Lives in Bergen.", key="city", metadata={"n": 1})
    world.write("Reads that owls are wise.", source={"type": "web"})
    world.travel.client().get("/api/v1/people/owner/memories")
    files = making.files(making.make())
    published = json.loads(schema("access"))
    assert json.loads(files["schema.json"]) == published
    checker = jsonschema.Draft202012Validator
    checker.check_schema(published)
    checker(published, format_checker=checker.FORMAT_CHECKER).validate(
        json.loads(files["memories.json"])
    )


def test_html_in_a_name_stays_text_and_nothing_in_the_page_runs(
    making: Making,
) -> None:
    written = making.world.write("Stands in for the text.")
    text_of(written, text=HOSTILE)
    page = making.files(making.make())["index.html"]
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "default-src &#x27;none&#x27;" in page or "default-src 'none'" in page
    assert " href=" not in page
    assert page.rstrip().endswith("</html>")


def test_the_page_speaks_the_language_of_the_request(making: Making) -> None:
    making.world.write("Likes rain.")
    page = making.files(making.make(language="de"))["index.html"]
    assert 'lang="de"' in page
    assert "Wer es gelesen hat" in page or "Erinnerungen" in page


@pytest.mark.parametrize("first", [*"=+-@\t\r", "＝", "＋", "－", "＠"])
def test_no_cell_is_a_formula(making: Making, first: str) -> None:
    written = making.world.write("Stands in for the text.")
    text_of(written, text=f'{first}HYPERLINK("x")', space=f"{first}1+2")
    [row] = rows(making.files(making.make())["memories.csv"])
    assert row["text"] == f'\'{first}HYPERLINK("x")'
    assert row["space"] == f"'{first}1+2"


def test_what_went_into_it_stands_in_the_record_of_reads_once(
    making: Making, as_owner: Any
) -> None:
    written = making.world.write("Likes rain.")
    making.make()
    read = as_owner(Read).get(purpose="by:person")
    assert [str(each) for each in read.memory_ids] == [written["id"]]


def test_more_than_one_part_is_whole(
    making: Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("governance.requests.packages.contents.SIZE", 2)
    for number in range(5):
        making.world.write(f"Fact {number} about bread.")
    package = making.make()
    assert len(making.memories(package)) == 5
    assert len(rows(making.files(package)["memories.csv"])) == 5
    assert package.counts == {"memories": 5, "left_out": 0}


def _soon() -> str:
    return (timezone.now() + timedelta(days=9)).isoformat()
