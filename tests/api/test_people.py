"""A person as one service knows them."""

from typing import Any

import pytest

from governance.models import Source
from tests.world import memories_of

URL = "/api/v1/people/owner"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


def test_counts_are_by_state_and_of_this_service_only(world):
    world.write("Wants miles.", key="preference:units")
    world.write("Wants kilometres.", key="preference:units")
    world.write("Opens at nine.", source={"type": "web"})
    world.write("Likes tea.", program=world.bank)
    body = world.travel.client().get(URL).json()
    assert body["memories"] == {"active": 1, "quarantined": 1, "superseded": 1}
    assert body["sources"] == 3


def test_settings_tell_what_the_person_has_switched(world, as_owner):
    client = world.travel.client()
    expected: dict[str, Any] = {
        "memory_enabled": True,
        "remembering": True,
        "using": True,
        "temporary_until": None,
        "restricted": False,
        "consents": [],
    }
    assert client.get(f"{URL}/settings").json() == expected
    as_owner(type(world.owner)).update(memory_enabled=False)
    assert client.get(URL).json()["settings"]["memory_enabled"] is False


def test_deleting_a_person_erases_this_services_part_and_no_other(
    world, bell, as_owner
):
    world.write("Wants miles.", key="preference:units")
    world.write("Wants kilometres.", key="preference:units")
    world.write("Likes tea.", ref="colleague")
    world.write("Likes rain.", ref="stranger", program=world.bank)
    client = world.travel.client()
    answer = client.delete(URL)
    assert answer.status_code == 202
    assert client.get(f"{URL}/memories").json()["count"] == 0
    bell.answer()
    run = client.get(f"/api/v1/erasures/{answer.json()['erasure']}").json()
    assert (run["state"], run["counts"]["memories"]) == ("done", 2)
    assert memories_of(world.owner) == []
    assert as_owner(Source).filter(person_id=world.owner.id).count() == 0
    assert len(memories_of(world.colleague)) == len(memories_of(world.stranger)) == 1


def test_deleting_again_is_an_erasure_of_nothing(world, bell):
    world.write("Likes tea.")
    client = world.travel.client()
    client.delete(URL)
    bell.answer()
    again = client.delete(URL).json()["erasure"]
    bell.answer()
    assert client.get(f"/api/v1/erasures/{again}").json()["state"] == "done"


def test_the_person_can_be_told_about_again(world, bell):
    world.write("Likes tea.")
    world.travel.client().delete(URL)
    bell.answer()
    assert world.write("Likes tea.")["status"] == "active"
