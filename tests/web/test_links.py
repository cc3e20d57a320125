"""Dashboard links: opened by a button, once; claiming a record."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from governance.access import Opened
from governance.models import AuditEntry, DashboardLink, Person
from governance.web.visitor import May, Visitor
from tests.bell import Bell
from tests.web.people import People, as_, location, words


def test_looking_at_a_link_uses_nothing_up(people: People) -> None:
    path = people.link(people.world.owner, people.world.travel)
    for _ in range(2):
        assert "Open your memory page" in words(as_(None).get(path))
    assert DashboardLink.objects.using("owner").get().used_at is None


def test_the_button_opens_what_that_service_remembers(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    client = as_(None)
    path = people.link(people.world.owner, people.world.travel)
    assert location(client.post(path)) == "/me/"
    page = words(client.get("/me/"))
    assert "Prefers trains to planes." in page
    assert "You came by a link from Travel assistant." in page


def test_a_link_shows_one_service_of_an_account_that_has_two(people: People) -> None:
    world = people.world
    world.write("Prefers trains to planes.")
    world.write("Banks on Tuesdays.", ref="stranger", program=world.bank)
    Person.objects.using("owner").update(account=people.owner)
    client = as_(None)
    client.post(people.link(world.owner, world.travel))
    assert "Banks on Tuesdays" not in words(client.get("/me/"))


def test_the_token_is_in_no_log(
    people: People, caplog: pytest.LogCaptureFixture
) -> None:
    path = people.link(people.world.owner, people.world.travel)
    with caplog.at_level("DEBUG"):
        client = as_(None)
        client.get(path)
        client.post(path)
        client.post(path)
    assert "link/<str:token>/" in caplog.text
    assert path.split("/")[2] not in caplog.text


def test_a_link_works_once(people: People) -> None:
    path = people.link(people.world.owner, people.world.travel)
    as_(None).post(path)
    again = as_(None).post(path)
    assert again.status_code == 410
    assert "This link is over" in words(again)


def test_an_old_or_unknown_link_is_over(people: People) -> None:
    path = people.link(people.world.owner, people.world.travel)
    DashboardLink.objects.using("owner").update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )
    assert as_(None).post(path).status_code == 410
    assert as_(None).post("/link/nothing/").status_code == 410


def test_a_link_session_ends_after_an_hour(people: People) -> None:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    assert client.get("/me/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert client.get("/me/").status_code == 302


def test_a_link_session_ends_by_its_button(people: People) -> None:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    client.post("/accounts/logout/")
    assert client.get("/me/").status_code == 302


def test_who_came_by_link_can_erase_one_memory(people: People, bell: Bell) -> None:
    written = people.world.write("Prefers trains to planes.")
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    receipt = location(client.post(f"/me/memories/{written['id']}/erase/"))
    bell.answer()
    assert "It is gone." in words(client.get(receipt))
    entry = AuditEntry.objects.using("owner").get(verb="erasure.asked")
    link = DashboardLink.objects.using("owner").get()
    assert (entry.actor_kind, entry.actor_id) == ("link", link.id)


def test_a_link_opens_no_compliance_page(people: People) -> None:
    client = as_(None)
    client.post(people.link(people.world.owner, people.world.travel))
    assert client.get("/compliance/").status_code == 404


def test_redeeming_a_link_while_signed_in_claims_the_record(people: People) -> None:
    world = people.world
    Person.objects.using("owner").filter(id=world.owner.id).update(account=None)
    world.write("Prefers trains to planes.")
    client = as_(people.owner)
    assert "No service is connected" in words(client.get("/me/"))
    client.post(people.link(world.owner, world.travel))
    assert "Prefers trains to planes." in words(client.get("/me/"))
    entry = AuditEntry.objects.using("owner").get(verb="person.claimed")
    assert entry.person_id == world.owner.id
    assert entry.actor_id == people.owner.id
    assert Person.objects.using("owner").get(id=world.owner.id).claimed_at


def test_claiming_again_changes_nothing(people: People) -> None:
    client = as_(people.owner)
    claimed = client.post(people.link(people.world.owner, people.world.travel))
    assert location(claimed) == "/me/"
    assert not AuditEntry.objects.using("owner").filter(verb="person.claimed").exists()


def test_a_record_of_another_account_cannot_be_claimed(people: People) -> None:
    people.world.write("Prefers trains to planes.")
    client = as_(people.stranger)
    refused = client.post(people.link(people.world.owner, people.world.travel))
    assert refused.status_code == 409
    assert "This belongs to another account" in words(refused)
    assert "Prefers" not in words(client.get("/me/"))
    person = Person.objects.using("owner").get(id=people.world.owner.id)
    assert person.account_id == people.owner.id


def test_a_link_may_do_less_than_an_account(people: People) -> None:
    world = people.world
    opened = Opened(world.owner.id, world.owner.id, world.travel.service.id)
    assert Visitor(link=opened).may == May()
    assert Visitor(account=people.owner).may == May(
        export=True, erase_all=True, change_account=True
    )
