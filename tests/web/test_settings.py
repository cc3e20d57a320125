"""The settings page: how it looks, how long things are kept."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from governance import tasks
from governance.models import (
    Account,
    AuditEntry,
    ConversationItem,
    ErasureRun,
    Memory,
    MemoryFile,
    Person,
    RetentionRule,
)
from tests.told import Talk, note
from tests.web.people import People, as_, location, words

PAGE = "/me/settings/"
LOOKS = {"language": "", "theme": "system", "zone": "UTC", "shortcuts": "on"}


def entries(verb: str) -> list[AuditEntry]:
    return list(AuditEntry.objects.using("owner").filter(verb=verb))


def person_of(people: People) -> Person:
    return Person.objects.using("owner").get(id=people.world.owner.id)


def grow_old(written: dict[str, Any], *, days: int) -> None:
    Memory.objects.using("owner").filter(id=written["id"]).update(
        created_at=timezone.now() - timedelta(days=days)
    )


def test_looks_are_saved_and_recorded_without_what_they_are(people: People) -> None:
    client = as_(people.owner)
    chosen = {**LOOKS, "theme": "dark", "zone": "Europe/Berlin"}
    del chosen["shortcuts"]
    saved = client.post(f"{PAGE}looks/", chosen)
    assert (saved.status_code, location(saved)) == (303, PAGE)
    account = Account.objects.get(id=people.owner.id)
    assert (account.theme, account.zone) == ("dark", "Europe/Berlin")
    assert account.shortcuts is False
    [entry] = entries("looks.set")
    assert entry.counts == {"theme": 1, "zone": 1, "shortcuts": 1}
    assert entry.actor_id == people.owner.id
    page = client.get(PAGE)
    assert "Saved." in words(page)
    assert 'data-theme="dark"' in page.content.decode()
    assert 'data-shortcuts="off"' in page.content.decode()


def test_the_same_again_leaves_no_entry(people: People) -> None:
    as_(people.owner).post(f"{PAGE}looks/", LOOKS)
    assert entries("looks.set") == []


def test_times_are_told_in_the_zone_that_was_set(people: People) -> None:
    client = as_(people.owner)
    client.post(f"{PAGE}looks/", {**LOOKS, "zone": "Asia/Tokyo"})
    client.post("/me/on-off/temporary/", {"temporary": "hour"})
    assert "JST" in words(client.get("/me/on-off/"))


@pytest.mark.parametrize(
    "wrong", [{"zone": "Middle/Earth"}, {"theme": "neon"}, {"language": "tlh"}]
)
def test_what_no_form_offers_is_an_error_and_changes_nothing(
    people: People, wrong: dict[str, str]
) -> None:
    answer = as_(people.owner).post(f"{PAGE}looks/", {**LOOKS, **wrong})
    assert answer.status_code == 422
    assert "There is a problem" in words(answer)
    assert entries("looks.set") == []


def test_the_theme_is_there_before_signing_in_and_after_signing_out(
    people: People,
) -> None:
    client = as_(None)
    Account.objects.filter(id=people.owner.id).update(theme="dark")
    client.post(
        "/accounts/login/",
        {"login": "owner@example.org", "password": "three calm green boats"},
    )
    client.post("/accounts/logout/")
    assert 'data-theme="dark"' in client.get("/accounts/login/").content.decode()


def test_a_theme_that_is_none_does_not_reach_the_page(people: People) -> None:
    client = as_(None)
    client.cookies["theme"] = 'x" onload="alert(1)'
    page = client.get("/accounts/login/").content.decode()
    assert "data-theme" not in page
    assert "alert(1)" not in page


def test_an_account_reads_in_its_language_whatever_the_browser_asks(
    people: People, settings
) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    Account.objects.filter(id=people.owner.id).update(language="de")
    page = as_(people.owner).get(PAGE, headers={"Accept-Language": "en"})
    assert page.headers["Content-Language"] == "de"
    other = as_(people.colleague).get(PAGE, headers={"Accept-Language": "en"})
    assert other.headers["Content-Language"] == "en"


def test_languages_stand_in_their_own_words(people: People, settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("de", "German")]
    assert "Deutsch" in words(as_(people.owner).get(PAGE))


def test_the_time_for_undo_is_set_for_every_app_of_the_person(people: People) -> None:
    Person.objects.using("owner").update(account=people.owner)
    client = as_(people.owner)
    assert "24 hours" in words(client.get(PAGE))
    saved = client.post(f"{PAGE}keeping/", {"undo": "168", "months": "never"})
    assert location(saved) == PAGE
    hours = Person.objects.using("owner").values_list("undo_hours", flat=True)
    assert set(hours) == {168}
    assert {entry.person_id for entry in entries("undo_hours.set")} == set(
        Person.objects.using("owner").values_list("id", flat=True)
    )


def test_without_time_for_undo_a_forget_erases_at_once(people: People) -> None:
    written = people.world.write("Drinks tea.")
    client = as_(people.owner)
    client.post(f"{PAGE}keeping/", {"undo": "0", "months": "never"})
    client.post(f"/me/memories/{written['id']}/forget/")
    run = ErasureRun.objects.using("owner").get()
    assert run.epoch is not None


def test_where_apps_differ_the_page_says_so_and_leaves_them(people: People) -> None:
    world = people.world
    Person.objects.using("owner").filter(
        id__in=[world.owner.id, world.stranger.id]
    ).update(account=people.owner)
    Person.objects.using("owner").filter(id=world.owner.id).update(undo_hours=1)
    client = as_(people.owner)
    assert "It differs by app" in words(client.get(PAGE))
    client.post(f"{PAGE}keeping/", {"undo": "leave", "months": "12"})
    kept = dict(
        Person.objects.using("owner").values_list("id", "undo_hours").order_by("id")
    )
    assert (kept[world.owner.id], kept[world.stranger.id]) == (1, None)
    assert person_of(people).forget_after_months == 12


def test_the_page_tells_what_would_go_tonight_before_it_saves(people: People) -> None:
    for number in range(3):
        old = people.world.write(f"Had plan {number}.")
        grow_old(old, days=400)
    people.world.write("Likes tea.")
    client = as_(people.owner)
    asked = client.post(f"{PAGE}keeping/", {"undo": "24", "months": "12"})
    said = words(asked)
    assert (
        "3 memories are older than 12 months. They will be forgotten tonight." in said
    )
    assert "It can be undone for 24 hours." in said
    assert person_of(people).forget_after_months is None
    sure = {"undo": "24", "months": "12", "sure": "yes"}
    assert location(client.post(f"{PAGE}keeping/", sure)) == PAGE
    assert person_of(people).forget_after_months == 12
    [entry] = entries("forget_after_months.set")
    assert entry.counts == {"forget_after_months": 12}

    tasks.retain_nightly()
    assert "Had plan" not in words(client.get("/me/"))
    assert "Likes tea." in words(client.get("/me/"))
    assert "Had plan 1." in words(client.get("/me/forgotten/"))


def test_it_tells_of_notes_and_messages_too(people: People) -> None:
    client = people.world.travel.client()
    Talk(client).add("One.", "Two.")
    note(client, "/memories/a.md", "Likes tea.")
    before = timezone.now() - timedelta(days=100)
    ConversationItem.objects.using("owner").update(created_at=before)
    MemoryFile.objects.using("owner").update(updated_at=before)
    owner = as_(people.owner)
    said = words(owner.post(f"{PAGE}keeping/", {"undo": "24", "months": "3"}))
    assert "1 note of an app was not changed for 3 months." in said
    assert "2 messages of conversations are older than 3 months." in said
    assert person_of(people).forget_after_months is None


def test_letting_go_what_nobody_uses_tells_of_notes_too(people: People) -> None:
    note(people.world.travel.client(), "/memories/a.md", "Likes tea.")
    before = timezone.now() - timedelta(days=200)
    MemoryFile.objects.using("owner").update(updated_at=before)
    Person.objects.using("owner").update(keep_unused=True)
    choice = {"undo": "24", "months": "never", "unused": "forget"}
    said = words(as_(people.owner).post(f"{PAGE}keeping/", choice))
    assert "1 note of an app was not opened for long." in said


def test_where_nothing_is_old_it_is_saved_at_once(people: People) -> None:
    people.world.write("Likes tea.")
    client = as_(people.owner)
    saved = client.post(f"{PAGE}keeping/", {"undo": "24", "months": "3"})
    assert saved.status_code == 303
    assert person_of(people).forget_after_months == 3


def test_never_ends_it(people: People) -> None:
    Person.objects.using("owner").update(forget_after_months=3)
    client = as_(people.owner)
    client.post(f"{PAGE}keeping/", {"undo": "24", "months": "never"})
    assert person_of(people).forget_after_months is None
    [entry] = entries("forget_after_months.set")
    assert entry.counts == {}


@pytest.mark.parametrize(
    "wrong",
    [{"undo": "7", "months": "12"}, {"undo": "24", "months": "-1"}, {"undo": "24"}],
)
def test_other_lengths_than_those_offered_are_errors(
    people: People, wrong: dict[str, str]
) -> None:
    assert as_(people.owner).post(f"{PAGE}keeping/", wrong).status_code == 422
    assert person_of(people).undo_hours is None


def test_by_a_link_only_how_this_browser_looks_can_be_set(
    people: People,
) -> None:
    Person.objects.using("owner").update(account=people.owner)
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    said = words(client.get(PAGE))
    assert "kept in this browser only" in said
    assert "How you sign in" not in said
    assert "Time zone" not in said
    assert "How long things are kept" not in said
    kept = client.post(f"{PAGE}keeping/", {"undo": "1", "months": "never"})
    assert kept.status_code == 403
    assert not Person.objects.using("owner").filter(undo_hours=1).exists()
    saved = client.post(f"{PAGE}looks/", {"language": "", "theme": "light"})
    assert saved.cookies["theme"].value == "light"
    assert 'data-theme="light"' in client.get(PAGE).content.decode()
    assert Account.objects.get(id=people.owner.id).theme == "system"


def test_somebody_without_an_app_sets_how_it_looks(people: People) -> None:
    Person.objects.using("owner").update(account=None)
    said = words(as_(people.owner).get(PAGE))
    assert "How the pages look" in said
    assert "How long things are kept" not in said


def test_nobody_sees_settings(people: People) -> None:
    for path in (PAGE, f"{PAGE}looks/", f"{PAGE}keeping/"):
        answer = as_(None).post(path) if path != PAGE else as_(None).get(path)
        assert location(answer).startswith("/accounts/login/")


def test_what_nobody_uses_can_be_kept_and_is_then_left_alone(people: People) -> None:
    grow_old(people.world.write("Had a moped.", importance=2), days=100)
    client = as_(people.owner)
    said = words(client.get(PAGE))
    assert "what was learned more than 90 days ago, is of little importance" in said
    client.post(f"{PAGE}keeping/", {"undo": "24", "months": "never", "unused": "never"})
    assert person_of(people).keep_unused
    [entry] = entries("keep_unused.set")
    assert entry.counts == {"keep_unused": True}
    tasks.retain_weekly()
    assert "Had a moped." in words(client.get("/me/"))


def test_letting_what_nobody_uses_go_is_told_before_it_is_saved(
    people: People,
) -> None:
    grow_old(people.world.write("Had a moped.", importance=2), days=100)
    Person.objects.using("owner").update(keep_unused=True)
    client = as_(people.owner)
    given = {"undo": "24", "months": "never", "unused": "forget"}
    said = words(client.post(f"{PAGE}keeping/", given))
    assert "1 memory is of little importance and was not used for long." in said
    assert "It will be forgotten on Sunday." in said
    assert person_of(people).keep_unused
    client.post(f"{PAGE}keeping/", {**given, "sure": "yes"})
    assert not person_of(people).keep_unused


def test_it_is_not_asked_about_where_the_house_does_not_forget_it(
    people: People,
) -> None:
    RetentionRule.objects.using("owner").filter(name="unused").update(enabled=False)
    assert "nobody uses" not in words(as_(people.owner).get(PAGE))
