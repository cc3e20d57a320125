"""Forget a topic: a box, a page of what is found, a button; and it is one thing to undo."""

import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from governance.erasure import AlreadyErased
from governance.models import (
    ConversationItem,
    ErasureRun,
    Memory,
    MemoryFile,
    Unwanted,
)
from governance.web.me import topics
from tests.bell import Bell
from tests.told import Talk, note
from tests.web.people import PASSWORD, People, as_, location, words

PAGE = "/me/forget/"


@pytest.fixture
def about_tea(people: People, settings: Any, tmp_path: Any) -> dict[str, str]:
    """Memories by a short name, in the owner's travel record."""
    settings.LEDGER_DIR = tmp_path / "ledger"
    write = people.world.write
    tea = write("Likes green tea with breakfast.")["id"]
    bike = write("Has a blue bicycle in the cellar.")["id"]
    summary = write("Drinks tea.", kind="summary", derived_from=[tea])["id"]
    return {"tea": tea, "bike": bike, "summary": summary}


def ask(people: People, **fields: str) -> Any:
    return as_(people.owner).post(PAGE, fields)


def ticked(page: Any) -> set[str]:
    """Ids that are ticked when the page opens."""
    found = set()
    for box in page.content.decode().split("<input")[1:]:
        tag = box.split(">")[0]
        if 'name="id"' in tag and "checked" in tag:
            found.add(tag.split('value="')[1].split('"')[0])
    return found


def in_use() -> set[str]:
    rows = Memory.objects.using("owner").exclude(status="forgotten")
    return {str(each) for each in rows.values_list("id", flat=True)}


def test_what_says_it_is_ticked_and_nothing_is_done_yet(
    people: People, about_tea: dict[str, str]
) -> None:
    page = ask(people, topics_text="tea")
    assert ticked(page) == {about_tea["tea"], about_tea["summary"]}
    assert in_use() == set(about_tea.values())
    assert "Has a blue bicycle" not in words(page)


def test_what_is_ticked_is_forgotten_and_comes_back_as_one(
    people: People, about_tea: dict[str, str], bell: Bell
) -> None:
    client = as_(people.owner)
    chosen = [about_tea["tea"], about_tea["bike"]]
    done = client.post(f"{PAGE}chosen/", {"id": chosen}, follow=True)
    assert "Forgotten." in words(done)
    assert in_use() == set()
    run = ErasureRun.objects.using("owner").get()
    client.post(f"/me/erasures/{run.id}/undo/")
    assert in_use() == set(about_tea.values())


def test_of_several_apps_it_is_still_one_thing_to_undo(
    people: People, about_tea: dict[str, str]
) -> None:
    other = people.world.write(
        "Keeps tea in the office.", ref="stranger", program=people.world.bank
    )["id"]
    people.world.stranger.account = people.owner
    people.world.stranger.save(using="owner", update_fields=["account"])
    client = as_(people.owner)
    client.post(f"{PAGE}chosen/", {"id": [about_tea["tea"], other]})
    runs = list(ErasureRun.objects.using("owner").order_by("created_at"))
    assert [run.unit for run in runs] == [None, runs[0].id]
    page = client.get("/me/forgotten/")
    undo = re.findall(r'/me/erasures/([0-9a-f-]+)/undo/"', page.content.decode())
    assert set(undo) == {str(runs[0].id)}
    assert "Keeps tea in the office." in words(page)
    client.post(f"/me/erasures/{runs[0].id}/undo/")
    assert other in in_use()
    assert about_tea["tea"] in in_use()


def test_erase_now_asks_for_the_password_and_then_leaves_nothing(
    people: People, about_tea: dict[str, str], bell: Bell
) -> None:
    client = as_(people.owner)
    body = {"id": [about_tea["tea"]]}
    asked = client.post(f"{PAGE}now/", body)
    assert location(asked).startswith("/accounts/again/")
    assert about_tea["tea"] in in_use()
    client.post("/accounts/again/", {"password": PASSWORD, "next": PAGE})
    client.post(f"{PAGE}now/", body)
    bell.answer()
    assert in_use() == {about_tea["bike"]}


