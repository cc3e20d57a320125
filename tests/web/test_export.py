"""Take one's data along: the link, the files, and what stands on record."""

import csv
import io
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from governance.models import (
    AuditEntry,
    Consent,
    ConversationItem,
    ExportLink,
    Memory,
    MemoryFile,
    Person,
    Read,
)
from governance.tasks import retain_nightly
from tests.told import Talk, insert, note, run_tool
from tests.web.people import PASSWORD, People, as_, location, words
from tests.world import memories_of

HOSTILE = "<script>alert(1)</script> \u202egnp.exe\u202c 👨‍👩‍👧‍👦" + " many words" * 700


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def fresh(account: Any) -> Any:
    """A browser in which they have just given their password."""
    client = as_(account)
    assert client.post("/accounts/again/", {"password": PASSWORD}).status_code == 302
    return client


def link(people: People, client: Any, kind: str = "json") -> str:
    answer = client.post("/me/export/link/", {"format": kind})
    assert answer.status_code == 303
    return location(answer)


def text_of(response: Any) -> str:
    return b"".join(response.streaming_content).decode()


def file(people: People, kind: str = "json") -> str:
    client = fresh(people.owner)
    return text_of(client.post(link(people, client, kind)))


def test_the_page_says_what_is_in_it_and_how_much(people: People) -> None:
    people.world.write("Likes rain.")
    people.world.write("Likes tea.")
    page = words(as_(people.owner).get("/me/export/"))
    assert "Travel assistant 2 memories" in page
    assert "opens for 7 days" in page


def test_without_having_signed_in_just_now_one_is_asked_first(people: People) -> None:
    people.world.write("Likes rain.")
    client = as_(people.owner)
    path = link(people, client)
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code in {302, 303}
        assert "/accounts/again/" in location(answer)
    assert not Read.objects.using("owner").exists()


def test_json_holds_what_rest_exports_and_what_that_leaves_out(people: People) -> None:
    world = people.world
    world.write("Lives in Oslo.", key="city")
    world.write("Lives in Bergen.", key="city")
    client = world.travel.client()
    client.get("/api/v1/people/owner/memories")
    as_(people.owner).post("/me/on-off/temporary/", {"temporary": "hour"})
    as_(people.owner).post("/me/on-off/temporary/", {"temporary": "over"})
    as_(people.owner).post(
        f"/me/on-off/{world.owner.id}/kinds/union/", {"choice": "never"}
    )
    Consent.objects.using("owner").create(
        person_id=world.owner.id,
        service_id=world.travel.service.id,
        category="health",
        given_by="account",
    )
    found = json.loads(file(people))
    [record] = found["records"]
    assert found["format"] == "memoryhub.account/2"
    assert record["service"] == "Travel assistant"
    assert record["settings"]["refused_categories"] == ["union"]
    assert [each["category"] for each in record["consents"]] == ["health"]
    assert [each["kind"] for each in record["reads"]] == ["list"]
    rest = client.get("/api/v1/people/owner/export").json()
    [document] = record["documents"]
    assert document["memories"] == rest["memories"]
    assert document["sources"] == rest["sources"]


def test_its_documents_can_be_taken_in_elsewhere(people: People) -> None:
    people.world.write("Likes rain.")
    [record] = json.loads(file(people))["records"]
    answer = people.world.bank.client().post(
        "/api/v1/people/me-elsewhere/import", record["documents"][0], format="json"
    )
    assert [each["status"] for each in answer.json()["results"]] == [201]


def test_what_waits_for_a_yes_is_in_it_for_its_person(people: People) -> None:
    people.world.write("Her daughter Anna is allergic to peanuts.")
    [record] = json.loads(file(people))["records"]
    assert [each["text"] for each in record["waiting"]] == [
        "Her daughter Anna is allergic to peanuts."
    ]
    assert "peanuts" in file(people, "html")


