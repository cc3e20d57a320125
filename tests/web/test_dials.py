"""Memory on or off, temporary mode and protected kinds, by the person."""

from typing import Any

import pytest
import time_machine
from django.utils import timezone

from governance.models import AuditEntry, Person
from tests.web.people import People, as_, location, words
from tests.world import memories_of

ALLERGY = "Her daughter Anna is allergic to peanuts."
URL = "/api/v1/people/owner/memories"
BANKING = "/api/v1/people/stranger/memories"


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def two_apps(people: People) -> People:
    """The owner has claimed a record at the bank as well."""
    rows = Person.objects.using("owner").filter(id=people.world.stranger.id)
    rows.update(account=people.owner)
    return people


def press(people: People, what: str, by: Any = None, **form: str) -> Any:
    return as_(by or people.owner).post(f"/me/on-off/{what}/", form)


def choose(people: People, kind: str, choice: str, by: Any = None) -> Any:
    return press(people, f"{people.world.owner.id}/kinds/{kind}", by=by, choice=choice)


def page(people: People) -> str:
    return words(as_(people.owner).get("/me/on-off/"))


def banner(client: Any, path: str = "/me/") -> str:
    body = client.get(path).content.decode()
    return body.split('class="off-banner"')[1] if "off-banner" in body else ""


def write(people: People, text: str = "Likes tea.") -> Any:
    body = {"text": text, "source": {"type": "user_message"}}
    return people.world.travel.client().post(URL, body, format="json")


def bank(people: People) -> Any:
    return people.world.bank.client().get(BANKING).status_code


def test_off_holds_at_once_for_writing_and_reading_and_every_app(
    two_apps: People,
) -> None:
    people = two_apps
    people.world.write("Likes rain.")
    answer = press(people, "memory", memory="off")
    assert (answer.status_code, location(answer)) == (303, "/me/on-off/")
    assert write(people).json()["reason"] == "memory_off"
    assert people.world.travel.client().get(URL).status_code == 403
    assert bank(people) == 403
    assert "Memory is off." in page(people)
    # Their own pages go on showing it.
    assert "Likes rain." in words(as_(people.owner).get("/me/"))
    press(people, "memory", memory="on")
    assert write(people).status_code == 201
    assert bank(people) == 200


def test_off_for_one_of_two_is_said_as_such(two_apps: People) -> None:
    Person.objects.using("owner").filter(id=two_apps.world.stranger.id).update(
        memory_enabled=False
    )
    assert "Memory is off for 1 of 2 apps." in page(two_apps)
    assert "Memory is off for 1 of 2 apps." in banner(as_(two_apps.owner))
    assert write(two_apps).status_code == 201


def test_temporary_mode_ends_by_itself(people: People) -> None:
    press(people, "temporary", temporary="hour")
    assert write(people).json()["reason"] == "temporary_mode"
    assert "It is on" in page(people)
    rows = Person.objects.using("owner").filter(id=people.world.owner.id)
    rows.update(temporary_until=timezone.now())
    assert write(people).status_code == 201
    assert "leaves nothing behind" in page(people)


def test_temporary_mode_reaches_every_app(two_apps: People) -> None:
    press(two_apps, "temporary", temporary="hour")
    assert bank(two_apps) == 403


def test_until_tomorrow_is_the_next_midnight_where_the_person_is(
    people: People,
) -> None:
    people.owner.zone = "Asia/Tokyo"
    people.owner.save()
    with time_machine.travel("2026-03-01T20:00:00Z", tick=False):
        press(people, "temporary", temporary="tomorrow")
    person = Person.objects.using("owner").get(id=people.world.owner.id)
    assert person.temporary_until is not None
    assert person.temporary_until.isoformat() == "2026-03-02T15:00:00+00:00"


def test_until_i_say_has_no_date_on_any_page(people: People) -> None:
    people.owner.zone = "Pacific/Kiritimati"
    people.owner.save()
    press(people, "temporary", temporary="until I say")
    assert write(people).json()["reason"] == "temporary_mode"
    assert "until you end it" in page(people)
    assert "until you end it" in banner(as_(people.owner))
    assert "9999" not in as_(people.owner).get("/me/on-off/").content.decode()


def test_temporary_mode_can_be_ended(people: People) -> None:
    press(people, "temporary", temporary="until I say")
    press(people, "temporary", temporary="over")
    assert write(people).status_code == 201


def test_while_memory_is_off_every_page_of_the_person_says_so(people: People) -> None:
    written = people.world.write("Likes rain.")
    press(people, "memory", memory="off")
    client = as_(people.owner)
    for path in ("/me/", f"/me/memories/{written['id']}/", "/me/apps/"):
        assert "Memory is off." in banner(client, path)
    assert banner(as_(people.colleague)) == ""
    press(people, "memory", memory="on")
    assert banner(client) == ""