def test_what_is_not_to_be_learnt_is_refused_in_any_order_of_its_words(
    people: People, about_tea: dict[str, str], bell: Bell
) -> None:
    client = as_(people.owner)
    body = {"id": [about_tea["tea"]], "dont_learn": "yes"}
    client.post(f"{PAGE}chosen/", body)
    service = people.world.travel.client()
    url = "/api/v1/people/owner/memories"
    for text in (
        "Likes green tea with breakfast.",
        "likes GREEN tea  with breakfast",
        "With breakfast, likes green tea!",
    ):
        told = {"text": text, "source": {"type": "user_message", "ref": "m-9"}}
        answer = service.post(url, told, format="json")
        assert (answer.status_code, answer.json()["reason"]) == (
            403,
            "not_to_be_learnt",
        )
    told = {"text": "Likes black tea.", "source": {"type": "user_message"}}
    assert service.post(url, told, format="json").status_code == 201


def test_what_is_not_to_be_learnt_comes_in_by_no_correction_either(
    people: People, about_tea: dict[str, str], bell: Bell
) -> None:
    client = as_(people.owner)
    body = {"id": [about_tea["tea"]], "dont_learn": "yes"}
    client.post(f"{PAGE}chosen/", body)
    at = f"/api/v1/people/owner/memories/{about_tea['bike']}"
    told = {"text": "With breakfast, likes green tea!"}
    answer = people.world.travel.client().patch(at, told, format="json")
    assert (answer.status_code, answer.json()["reason"]) == (403, "not_to_be_learnt")


def test_a_summary_that_is_ticked_along_is_made_again_of_what_stays(
    people: People, about_tea: dict[str, str], bell: Bell
) -> None:
    write = people.world.write
    texts = ("Rides to work by bicycle each day.", "Mends bicycles for her friends.")
    more = [write(text)["id"] for text in texts]
    whole = write(
        "Rides a bicycle and drinks tea.",
        kind="summary",
        derived_from=[about_tea["tea"], about_tea["bike"], *more],
    )["id"]
    client = as_(people.owner)
    ids = [about_tea["tea"], about_tea["summary"], whole]
    client.post(f"{PAGE}chosen/", {"id": ids})
    run = ErasureRun.objects.using("owner").get()
    assert run.root_ids == [UUID(about_tea["tea"])]
    assert run.plan["rebuilt"] == 1
    assert not set(ids) & in_use()


def test_the_same_words_forgotten_twice_stay_unwanted_when_one_is_undone(
    people: People, about_tea: dict[str, str]
) -> None:
    other = people.world.write("Likes green tea with breakfast.", space="kitchen")["id"]
    client = as_(people.owner)
    for each in (about_tea["tea"], other):
        client.post(f"{PAGE}chosen/", {"id": [each], "dont_learn": "yes"})
    assert "1 sentence in Travel assistant" in words(client.get(PAGE))
    first = ErasureRun.objects.using("owner").order_by("created_at")[0]
    client.post(f"/me/erasures/{first.id}/undo/")
    told = {"text": "Likes GREEN tea with breakfast", "space": "work"}
    told["source"] = {"type": "user_message"}  # type: ignore[assignment]
    answer = people.world.travel.client().post(
        "/api/v1/people/owner/memories", told, format="json"
    )
    assert answer.status_code == 403


def test_no_word_of_it_is_kept_and_the_list_lets_it_be_learnt_again(
    people: People, about_tea: dict[str, str], bell: Bell
) -> None:
    client = as_(people.owner)
    client.post(f"{PAGE}chosen/", {"id": [about_tea["tea"]], "dont_learn": "yes"})
    row = Unwanted.objects.using("owner").get()
    assert b"tea" not in bytes(row.in_order) + bytes(row.in_any_order)
    assert "1 sentence in Travel assistant" in words(client.get(PAGE))
    client.post(f"{PAGE}{people.world.owner.id}/allow/")
    assert not Unwanted.objects.using("owner").exists()


def test_undo_takes_the_wish_back_too(
    people: People, about_tea: dict[str, str]
) -> None:
    client = as_(people.owner)
    client.post(f"{PAGE}chosen/", {"id": [about_tea["tea"]], "dont_learn": "yes"})
    run = ErasureRun.objects.using("owner").get()
    client.post(f"/me/erasures/{run.id}/undo/")
    assert not Unwanted.objects.using("owner").exists()


def test_what_nobody_remembers_shows_what_comes_closest(
    people: People, about_tea: dict[str, str]
) -> None:
    page = ask(people, topics_text="quantum chromodynamics")
    assert "Nothing is remembered about that. These come closest" in words(page)
    assert ticked(page) == set()


