"""Memory on or off, temporary mode and consents, by the person."""

from typing import Any

import pytest
import time_machine
from django.utils import timezone

from governance.models import AuditEntry, Person
from tests.web.people import People, as_, location, words
from tests.world import memories_of

ALLERGY = "Her daughter Anna is allergic to peanuts."
URL = "/api/v1/people/owner/memories"


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def press(people: People, what: str, by: Any = None, **form: str) -> Any:
    client = as_(by or people.owner)
    return client.post(f"/me/on-off/{people.world.owner.id}/{what}/", form)


def write(people: People, text: str = "Likes tea.") -> Any:
    body = {"text": text, "source": {"type": "user_message"}}
    return people.world.travel.client().post(URL, body, format="json")


def test_off_holds_at_once_for_writing_and_reading(people: People) -> None:
    people.world.write("Likes rain.")
    answer = press(people, "memory", memory="off")
    assert (answer.status_code, location(answer)) == (303, "/me/on-off/")
    assert write(people).json()["reason"] == "memory_off"
    assert people.world.travel.client().get(URL).status_code == 403
    page = words(as_(people.owner).get("/me/on-off/"))
    assert "Memory is off." in page
    # Their own pages go on showing it.
    assert "Likes rain." in words(as_(people.owner).get("/me/"))
    press(people, "memory", memory="on")
    assert write(people).status_code == 201


def test_temporary_mode_ends_by_itself(people: People) -> None:
    press(people, "temporary", temporary="hour")
    assert write(people).json()["reason"] == "temporary_mode"
    assert "It is on" in words(as_(people.owner).get("/me/on-off/"))
    rows = Person.objects.using("owner").filter(id=people.world.owner.id)
    rows.update(temporary_until=timezone.now())
    assert write(people).status_code == 201
    assert "leaves nothing behind" in words(as_(people.owner).get("/me/on-off/"))


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


def test_temporary_mode_can_be_ended(people: People) -> None:
    press(people, "temporary", temporary="tomorrow")
    press(people, "temporary", temporary="over")
    assert write(people).status_code == 201


def test_a_yes_lets_the_category_in_and_taking_it_back_erases(
    people: People, bell: Any
) -> None:
    press(people, "consents/health", consent="give")
    assert write(people, ALLERGY).status_code == 201
    page = words(as_(people.owner).get("/me/on-off/"))
    assert "You said yes on" in page
    assert "1 memory tells of it." in page
    press(people, "consents/health", consent="withdraw")
    bell.answer()
    assert memories_of(people.world.owner) == []
    assert write(people, ALLERGY).status_code == 202


def test_by_a_link_the_dials_are_that_services(people: People) -> None:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    page = words(client.get("/me/on-off/"))
    assert "Travel assistant" in page
    client.post(f"/me/on-off/{people.world.owner.id}/memory/", {"memory": "off"})
    assert write(people).status_code == 403


@pytest.mark.parametrize(
    "what", ["memory", "temporary", "consents/health", "consents/shoes"]
)
def test_nobody_elses_dials_move(people: People, what: str) -> None:
    form = {"memory": "off", "temporary": "hour", "consent": "give"}
    for other in (people.colleague, people.stranger, people.staff):
        assert press(people, what, by=other, **form).status_code == 404
    assert write(people).status_code == 201


@pytest.mark.parametrize(
    ("what", "form"),
    [
        ("memory", {}),
        ("memory", {"memory": "maybe"}),
        ("temporary", {"temporary": "for ever"}),
        ("consents/health", {"consent": "perhaps"}),
        ("consents/shoes", {"consent": "give"}),
    ],
)
def test_what_no_form_sends_changes_nothing(
    people: People, what: str, form: dict[str, str]
) -> None:
    assert press(people, what, **form).status_code == 404
    assert write(people).status_code == 201


def test_each_switch_is_on_the_record(people: People) -> None:
    press(people, "memory", memory="off")
    press(people, "memory", memory="on")
    press(people, "temporary", temporary="hour")
    verbs = set(AuditEntry.objects.using("owner").values_list("verb", flat=True))
    assert {"memory.switched_off", "memory.switched_on", "temporary.begun"} <= verbs


def test_the_page_is_two_clicks_from_any_other(people: People) -> None:
    page = as_(people.owner).get("/me/").content.decode()
    assert 'href="/me/on-off/"' in page


def test_somebody_without_a_record_is_told_so(people: People) -> None:
    page = words(as_(people.staff).get("/me/on-off/"))
    assert "No service is connected" in page