def test_the_banner_costs_pages_about_nobody_no_query(
    people: People, django_assert_num_queries: Any
) -> None:
    press(people, "memory", memory="off")
    with django_assert_num_queries(0):
        as_(None).get("/how-memory-works/")


def test_a_yes_lets_the_kind_in_and_taking_it_back_erases(
    people: People, bell: Any
) -> None:
    choose(people, "health", "yes")
    assert write(people, ALLERGY).status_code == 201
    assert "You said yes on" in page(people)
    assert "1 memory tells of it." in page(people)
    choose(people, "health", "ask")
    bell.answer()
    assert memories_of(people.world.owner) == []
    assert write(people, ALLERGY).status_code == 202


def test_never_ask_refuses_the_kind_and_drops_what_waits(
    people: People, bell: Any
) -> None:
    assert write(people, ALLERGY).status_code == 202
    choose(people, "health", "never")
    bell.answer()
    assert memories_of(people.world.owner) == []
    refused = write(people, ALLERGY)
    assert (refused.status_code, refused.json()["reason"]) == (403, "category_refused")
    assert "Never, and you are not asked." in page(people)
    choose(people, "health", "ask")
    assert write(people, ALLERGY).status_code == 202


def test_never_ask_takes_a_standing_yes_back(people: People, bell: Any) -> None:
    choose(people, "health", "yes")
    write(people, ALLERGY)
    choose(people, "health", "never")
    bell.answer()
    assert memories_of(people.world.owner) == []
    assert write(people, ALLERGY).json()["reason"] == "category_refused"


def test_yes_after_never_is_a_yes(people: People) -> None:
    choose(people, "health", "never")
    choose(people, "health", "yes")
    assert write(people, ALLERGY).status_code == 201
    person = Person.objects.using("owner").get(id=people.world.owner.id)
    assert person.refused_categories == []


def test_by_a_link_the_dials_are_that_services(two_apps: People) -> None:
    people = two_apps
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    seen = words(client.get("/me/on-off/"))
    assert "Travel assistant" in seen
    assert "Bank assistant" not in seen
    client.post("/me/on-off/memory/", {"memory": "off"})
    assert write(people).status_code == 403
    assert bank(people) == 200
    assert "Memory is off." in banner(client)


def test_nobody_elses_dials_move(people: People) -> None:
    for other in (people.colleague, people.stranger, people.staff):
        press(people, "memory", by=other, memory="off")
        press(people, "temporary", by=other, temporary="hour")
        assert choose(people, "health", "yes", by=other).status_code == 404
    assert write(people).status_code == 201


@pytest.mark.parametrize(
    ("what", "form"),
    [
        ("memory", {}),
        ("memory", {"memory": "maybe"}),
        ("temporary", {"temporary": "for ever"}),
        ("{}/kinds/health", {"choice": "perhaps"}),
        ("{}/kinds/shoes", {"choice": "yes"}),
    ],
)
def test_what_no_form_sends_changes_nothing(
    people: People, what: str, form: dict[str, str]
) -> None:
    what = what.format(people.world.owner.id)
    assert press(people, what, **form).status_code == 404
    assert write(people).status_code == 201


def test_each_switch_is_on_the_record(people: People) -> None:
    press(people, "memory", memory="off")
    press(people, "memory", memory="on")
    press(people, "temporary", temporary="hour")
    choose(people, "union", "never")
    choose(people, "union", "ask")
    verbs = set(AuditEntry.objects.using("owner").values_list("verb", flat=True))
    assert verbs >= {
        "memory.switched_off",
        "memory.switched_on",
        "temporary.begun",
        "category.refused",
        "category.asked_again",
    }


def test_the_page_is_two_clicks_from_any_other(people: People) -> None:
    body = as_(people.owner).get("/me/").content.decode()
    assert 'href="/me/on-off/"' in body


def test_somebody_without_a_record_is_told_so(people: People) -> None:
    assert "No service is connected" in words(as_(people.staff).get("/me/on-off/"))


def test_a_switch_that_the_ledger_does_not_take_says_so_and_is_not_thrown(
    people: People, settings: Any, tmp_path: Any
) -> None:
    (tmp_path / "file").touch()
    settings.LEDGER_DIR = tmp_path / "file"
    refused = press(people, "memory", memory="off")
    assert refused.status_code == 503
    assert "Not possible just now" in words(refused)
    assert Person.objects.using("owner").get(id=people.world.owner.id).memory_enabled