def test_a_time_and_an_app_can_be_chosen_without_a_topic(
    people: People, about_tea: dict[str, str]
) -> None:
    today = timezone.now().date()
    page = ask(people, since=str(today), until=str(today + timedelta(days=1)))
    assert ticked(page) == set(about_tea.values())
    page = ask(people, until=str(today - timedelta(days=2)))
    assert ticked(page) == set()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"topics_text": "   "},
        {"since": "2026-02-30"},
        {"since": "2026-02-03", "until": "2026-02-01"},
        {"app": "nobody"},
        {"topics_text": "x" * 501},
    ],
)
def test_a_bad_question_is_told_and_nothing_is_done(
    people: People, about_tea: dict[str, str], fields: dict[str, str]
) -> None:
    page = ask(people, **fields)
    assert page.status_code == 422
    assert "There is a problem" in words(page)


def test_another_ones_memory_cannot_be_named(
    people: People, about_tea: dict[str, str]
) -> None:
    other = people.world.write("Likes tea.", ref="colleague")["id"]
    as_(people.owner).post(f"{PAGE}chosen/", {"id": [other]})
    assert other in in_use()
    assert as_(people.owner).post(f"{PAGE}chosen/", {"id": ["x"]}).status_code == 404


def test_what_of_it_can_still_be_undone_is_undone(
    people: People, about_tea: dict[str, str], bell: Bell
) -> None:
    other = people.world.write(
        "Keeps tea in the office.", ref="stranger", program=people.world.bank
    )["id"]
    people.world.stranger.account = people.owner
    people.world.stranger.undo_hours = 0
    fields = ["account", "undo_hours"]
    people.world.stranger.save(using="owner", update_fields=fields)
    client = as_(people.owner)
    client.post(f"{PAGE}chosen/", {"id": [about_tea["tea"], other]})
    waiting = ErasureRun.objects.using("owner").get(epoch=None)
    page = client.get("/me/forgotten/")
    assert "Likes green tea" in words(page)
    assert f"/me/erasures/{waiting.id}/undo/" in page.content.decode()
    client.post(f"/me/erasures/{waiting.id}/undo/")
    assert about_tea["tea"] in in_use()
    bell.answer()
    assert other not in in_use()


def test_an_erasure_in_between_is_told_and_nothing_is_done(
    people: People, about_tea: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_args: Any, **_more: Any) -> None:
        raise AlreadyErased(uuid4())

    monkeypatch.setattr(topics, "ask", gone)
    page = as_(people.owner).post(
        f"{PAGE}chosen/", {"id": [about_tea["tea"]]}, follow=True
    )
    assert "Some of it was erased meanwhile, so nothing was done." in words(page)
    assert in_use() == set(about_tea.values())


def test_with_nothing_ticked_it_says_so(
    people: People, about_tea: dict[str, str]
) -> None:
    page = as_(people.owner).post(f"{PAGE}chosen/", {}, follow=True)
    assert "Nothing was ticked, so nothing was done." in words(page)
    assert in_use() == set(about_tea.values())


def test_messages_and_notes_that_say_it_are_found_and_go_along_as_one(
    people: People, about_tea: dict[str, str], bell: Bell
) -> None:
    client = people.world.travel.client()
    talk = Talk(client)
    talk.add("A pot of tea, please.", "And a window seat.")
    note(client, "/memories/cellar.md", "Tea stands in the cellar.")
    note(client, "/memories/tea.md", "Nothing.")
    page = ask(people, topics_text="tea")
    items = ConversationItem.objects.using("owner")
    files = MemoryFile.objects.using("owner")
    said = items.get(body__content="A pot of tea, please.")
    kept = files.get(path="/memories/cellar.md")
    wanted = {about_tea["tea"], about_tea["summary"], str(said.id), str(kept.id)}
    assert ticked(page) == wanted
    assert "Tea stands in the cellar." in words(page)
    account = as_(people.owner)
    account.post(f"{PAGE}chosen/", {"id": list(wanted)})
    assert talk.said() == ["And a window seat."]
    listed = words(account.get("/me/forgotten/"))
    assert "1 message" in listed
    assert "1 note" in listed
    run = ErasureRun.objects.using("owner").get()
    account.post(f"/me/erasures/{run.id}/undo/")
    assert talk.said() == ["A pot of tea, please.", "And a window seat."]
    nobody = as_(people.stranger).post(PAGE, {"topics_text": "tea"})
    assert ticked(nobody) == set()


def test_where_only_a_note_says_it_that_is_found(people: People) -> None:
    note(people.world.travel.client(), "/memories/a.md", "A zither in the attic.")
    page = words(ask(people, topics_text="zither"))
    assert "A zither in the attic." in page
    assert "nothing comes close" not in page
