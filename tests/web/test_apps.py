"""Apps: what each may do, and the ways to narrow, pause, disconnect and let go."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from governance.access import add_key
from governance.audit import SYSTEM
from governance.models import AuditEntry, ErasureRun, Person, ServiceKey
from tests.web.people import People, as_, location, words
from tests.web.signing import again_as
from tests.world import memories_of

URL = "/api/v1/people/owner/memories"
CHAT = {"type": "user_message"}


@pytest.fixture(autouse=True)
def ledger(settings: Any, tmp_path: Any) -> None:
    settings.LEDGER_DIR = tmp_path / "ledger"


def at(people: People, part: str = "") -> str:
    return f"/me/apps/{people.world.owner.id}/{part}"


def press(people: People, part: str, by: Any = None, **form: str) -> Any:
    return again_as(by or people.owner).post(at(people, part), form)


def write(people: People) -> Any:
    body = {"text": "Likes tea.", "source": CHAT}
    return people.world.travel.client().post(URL, body, format="json")


def read(people: People) -> Any:
    return people.world.travel.client().get(URL)


def seen(people: People, path: str = "") -> str:
    return words(as_(people.owner).get(path or at(people)))


def owner_of(people: People) -> Person:
    return Person.objects.using("owner").get(id=people.world.owner.id)


def test_the_list_says_what_each_app_may_and_did(people: People) -> None:
    people.world.write("Likes rain.")
    people.world.write("Likes trains.")
    read(people)
    page = seen(people, "/me/apps/")
    assert "1 app is connected" in page
    assert "Travel assistant" in page
    assert "It may learn new things and use what is there." in page
    assert "2 memories" in page
    assert "Last read" in page
    assert "Never" not in page


def test_one_app_tells_purposes_and_the_powers_of_its_keys(people: People) -> None:
    service = people.world.travel.service
    type(service).objects.using("owner").filter(id=service.id).update(
        purposes=["plan-trip"]
    )
    keys = ServiceKey.objects.using("owner").filter(service_id=service.id)
    keys.update(revoked_at="2020-01-01T00:00:00Z")
    add_key(service, ["memories:write", "recall"], actor=SYSTEM)
    page = seen(people)
    assert "plan trip" in page
    assert "write and correct memories" in page
    assert "recall memories while it works for you" in page
    assert "forget and erase what it wrote" not in page
    keys.update(revoked_at="2020-01-01T00:00:00Z")
    assert "It has no key that works now" in seen(people)


def test_learning_and_use_are_stopped_and_allowed_by_themselves(
    people: People,
) -> None:
    people.world.write("Likes rain.")
    answer = press(people, "may/", learn="off")
    assert (answer.status_code, location(answer)) == (303, at(people))
    assert write(people).json()["reason"] == "remembering_off"
    assert read(people).status_code == 200
    press(people, "may/", learn="on")
    press(people, "may/", use="off")
    assert write(people).status_code == 201
    assert read(people).json()["reason"] == "use_off"
    assert "It may use nothing that is there." in seen(people)
    press(people, "may/", use="on")
    assert read(people).status_code == 200


def test_a_pause_stops_both_and_gives_back_what_was_allowed(people: People) -> None:
    press(people, "may/", use="off")
    press(people, "may/", memory="off")
    assert "It is paused" in seen(people)
    assert write(people).json()["reason"] == "memory_off"
    press(people, "may/", memory="on")
    assert write(people).status_code == 201
    assert read(people).json()["reason"] == "use_off"


def test_from_the_dials_one_comes_back_to_the_dials(people: People) -> None:
    answer = press(people, "may/", learn="off", back="dials")
    assert location(answer) == "/me/on-off/"


def test_disconnecting_and_keeping_refuses_the_app_and_shows_the_person_all(
    people: People,
) -> None:
    people.world.write("Likes rain.")
    assert "1 memory stays." in seen(people, at(people, "disconnect/"))
    assert location(press(people, "disconnect/", wrote="keep")) == at(people)
    assert write(people).json()["reason"] == "disconnected"
    assert read(people).json()["reason"] == "disconnected"
    assert "Likes rain." in seen(people, "/me/")
    assert "It is disconnected" in seen(people)
    press(people, "connect/")
    assert read(people).json()["count"] == 1


def test_disconnecting_and_forgetting_is_one_unit_that_can_be_undone(
    people: People,
) -> None:
    people.world.write("Likes rain.")
    people.world.write("Likes trains.")
    assert "after 24 hours" in seen(people, at(people, "disconnect/"))
    press(people, "disconnect/", wrote="forget")
    assert "Likes" not in seen(people, "/me/")
    run = ErasureRun.objects.using("owner").get()
    assert (run.scope, run.plan["memories"]) == ("service_part", 2)
    assert "Undo: bring it back and connect" in seen(people)
    press(people, "connect/")
    assert "Likes rain." in seen(people, "/me/")
    assert read(people).json()["count"] == 2


def test_forgetting_twice_is_one_erasure(people: People) -> None:
    people.world.write("Likes rain.")
    press(people, "disconnect/", wrote="keep")
    press(people, "disconnect/", wrote="forget")
    press(people, "disconnect/", wrote="forget")
    assert ErasureRun.objects.using("owner").count() == 1


def test_without_time_for_undo_it_is_erased_at_once_and_said_before(
    people: People, bell: Any
) -> None:
    Person.objects.using("owner").filter(id=people.world.owner.id).update(undo_hours=0)
    people.world.write("Likes rain.")
    assert "you cannot take it back" in seen(people, at(people, "disconnect/"))
    press(people, "disconnect/", wrote="forget")
    bell.answer()
    assert memories_of(people.world.owner) == []
    press(people, "connect/")
    assert write(people).status_code == 201


def test_while_it_is_being_erased_it_is_not_connected(people: People) -> None:
    people.world.write("Likes rain.")
    press(people, "disconnect/", wrote="forget")
    ErasureRun.objects.using("owner").update(due_at="2020-01-01T00:00:00Z")
    answer = press(people, "connect/")
    assert "just being erased" in seen(people, location(answer))
    assert write(people).json()["reason"] == "disconnected"


def test_letting_go_gives_the_record_back_and_erases_nothing(people: People) -> None:
    people.world.write("Likes rain.")
    assert "Nothing is erased." in seen(people, at(people, "let-go/"))
    assert owner_of(people).account_id == people.owner.id
    assert location(press(people, "let-go/")) == "/me/apps/"
    assert owner_of(people).account_id is None
    assert "No service is connected" in seen(people, "/me/apps/")
    assert as_(people.owner).get(at(people)).status_code == 404
    assert read(people).json()["count"] == 1
    entry = AuditEntry.objects.using("owner").get(verb="person.let_go")
    assert (entry.actor_id, entry.person_id) == (people.owner.id, owner_of(people).id)
    # A fresh link claims it again.
    as_(people.owner).post(people.link(people.world.owner, people.world.travel))
    assert owner_of(people).account_id == people.owner.id


def test_a_link_may_disconnect_and_keep_and_nothing_that_it_cannot_take_back(
    people: People,
) -> None:
    people.world.write("Likes rain.")
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    page = words(client.get(at(people, "disconnect/")))
    assert "Disconnect and forget" not in page
    refused = client.post(at(people, "disconnect/"), {"wrote": "forget"})
    assert refused.status_code == 403
    assert client.post(at(people, "let-go/")).status_code == 403
    assert owner_of(people).account_id == people.owner.id
    assert read(people).status_code == 200
    client.post(at(people, "disconnect/"), {"wrote": "keep"})
    assert read(people).json()["reason"] == "disconnected"
    client.post(at(people, "connect/"))
    assert read(people).status_code == 200


PRESSES: list[tuple[str, dict[str, str]]] = [
    ("may/", {"use": "off"}),
    ("disconnect/", {"wrote": "forget"}),
    ("connect/", {}),
    ("let-go/", {}),
]


@pytest.mark.parametrize(("part", "form"), PRESSES)
def test_nobody_elses_app_is_found_or_changed(
    people: People, part: str, form: dict[str, str]
) -> None:
    for other in (people.colleague, people.stranger, people.staff):
        assert as_(other).get(at(people)).status_code == 404
        assert as_(other).get(at(people, "disconnect/")).status_code == 404
        assert press(people, part, by=other, **form).status_code == 404
    assert as_(people.owner).get(f"/me/apps/{uuid.uuid4()}/").status_code == 404
    assert write(people).status_code == 201
    assert owner_of(people).account_id == people.owner.id


@pytest.mark.parametrize(
    ("part", "form"),
    [("may/", {}), ("may/", {"use": "maybe"}), ("disconnect/", {"wrote": "burn"})],
)
def test_what_no_form_sends_changes_nothing(
    people: People, part: str, form: dict[str, str]
) -> None:
    assert press(people, part, **form).status_code == 404
    assert write(people).status_code == 201


def test_each_deed_is_on_the_record(people: People) -> None:
    for part, form in [
        ("may/", {"learn": "off"}),
        ("may/", {"learn": "on"}),
        ("may/", {"use": "off"}),
        ("may/", {"use": "off"}),
        ("may/", {"use": "on"}),
        ("disconnect/", {"wrote": "keep"}),
        ("connect/", {}),
    ]:
        press(people, part, **form)
    entries = AuditEntry.objects.using("owner").filter(actor_id=people.owner.id)
    assert sorted(entries.values_list("verb", flat=True)) == [
        "app.connected_again",
        "app.disconnected",
        "learning.allowed",
        "learning.stopped",
        "use.allowed",
        "use.stopped",
    ]


def test_the_number_of_queries_does_not_grow_with_the_apps(
    people: People, django_assert_num_queries: Any
) -> None:
    client = as_(people.owner)
    client.get("/me/apps/")
    with django_assert_num_queries(_queries(client)):
        Person.objects.using("owner").filter(id=people.world.stranger.id).update(
            account=people.owner
        )
        assert "2 apps are connected" in words(client.get("/me/apps/"))


def _queries(client: Any) -> int:
    with CaptureQueriesContext(connection) as seen:
        client.get("/me/apps/")
    return len(seen)


def test_forgetting_all_of_an_app_asks_for_the_password_again(people: People) -> None:
    write(people)
    answer = as_(people.owner).post(at(people, "disconnect/"), {"wrote": "forget"})
    assert location(answer).startswith("/accounts/again/")
    assert not ErasureRun.objects.using("owner").exists()