@pytest.mark.parametrize("kind", ["json", "csv", "html"])
def test_every_record_and_every_part_of_it_is_in_every_file(
    people: People, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("governance.porting.own_copy.LARGEST_PART", 2)
    Person.objects.using("owner").filter(id=people.world.stranger.id).update(
        account=people.owner
    )
    for number in range(5):
        people.world.write(f"Fact {number} about bread.")
    people.world.write("Banks.", ref="stranger", program=people.world.bank)
    people.world.write("Is a colleague.", ref="colleague")
    found = file(people, kind)
    for number in range(5):
        assert found.count(f"Fact {number} about bread.") >= 1
    assert "Banks." in found
    assert "Is a colleague." not in found


def test_the_page_is_a_file_of_its_own_in_which_nothing_runs(people: People) -> None:
    written = people.world.write("Stands in for the text.")
    Memory.objects.using("owner").filter(id=written["id"]).update(text=HOSTILE)
    client = fresh(people.owner)
    answer = client.post(link(people, client, "html"))
    assert re.fullmatch(
        r'attachment; filename="memoryhub-[\d-]+\.html"',
        answer.headers["Content-Disposition"],
    )
    body = text_of(answer)
    assert "<script" not in body
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in body
    assert "default-src &#x27;none&#x27;" in body or "default-src 'none'" in body
    assert not re.search(r"(src|href)=", body)
    assert body.rstrip().endswith("</html>")
    assert "Who read it" in body


def test_the_page_tells_times_in_the_zone_of_the_account(people: People) -> None:
    people.owner.zone = "Europe/Oslo"
    people.owner.save()
    people.world.write("Likes rain.")
    Memory.objects.using("owner").update(said_at="2026-10-02T23:30:00Z")
    assert "2026-10-03T01:30:00+02:00" in file(people, "html")


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(people: People, first: str) -> None:
    written = people.world.write("Stands in for the text.")
    Memory.objects.using("owner").filter(id=written["id"]).update(text=f"{first}1+2")
    rows = list(csv.DictReader(io.StringIO(file(people, "csv").lstrip("\ufeff"), "")))
    assert [row["text"] for row in rows] == [f"'{first}1+2"]
    assert rows[0]["app"] == "Travel assistant"


def test_a_download_is_audited_logged_and_stands_in_the_activity(
    people: People,
) -> None:
    written = people.world.write("Likes rain.")
    file(people)
    entry = AuditEntry.objects.using("owner").get(verb="export.downloaded")
    assert (entry.actor_id, entry.person_id) == (
        people.owner.id,
        people.world.owner.id,
    )
    read = Read.objects.using("owner").get()
    assert (read.kind, [str(each) for each in read.memory_ids]) == (
        "export",
        [written["id"]],
    )
    page = words(as_(people.owner).get("/me/activity/"))
    assert "You downloaded your data" in page
    assert "1 entry of Travel assistant went into your own export." in page
    assert ExportLink.objects.using("owner").get().downloads == 1


def test_what_was_erased_meanwhile_is_not_in_it(people: People, bell: Any) -> None:
    written = people.world.write("Likes rain.")
    client = fresh(people.owner)
    path = link(people, client)
    client.post(f"/me/memories/{written['id']}/erase/")
    bell.answer()
    assert memories_of(people.world.owner) == []
    assert "Likes rain." not in text_of(client.post(path))


def test_nobody_else_opens_the_link(people: People) -> None:
    people.world.write("Likes rain.")
    path = link(people, fresh(people.owner))
    for other in (people.colleague, people.stranger, people.staff):
        client = fresh(other)
        assert client.get(path).status_code == 404
        assert client.post(path).status_code == 404
    assert as_(None).get(path).status_code == 302
    assert ExportLink.objects.using("owner").get().downloads == 0


def test_a_link_that_has_ended_is_gone_and_then_swept(people: People) -> None:
    client = fresh(people.owner)
    path = link(people, client)
    links = ExportLink.objects.using("owner")
    links.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(path).status_code == 410
    assert client.post(path).status_code == 410
    assert "This link has ended" in words(client.get(path))
    retain_nightly()
    assert not links.exists()
    assert client.get(path).status_code == 404


def test_the_token_is_nowhere_in_the_database(people: People) -> None:
    token = link(people, fresh(people.owner)).strip("/").rsplit("/", 1)[1]
    row = ExportLink.objects.using("owner").get()
    assert token.encode() not in bytes(row.token_hash)
    ends = row.expires_at - row.created_at
    assert timedelta(days=6, hours=23) < ends <= timedelta(days=7, minutes=1)


def test_who_came_by_a_link_is_told_why_there_is_none(people: People) -> None:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    page = words(client.get("/me/export/"))
    assert "a link may have been passed on" in page
    assert client.post("/me/export/link/", {"format": "json"}).status_code == 403
    assert not ExportLink.objects.using("owner").exists()


def test_what_no_form_sends_makes_no_link(people: People) -> None:
    client = fresh(people.owner)
    assert client.post("/me/export/link/", {"format": "exe"}).status_code == 404
    assert client.get("/me/export/nothing/").status_code == 404


@pytest.mark.parametrize("kind", ["json", "html"])
def test_messages_and_notes_are_in_it_with_what_they_said_before(
    people: People, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("governance.porting.kept.MESSAGES_AT_ONCE", 2)
    monkeypatch.setattr("governance.porting.kept.NOTES_AT_ONCE", 1)
    client = people.world.travel.client()
    for name in ("oslo", "bergen"):
        Talk(client, name=name).add(*[f"Number {at} in {name}." for at in range(3)])
    Talk(client, name="gone").add("Forgotten by now.")
    gone = {"conversation": "gone"}
    client.post("/api/v1/people/owner/forget", gone, format="json")
    Talk(client, ref="colleague").add("Said by a colleague.")
    note(client, "/memories/tea.md", "Drinks tea.\n")
    insert(client, "/memories/tea.md", 1, "No sugar.")
    note(client, "/memories/hostile.md", HOSTILE)
    found = file(people, kind)
    for name in ("oslo", "bergen"):
        at = [found.index(f"Number {each} in {name}.") for each in range(3)]
        assert at == sorted(at)
    assert "No sugar." in found
    assert found.count("Drinks tea.") == 2
    assert "Forgotten by now." not in found
    assert "Said by a colleague." not in found
    if kind == "html":
        assert HOSTILE not in found
    logged = Read.objects.using("owner").filter(kind="export")
    handed_out = {each for read in logged for each in read.memory_ids}
    mine = {"person_id": people.world.owner.id, "forgotten": False}
    items = ConversationItem.objects.using("owner").filter(**mine)
    files = MemoryFile.objects.using("owner").filter(**mine)
    wanted = {*items.values_list("id", flat=True), *files.values_list("id", flat=True)}
    kept = {each.id for each in items.filter(conversation__forgotten=False)}
    assert kept | {each.id for each in files} <= handed_out <= wanted
    page = words(as_(people.owner).get("/me/export/"))
    assert "6 messages of conversations." in page
    assert "2 notes of the app" in page


@pytest.mark.parametrize("kind", ["json", "html"])
def test_long_messages_and_notes_make_shorter_parts_and_nothing_is_lost(
    people: People, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("governance.porting.kept.MOST_CHARACTERS", 100)
    client = people.world.travel.client()
    Talk(client).add(*[f"Number {at}. {'It rains. ' * 15}" for at in range(5)])
    for name in ("one", "two", "three"):
        note(client, f"/memories/{name}.md", f"About {name}. {'It rains. ' * 15}")
    found = file(people, kind)
    at = [found.index(f"Number {each}.") for each in range(5)]
    assert at == sorted(at)
    assert all(f"About {name}." in found for name in ("one", "two", "three"))
    if kind == "html":
        assert found.count(">vienna<") == 1
        assert "None." not in found.split("<h3>Conversations")[1]
    logged = Read.objects.using("owner").filter(kind="export")
    assert sum(len(each.memory_ids) for each in logged) == 8


@pytest.mark.parametrize("kind", ["json", "html", "csv"])
def test_messages_that_are_over_and_what_is_being_erased_are_not_in_it(
    people: People, kind: str
) -> None:
    client = people.world.travel.client()
    Talk(client).add("This one stays.", "This one is over.")
    ConversationItem.objects.using("owner").filter(number=2).update(
        expires_at=timezone.now()
    )
    Talk(client, name="cleared").add("Cleared by now.")
    Talk(client, name="cleared").clear()
    note(client, "/memories/gone.md", "Deleted by now.")
    run_tool(client, "delete", path="/memories/gone.md")
    note(client, "/memories/other.md", "Of a colleague.", ref="colleague")
    found = file(people, kind)
    assert "This one stays." in found
    for text in ("is over", "Cleared", "Deleted", "colleague"):
        assert text not in found


def test_an_erasure_reaches_messages_while_the_file_is_made(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("governance.porting.kept.MESSAGES_AT_ONCE", 1)
    client = people.world.travel.client()
    Talk(client, name="first").add("Said first.")
    Talk(client, name="second").add("Said second.")
    browser = fresh(people.owner)
    answer = browser.post(link(people, browser))
    pieces = []
    for piece in answer.streaming_content:
        pieces.append(piece.decode())
        if "Said first." in pieces[-1]:
            Talk(client, name="second").clear()
    assert "Said first." in "".join(pieces)
    assert "Said second." not in "".join(pieces)


def test_the_table_has_a_row_for_each_message_and_each_text_of_a_note(
    people: People,
) -> None:
    people.world.write("Likes rain.")
    client = people.world.travel.client()
    call = {"type": "function_call", "call_id": "c1", "arguments": "{}"}
    Talk(client).add("=1+2", call)
    note(client, "/memories/tea.md", "Drinks tea.\n")
    insert(client, "/memories/tea.md", 1, "No sugar.")
    table = file(people, "csv").removeprefix("\ufeff")
    found = list(csv.DictReader(io.StringIO(table, "")))
    told = [(each["what"], each["place"], each["number"]) for each in found]
    assert told == [
        ("memory", "", ""),
        ("message", "vienna", "1"),
        ("message", "vienna", "2"),
        ("note", "/memories/tea.md", "1"),
        ("note", "/memories/tea.md", "2"),
    ]
    assert [found[1]["text"], found[1]["source"]] == ["'=1+2", "user"]
    assert '"arguments"' in found[2]["text"]
    assert [each["text"] for each in found[3:]] == [
        "Drinks tea.\n",
        "Drinks tea.\nNo sugar.\n",
    ]
    assert [bool(each["until"]) for each in found[3:]] == [True, False]
