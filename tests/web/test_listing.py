"""Search, filters, and many at once."""

from typing import Any

import pytest

from governance.models import ErasureRun, Memory, MemoryState
from tests.web.people import People, as_, location, words
from tests.web.signing import again_as


def test_search_finds_words_and_meaning(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    people.world.write("Drinks tea in the morning.")
    assert _texts(people, "?q=tea") == ["Drinks tea in the morning."]
    assert _texts(people, "?q=railway+journeys") == ["Prefers trains to planes."]


def test_nothing_found_is_another_page_than_nothing_remembered(people: People) -> None:
    people.world.write("Drinks tea.")
    page = words(as_(people.owner).get("/me/?q=zzzzqqq"))
    assert "Nothing is remembered about “zzzzqqq”." in page
    assert "Look at what was forgotten" in page
    assert "0 memories found" in page


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kind=preference", ["Wants a window seat."]),
        ("state=waiting", ["Wants first class."]),
        ("state=paused", ["Sleeps late."]),
        ("only=pinned", ["Speaks Portuguese."]),
        ("only=private", ["Owes the bank."]),
        ("only=inferred", ["Is often away."]),
        ("age=older", []),
        ("kind=preference&state=paused", []),
        ("kind=nothing-like-it&state='%3B--&age=%00", None),
    ],
)
def test_each_filter_shows_what_fits(
    people: People, query: str, expected: list[str] | None
) -> None:
    world = people.world
    world.write("Wants a window seat.", kind="preference")
    world.write("Wants first class.", source={"type": "web"})
    paused = world.write("Sleeps late.")
    Memory.objects.using("owner").filter(id=paused["id"]).update(
        status=MemoryState.PAUSED
    )
    world.write("Speaks Portuguese.", pinned=True)
    world.write("Owes the bank.", sensitivity="sensitive")
    world.write("Is often away.", inferred=True)
    found = _texts(people, f"?{query}")
    assert sorted(found) == sorted(expected if expected is not None else _texts(people))


def test_one_app_is_shown_alone(people: People) -> None:
    world = people.world
    world.write("Prefers trains.")
    world.write("Banks on Tuesdays.", ref="stranger", program=world.bank)
    type(world.owner).objects.using("owner").filter(id=world.stranger.id).update(
        account=people.owner
    )
    assert _texts(people, f"?app={world.stranger.id}") == ["Banks on Tuesdays."]
    assert len(_texts(people, f"?app={world.colleague.id}")) == 2


def test_pages_keep_the_filters(people: People) -> None:
    for each in range(60):
        people.world.write(f"Fact {each}.", kind="event")
    page = as_(people.owner).get("/me/?kind=event&sort=oldest")
    assert "?kind=event&amp;sort=oldest&amp;page=2" in page.content.decode()
    assert "60 memories found" in words(page)


def test_htmx_gets_the_results_alone_and_an_address_without_noise(
    people: People,
) -> None:
    people.world.write("Drinks tea.")
    answer = as_(people.owner).get(
        "/me/?q=tea&kind=&state=", headers={"HX-Request": "true"}
    )
    assert answer.content.decode().lstrip().startswith('<div id="results"')
    assert answer.headers["HX-Push-Url"] == "/me/?q=tea"
    assert "HX-Request" in answer.headers["Vary"]


def test_many_are_forgotten_after_a_look_and_can_be_taken_back(people: People) -> None:
    ids = [people.world.write(f"Fact {each}.")["id"] for each in range(3)]
    people.world.write("Summed up.", derived_from=[ids[0]])
    client = as_(people.owner)
    preview = client.post("/me/bulk/", {"deed": "forget", "id": ids[:2]})
    page = words(preview)
    assert "2 memories:" in page
    assert "1 text that was made from them goes too." in page
    assert Memory.objects.using("owner").filter(status="forgotten").count() == 0
    done = client.post("/me/bulk/", _confirm(preview, deed="forget", id=ids[:2]))
    assert location(done) == "/me/forgotten/"
    assert Memory.objects.using("owner").filter(status="forgotten").count() == 3
    run = ErasureRun.objects.using("owner").get()
    client.post(f"/me/erasures/{run.id}/undo/")
    assert Memory.objects.using("owner").filter(status="active").count() == 4


def test_all_that_fit_are_paused_also_beyond_the_page(people: People) -> None:
    for each in range(55):
        people.world.write(f"Fact {each}.", kind="event")
    people.world.write("Drinks tea.")
    client = as_(people.owner)
    given = {"deed": "pause", "all": "yes", "filters": "kind=event"}
    preview = client.post("/me/bulk/", given)
    assert "55 memories:" in words(preview)
    client.post("/me/bulk/", _confirm(preview, **given))
    paused = Memory.objects.using("owner").filter(status="paused")
    assert paused.count() == 55


def test_what_changed_meanwhile_is_shown_again_and_not_done(people: People) -> None:
    people.world.write("Fact one.", kind="event")
    client = again_as(people.owner)
    given = {"deed": "forget", "all": "yes", "filters": "kind=event"}
    preview = client.post("/me/bulk/", given)
    people.world.write("Fact two.", kind="event")
    again = client.post("/me/bulk/", _confirm(preview, **given))
    assert "The list has changed meanwhile" in words(again)
    assert not ErasureRun.objects.using("owner").exists()


@pytest.mark.parametrize(
    "given",
    [
        {"deed": "erase"},
        {"deed": "forget", "id": ["not-an-id"]},
        {},
    ],
)
def test_a_forged_bulk_form_finds_nothing(
    people: People, given: dict[str, Any]
) -> None:
    assert as_(people.owner).post("/me/bulk/", given).status_code == 404


def test_a_strangers_memory_is_not_among_the_chosen(people: People) -> None:
    memory = people.world.write("Prefers trains to planes.")
    page = as_(people.stranger).post(
        "/me/bulk/", {"deed": "forget", "id": [memory["id"]]}
    )
    assert "No memory is chosen" in words(page)


def test_everything_at_once_asks_for_the_password_again(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    given = {"deed": "forget", "all": "yes", "filters": ""}
    answer = as_(people.owner).post("/me/bulk/", given)
    assert location(answer).startswith("/accounts/again/")
    assert "1 memory:" in words(again_as(people.owner).post("/me/bulk/", given))


def test_a_link_does_not_forget_everything_at_once(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    given = {"deed": "forget", "all": "yes", "filters": ""}
    assert client.post("/me/bulk/", given).status_code == 403


def test_what_waits_stands_on_the_review_page_with_what_it_would_replace(
    people: People,
) -> None:
    people.world.write("Lives in Oslo.", key="home")
    people.world.write("Lives in Bergen.", key="home", source={"type": "web"})
    client = as_(people.owner)
    page = words(client.get("/me/review/"))
    assert "1 waits for you" in page
    assert "It would replace: Lives in Oslo." in page


def _texts(people: People, query: str = "") -> list[str]:
    response = as_(people.owner).get(f"/me/{query}")
    return [each.memory.text for each in response.context["rows"]]


def _confirm(preview, **given):
    return {**given, "confirmed": preview.context["chosen"].digest}
