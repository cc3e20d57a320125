"""What waits is shown to its person, and let in or erased by them."""

from typing import Any

import pytest

from governance.models import Consent, Memory, MemoryVersion, Person, Service
from governance.tasks import expire
from tests.web.people import People, as_, location, words
from tests.world import memories_of

ALLERGY = "Her daughter Anna is allergic to peanuts."


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def held(people: People) -> str:
    """The owner has an account, so what is sensitive is held for them."""
    body = people.world.write(ALLERGY, key="health:allergy", metadata={"since": "2019"})
    assert body["status"] == "proposed"
    return str(body["id"])


def let_in(client: Any, memory_id: str) -> Any:
    return client.post(f"/me/memories/{memory_id}/let-in/")


def test_its_person_reads_what_is_sealed(people: People, held: str) -> None:
    client = as_(people.owner)
    assert ALLERGY in words(client.get("/me/"))
    page = words(client.get(f"/me/memories/{held}/"))
    assert ALLERGY in page
    assert "It waits for you" in page
    assert "What it tells of: health." in page
    assert ALLERGY in words(client.get(f"/me/memories/{held}/erase/"))


def test_by_a_link_they_read_it_too(people: People, held: str) -> None:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    assert ALLERGY in words(client.get("/me/"))


def test_nobody_else_sees_that_it_is_there(people: People, held: str) -> None:
    for other in (people.colleague, people.stranger, people.staff):
        client = as_(other)
        assert client.get(f"/me/memories/{held}/").status_code == 404
        assert let_in(client, held).status_code == 404
    assert memories_of(people.world.owner)[0].status == "proposed"


def test_a_yes_puts_it_in_use_as_it_was_told(people: People, held: str) -> None:
    answer = let_in(as_(people.owner), held)
    assert (answer.status_code, location(answer)) == (303, f"/me/memories/{held}/")
    client = people.world.travel.client()
    memory = client.get(f"/api/v1/people/owner/memories/{held}").json()
    assert (memory["text"], memory["status"]) == (ALLERGY, "active")
    assert (memory["key"], memory["metadata"]) == ("health:allergy", {"since": "2019"})
    assert memory["expires_at"] is None
    assert memory["sensitivity"] == "sensitive"
    found = client.get("/api/v1/people/owner/memories?q=peanuts").json()["results"]
    assert [each["id"] for each in found] == [held]
    history = client.get(f"/api/v1/people/owner/memories/{held}/history").json()
    assert [each["text"] for each in history["versions"]] == [ALLERGY]
    assert history["versions"][0]["actor"]["kind"] == "account"
    [row] = memories_of(people.world.owner)
    assert row.sealed is None


def test_a_yes_to_one_is_no_consent_to_the_category(people: People, held: str) -> None:
    let_in(as_(people.owner), held)
    assert Consent.objects.using("owner").count() == 0
    again = people.world.write("Ben is allergic to cats.")
    assert again["status"] == "proposed"


def test_a_no_erases_it_and_the_words_are_nowhere(
    people: People, held: str, bell: Any
) -> None:
    as_(people.owner).post(f"/me/memories/{held}/erase/")
    bell.answer()
    assert memories_of(people.world.owner) == []
    assert MemoryVersion.objects.using("owner").count() == 0


def test_it_takes_the_place_of_the_old_value_of_its_key(people: People) -> None:
    world = people.world
    old = world.write("Eats everything.", key="diet")
    new = world.write("Is allergic to peanuts.", key="diet")
    assert (
        world.travel.client()
        .get(f"/api/v1/people/owner/memories/{old['id']}")
        .json()["status"]
        == "active"
    )
    let_in(as_(people.owner), new["id"])
    states = {row.text: row.status for row in memories_of(world.owner)}
    assert states == {
        "Eats everything.": "superseded",
        "Is allergic to peanuts.": "active",
    }


def test_one_that_is_there_already_stays_one(people: People, bell: Any) -> None:
    world = people.world
    held = world.write(ALLERGY)
    world.travel.client().put("/api/v1/people/owner/consents/health")
    active = world.write(ALLERGY)
    assert active["status"] == "active"
    answer = let_in(as_(people.owner), held["id"])
    assert location(answer) == f"/me/memories/{active['id']}/"
    expire()
    assert [str(row.id) for row in memories_of(world.owner)] == [active["id"]]


def test_what_came_from_a_page_is_let_in_as_vouched_for(people: People) -> None:
    memory = people.world.write("Opens at nine.", source={"type": "web"})
    client = as_(people.owner)
    assert "not trusted" in words(client.get(f"/me/memories/{memory['id']}/"))
    let_in(client, memory["id"])
    [row] = memories_of(people.world.owner)
    assert (row.status, row.trust, row.status_reason) == ("active", "trusted", "")


def test_pressed_twice_it_is_one_yes(people: People, held: str) -> None:
    client = as_(people.owner)
    let_in(client, held)
    assert location(let_in(client, held)) == f"/me/memories/{held}/"
    assert MemoryVersion.objects.using("owner").count() == 1


def test_with_memory_off_it_says_so_and_changes_nothing(
    people: People, held: str
) -> None:
    rows = Person.objects.using("owner").filter(id=people.world.owner.id)
    rows.update(memory_enabled=False)
    answer = let_in(as_(people.owner), held)
    assert answer.status_code == 403
    assert "Memory is switched off." in words(answer)
    assert memories_of(people.world.owner)[0].status == "proposed"


