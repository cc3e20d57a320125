"""Erase one memory from its page, and the receipt."""

import uuid

import pytest
from django.test import Client

from governance.models import AuditEntry, ErasureRun, Memory, RunState
from tests.bell import Bell
from tests.told import Talk
from tests.web.people import People, as_, location, words
from tests.world import memories_of


def test_the_preview_says_how_far_it_reaches_and_erases_nothing(
    people: People,
) -> None:
    root = people.world.write("Prefers trains to planes.")
    people.world.write("Travels green.", derived_from=[root["id"]])
    page = words(as_(people.owner).get(_erase(root)))
    assert "1 text that was made from it Travels green." in page
    assert "2 versions of the text in its history" in page
    assert "Travel assistant gets it no more" in page
    assert len(memories_of(people.world.owner)) == 2


def test_a_wide_reach_is_counted_whole_and_listed_in_part(people: People) -> None:
    root = people.world.write("Prefers trains to planes.")
    for each in range(14):
        people.world.write(f"Made text {each}.", derived_from=[root["id"]])
    page = words(as_(people.owner).get(_erase(root)))
    assert "14 texts that were made from it Made text 13." in page
    assert "and 2 more" in page


def test_earlier_values_go_too_and_are_listed(people: People) -> None:
    people.world.write("Lives in Oslo.", key="city")
    now = people.world.write("Lives in Bergen.", key="city")
    page = words(as_(people.owner).get(_erase(now)))
    assert "1 earlier value Lives in Oslo." in page


@pytest.mark.parametrize("ticked", [True, False])
def test_earlier_values_can_be_unticked(
    people: People, bell: Bell, ticked: bool
) -> None:
    people.world.write("Lives in Oslo.", key="city")
    now = people.world.write("Lives in Bergen.", key="city")
    said = {"asked": "earlier", **({"earlier": "yes"} if ticked else {})}
    as_(people.owner).post(_erase(now), said)
    bell.answer()
    left = [each.text for each in memories_of(people.world.owner)]
    assert left == ([] if ticked else ["Lives in Oslo."])
    listed = people.world.travel.client().get("/api/v1/people/owner/memories")
    assert listed.json()["results"] == []  # what was pushed out stays out


@pytest.mark.parametrize("ticked", [True, False])
def test_the_message_that_it_came_from_is_shown_and_goes_if_ticked(
    people: People, bell: Bell, ticked: bool
) -> None:
    talk = Talk(people.world.travel.client())
    talk.add({"id": "m-1", "role": "user", "content": "Trains, please."}, "And tea.")
    source = {"type": "user_message", "ref": "m-1"}
    written = people.world.write("Prefers trains to planes.", source=source)
    page = words(as_(people.owner).get(_erase(written)))
    assert "Erase the message that it came from too Trains, please." in page
    as_(people.owner).post(_erase(written), {"messages": "yes"} if ticked else {})
    bell.answer()
    assert memories_of(people.world.owner) == []
    assert talk.said() == (["And tea."] if ticked else ["Trains, please.", "And tea."])


def test_pressing_the_button_leads_to_the_receipt(people: People, bell: Bell) -> None:
    written = people.world.write("Prefers trains to planes.")
    client = as_(people.owner)
    answer = client.post(_erase(written))
    assert answer.status_code == 303
    waiting = words(client.get(location(answer)))
    assert "Waiting to start" in waiting
    assert "Look again" in waiting
    assert "Nothing is remembered about you" in words(client.get("/me/"))
    bell.answer()
    done = words(client.get(location(answer)))
    assert "It is gone." in done
    assert "Memories 1 1" in done
    assert "Prefers" not in done
    assert memories_of(people.world.owner) == []


def test_pressing_twice_gives_the_same_receipt(people: People, bell: Bell) -> None:
    written = people.world.write("Prefers trains to planes.")
    client = as_(people.owner)
    first = location(client.post(_erase(written)))
    assert location(client.post(_erase(written))) == first
    bell.answer()
    assert location(client.post(_erase(written))) == first


def test_the_page_of_an_erased_memory_is_gone_and_shows_the_way_to_the_receipt(
    people: People, bell: Bell
) -> None:
    written = people.world.write("Prefers trains to planes.")
    client = as_(people.owner)
    receipt = location(client.post(_erase(written)))
    bell.answer()
    for path in (f"/me/memories/{written['id']}/", _erase(written)):
        gone = client.get(path)
        assert gone.status_code == 410
        assert receipt in gone.content.decode()
        assert as_(people.colleague).get(path).status_code == 404


def test_who_asked_stands_in_the_audit_record(people: People) -> None:
    written = people.world.write("Prefers trains to planes.")
    as_(people.owner).post(_erase(written))
    entry = AuditEntry.objects.using("owner").get(verb="erasure.asked")
    assert (entry.actor_kind, entry.actor_id) == ("account", people.owner.id)


def test_nobody_else_can_erase_or_see_the_receipt(people: People, bell: Bell) -> None:
    written = people.world.write("Prefers trains to planes.")
    for other in (people.colleague, people.stranger, people.staff):
        assert as_(other).get(_erase(written)).status_code == 404
        assert as_(other).post(_erase(written)).status_code == 404
    assert len(memories_of(people.world.owner)) == 1
    receipt = location(as_(people.owner).post(_erase(written)))
    for other in (people.colleague, people.stranger, people.staff):
        assert as_(other).get(receipt).status_code == 404
    assert as_(people.owner).get(f"/me/erasures/{uuid.uuid4()}/").status_code == 404


def test_a_stopped_erasure_says_that_staff_will_look(people: People) -> None:
    written = people.world.write("Prefers trains to planes.")
    receipt = location(as_(people.owner).post(_erase(written)))
    run = ErasureRun.objects.using("owner").filter(id=_id_in(receipt))
    run.update(state=RunState.RUNNING)
    run.update(state=RunState.NEEDS_ATTENTION)
    assert "Our staff can see this" in words(as_(people.owner).get(receipt))


def test_a_form_without_its_token_changes_nothing(people: People) -> None:
    written = people.world.write("Prefers trains to planes.")
    client = Client(enforce_csrf_checks=True)
    client.force_login(
        people.owner, "allauth.account.auth_backends.AuthenticationBackend"
    )
    refused = client.post(_erase(written))
    assert refused.status_code == 403
    assert Memory.objects.using("owner").filter(status="active").count() == 1


def _erase(written: dict[str, str]) -> str:
    return f"/me/memories/{written['id']}/erase/"


def _id_in(path: str) -> uuid.UUID:
    return uuid.UUID(path.strip("/").rsplit("/", 1)[1])
