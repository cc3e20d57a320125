"""Notes that apps keep: seen whole, forgotten with undo, erased."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from governance.models import (
    About,
    ErasureRun,
    FileVersion,
    MemoryFile,
    Person,
    RetentionRule,
)
from tests.bell import Bell
from tests.told import insert, note, run_tool
from tests.web.people import People, as_, location, words

SEATS = "Likes the window."


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def a_note(people: People, path: str = "seats.md", text: str = SEATS) -> str:
    """The travel assistant notes something about the owner; gives the page."""
    note(people.world.travel.client(), f"/memories/{path}", text)
    file = MemoryFile.objects.using("owner").get(path=f"/memories/{path}")
    return f"/me/notes/{file.id}/"


def with_the_bank(people: People) -> None:
    """The bank notes something about the stranger, whose record the owner has as well."""
    note(
        people.world.bank.client(), "/memories/bank.md", "Saves a lot.", ref="stranger"
    )
    mine = Person.objects.using("owner").filter(id=people.world.stranger.id)
    mine.update(account=people.owner)


def by_link(people: People) -> Client:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    return client


def test_the_list_tells_of_every_note_of_every_app(people: People) -> None:
    a_note(people, "trips/vienna.md", "Night train.")
    with_the_bank(people)
    page = words(as_(people.owner).get("/me/notes/"))
    assert "2 notes" in page
    assert page.index("bank.md") < page.index("trips/vienna.md")
    assert "Travel assistant" in page
    assert "Not opened yet" in page
    assert "12 characters long" in page
    assert "/memories/" not in page


def test_one_app_is_shown_alone(people: People) -> None:
    a_note(people)
    with_the_bank(people)
    page = words(as_(people.owner).get(f"/me/notes/?app={people.world.stranger.id}"))
    assert "1 note" in page
    assert "bank.md" in page
    assert "seats.md" not in page
    nobodys = words(as_(people.owner).get(f"/me/notes/?app={uuid.uuid4()}"))
    assert "2 notes" in nobodys


def test_a_link_shows_the_notes_of_its_service_alone(people: People) -> None:
    mine = a_note(people)
    with_the_bank(people)
    client = by_link(people)
    assert "1 note" in words(client.get("/me/notes/"))
    assert SEATS in words(client.get(mine))
    bank = MemoryFile.objects.using("owner").get(path="/memories/bank.md")
    for path in ("", "forget/", "erase/"):
        assert client.post(f"/me/notes/{bank.id}/{path}").status_code in {404, 405}
    assert client.get(f"/me/notes/{bank.id}/").status_code == 404


def test_nothing_kept_is_said_in_words(people: People) -> None:
    page = words(as_(people.colleague).get("/me/notes/"))
    assert "0 notes" in page
    assert "There are no notes" in page


def test_a_note_is_shown_whole_with_what_it_said_before(people: People) -> None:
    here = a_note(people, text="First line.\n\n  Second line.")
    client = people.world.travel.client()
    insert(client, "/memories/seats.md", 0, "On top.")
    run_tool(client, "view", path="/memories/seats.md")
    answer = as_(people.owner).get(here)
    page = words(answer)
    assert "First line.\n\n  Second line." in answer.content.decode()
    assert "On top. First line." in page
    assert "What it said before Earlier versions go by themselves after" in page
    assert page.count("Second line.") == 2
    assert "Not opened yet" not in page


def test_when_it_goes_by_itself_is_said_while_the_rule_is_on(people: People) -> None:
    here = a_note(people)
    said = "If the app neither opens nor changes it"
    rules = RetentionRule.objects.using("owner").filter(about=About.FILES)
    ends = timezone.now() + timedelta(days=rules.get().days or 0)
    page = words(as_(people.owner).get(here))
    assert said in page
    assert str(ends.year) in page
    owner = Person.objects.using("owner").filter(id=people.world.owner.id)
    owner.update(keep_unused=True, forget_after_months=12)
    page = words(as_(people.owner).get(here))
    assert said not in page
    assert "not changed for 12 months, as you chose" in page
    owner.update(keep_unused=False, forget_after_months=None)
    rules.update(enabled=False)
    assert "Goes by itself" not in words(as_(people.owner).get(here))


def test_a_forgotten_note_can_be_undone(people: People) -> None:
    here = a_note(people)
    client = as_(people.owner)
    answer = client.post(f"{here}forget/", {"then": "/me/forgotten/"})
    assert (answer.status_code, location(answer)) == (303, "/me/forgotten/")
    page = words(client.get("/me/forgotten/"))
    assert "Forgotten." in page
    assert "seats.md 1 note" in page
    assert "Erase now : seats.md" in page
    assert client.get(here).status_code == 404
    told = run_tool(
        people.world.travel.client(), "view", path="/memories/seats.md"
    ).json()
    assert told["is_error"]
    run = ErasureRun.objects.using("owner").get()
    client.post(f"/me/erasures/{run.id}/undo/", {"next": "/me/notes/"})
    assert "It is back, as it was." in words(client.get("/me/notes/"))
    assert SEATS in words(client.get(here))


def test_what_is_forgotten_can_be_erased_now(people: People, bell: Bell) -> None:
    here = a_note(people)
    client = as_(people.owner)
    client.post(f"{here}forget/")
    run = ErasureRun.objects.using("owner").get()
    receipt = location(client.post(f"/me/erasures/{run.id}/now/"))
    bell.answer()
    page = words(client.get(receipt))
    assert "It is gone." in page
    assert "Notes that an app had made 1 1" in page
    page = words(client.get("/me/forgotten/"))
    assert "1 note Erased" in page
    assert "seats.md" not in page


def test_erased_now_it_is_gone_with_its_versions(people: People, bell: Bell) -> None:
    here = a_note(people)
    insert(people.world.travel.client(), "/memories/seats.md", 0, "On top.")
    client = as_(people.owner)
    page = words(client.get(f"{here}erase/"))
    assert "1 earlier version goes with it." in page
    assert "You cannot undo this." in page
    assert MemoryFile.objects.using("owner").count() == 1
    receipt = location(client.post(f"{here}erase/"))
    assert location(client.post(f"{here}erase/")) == receipt
    bell.answer()
    assert "Earlier versions of notes 1 1" in words(client.get(receipt))
    assert not MemoryFile.objects.using("owner").exists()
    assert not FileVersion.objects.using("owner").exists()
    for path in (here, f"{here}erase/"):
        gone = client.get(path)
        assert gone.status_code == 410
        assert receipt in gone.content.decode()
        assert as_(people.colleague).get(path).status_code == 404
    again = client.post(f"{here}forget/")
    assert again.status_code == 410


def test_nobody_else_sees_or_touches_it(people: People) -> None:
    here = a_note(people)
    for other in (people.colleague, people.stranger, people.staff):
        client = as_(other)
        assert "seats.md" not in words(client.get("/me/notes/"))
        assert client.get(here).status_code == 404
        assert client.post(f"{here}forget/").status_code == 404
        assert client.post(f"{here}erase/").status_code == 404
    assert not ErasureRun.objects.using("owner").exists()


def test_hostile_text_is_text(people: People) -> None:
    here = a_note(people)
    bad = "<script>alert(1)</script>{{ request.user }}"
    MemoryFile.objects.using("owner").update(text=bad, path=f"/memories/{bad}")
    client = as_(people.owner)
    client.post(f"{a_note(people, 'other.md', 'Tea.')}forget/")
    for path in ("/me/notes/", here, f"{here}erase/"):
        html = client.get(path).content.decode()
        assert "<script>alert" not in html
        assert "{{ request.user }}" in html
    client.post(f"{here}forget/")
    assert "<script>alert" not in client.get("/me/forgotten/").content.decode()


def test_the_list_of_memories_and_the_app_lead_to_the_notes(people: People) -> None:
    assert "also keep" not in words(as_(people.owner).get("/me/"))
    a_note(people)
    client = as_(people.owner)
    for page in (client.get("/me/"), by_link(people).get("/me/")):
        assert "Apps also keep 1 note" in words(page)
        assert 'href="/me/notes/"' in page.content.decode()
    app = client.get(f"/me/apps/{people.world.owner.id}/")
    assert f'href="/me/notes/?app={people.world.owner.id}"' in app.content.decode()
    assert "also keep" not in words(as_(people.colleague).get("/me/"))


def test_the_activity_names_a_note_that_was_opened(people: People, bell: Bell) -> None:
    here = a_note(people)
    run_tool(people.world.travel.client(), "view", path="/memories/seats.md")
    client = as_(people.owner)
    answer = client.get("/me/activity/")
    assert "Travel assistant opened 1 note." in words(answer)
    assert f'href="{here}"' in answer.content.decode()
    client.post(f"{here}forget/")
    page = words(client.get("/me/activity/"))
    assert "a note that is out of use" in page
    run = ErasureRun.objects.using("owner").get()
    client.post(f"/me/erasures/{run.id}/now/")
    bell.answer()
    page = words(client.get("/me/activity/"))
    assert "a note that was erased" in page
    assert "a memory that" not in page