def test_a_held_text_is_gone_after_its_time(people: People, held: str) -> None:
    rows = Memory.objects.using("owner").filter(id=held)
    rows.update(expires_at="2020-01-01T00:00:00Z")
    assert as_(people.owner).get(f"/me/memories/{held}/").status_code == 404
    expire()
    assert memories_of(people.world.owner) == []


def test_a_service_that_holds_for_somebody_without_an_account_is_asked_by_link(
    people: People,
) -> None:
    world = people.world
    Service.objects.using("owner").update(category_policy={"health": "hold"})
    url = "/api/v1/people/newcomer/memories"
    body = {"text": ALLERGY, "source": {"type": "user_message"}}
    held = world.travel.client().post(url, body, format="json").json()
    newcomer = Person.objects.using("owner").order_by("-created_at")[0]
    client = as_(None)
    client.post(people.link(newcomer, world.travel))
    assert let_in(client, held["id"]).status_code == 303
    assert memories_of(newcomer)[0].text == ALLERGY


def test_letting_in_what_is_there_does_not_shut_its_source_out(people: People) -> None:
    world = people.world
    page = {"type": "web", "ref": "page-1", "url": "https://example.org/hours"}
    waits = world.write("Opens at nine.", source=page)
    said = world.write("Opens at nine.", source={"type": "service", "ref": "s-1"})
    let_in(as_(people.owner), waits["id"])
    expire()
    client = world.travel.client()
    graph = client.get(f"/api/v1/people/owner/memories/{said['id']}/provenance").json()
    assert sorted(each["type"] for each in graph["sources"]) == ["service", "web"]
    assert world.write("Closes at six.", source=page)["status"] == "quarantined"


def test_the_same_words_after_a_yes_are_not_asked_about_again(
    people: People, held: str
) -> None:
    let_in(as_(people.owner), held)
    again = people.world.write(ALLERGY, key="health:allergy")
    assert (again["duplicate_of"], again["status"]) == (held, "active")


def test_one_that_does_not_open_hides_no_other(people: People, held: str) -> None:
    people.world.write("Likes tea.")
    Memory.objects.using("owner").filter(id=held).update(sealed=b"0" * 40)
    page = words(as_(people.owner).get("/me/"))
    assert "Likes tea." in page
    assert "cannot be opened any more" in page


def test_what_is_edited_before_it_is_kept_is_all_that_is_kept(
    people: People, held: str
) -> None:
    client = as_(people.owner)
    form = client.get(f"/me/memories/{held}/correct/")
    assert ALLERGY in words(form)
    answer = client.post(
        f"/me/memories/{held}/correct/",
        {"text": "Nothing with peanuts at ours, please.", "next": "/me/review/"},
    )
    assert location(answer) == "/me/review/"
    memory = people.world.travel.client().get(f"/api/v1/people/owner/memories/{held}")
    body = memory.json()
    assert (body["text"], body["status"]) == (
        "Nothing with peanuts at ours, please.",
        "active",
    )
    assert body["source"]["trust"] != "untrusted"
    [version] = MemoryVersion.objects.using("owner").filter(memory_id=held)
    assert version.text == "Nothing with peanuts at ours, please."


def test_a_card_number_is_left_out_of_what_is_edited_and_nothing_else_is_kept(
    people: People, held: str
) -> None:
    client = as_(people.owner)
    refused = client.post(
        f"/me/memories/{held}/correct/", {"text": "4111 1111 1111 1111"}
    )
    assert refused.status_code == 422
    assert [row.status for row in memories_of(people.world.owner)] == ["proposed"]


def test_a_stranger_edits_nothing_that_waits(people: People, held: str) -> None:
    for other in (people.colleague, people.stranger, people.staff):
        answer = as_(other).post(f"/me/memories/{held}/correct/", {"text": "Mine."})
        assert answer.status_code == 404
    assert memories_of(people.world.owner)[0].status == "proposed"


@pytest.fixture
def group(people: People) -> list[str]:
    page = {"type": "web", "ref": "page-1"}
    texts = ("Likes the harbour.", "Walks on Sundays.", "Reads the local paper.")
    return [people.world.write(text, source=page)["id"] for text in texts]


def test_a_group_is_kept_at_once_after_a_preview(
    people: People, group: list[str]
) -> None:
    people.world.write(ALLERGY)
    client = as_(people.owner)
    page = words(client.get("/me/review/"))
    assert "3 – From a web page that Travel assistant read" in page
    preview = client.post("/me/bulk/", {"deed": "keep", "id": group})
    assert "Keep these memories" in words(preview)
    assert '<a class="button" href="/me/review/">' in preview.content.decode()
    assert "Walks on Sundays." in words(preview)
    confirmed = preview.context["chosen"].digest
    answer = client.post(
        "/me/bulk/", {"deed": "keep", "id": group, "confirmed": confirmed}
    )
    assert location(answer) == "/me/review/"
    after = words(client.get("/me/review/"))
    assert "3 memories kept." in after
    states = {str(row.id): row.status for row in memories_of(people.world.owner)}
    assert {states[each] for each in group} == {"active"}
    assert "proposed" in states.values()


def test_a_group_is_not_kept_while_memory_is_off(
    people: People, group: list[str]
) -> None:
    Person.objects.using("owner").filter(id=people.world.owner.id).update(
        memory_enabled=False
    )
    client = as_(people.owner)
    preview = client.post("/me/bulk/", {"deed": "keep", "id": group})
    confirmed = preview.context["chosen"].digest
    answer = client.post(
        "/me/bulk/", {"deed": "keep", "id": group, "confirmed": confirmed}
    )
    assert answer.status_code == 403
    assert {row.status for row in memories_of(people.world.owner)} == {"quarantined"}
