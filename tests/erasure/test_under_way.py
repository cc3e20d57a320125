"""From the commit on in which an erasure begins the database hides what goes, and the same
fact can be told anew."""

import pytest
from django.db import connection

from governance.access import as_account, as_service_with, make_account
from governance.models import ErasureItem, Memory, Person
from tests.world import memories_of

URL = "/api/v1/people/owner/memories"


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def going(world):
    tea = world.write("Likes tea.", source={"type": "user_message", "ref": "m-1"})
    world.write("Has a blue bicycle.")
    world.travel.client().delete(f"{URL}/{tea['id']}")
    return tea


def test_no_query_of_anybody_finds_it(world, going):
    account = make_account("jo@example.org", None)
    Person.objects.using("owner").filter(id=world.owner.id).update(account=account)
    everything = "SELECT text FROM memory"
    for scope in (
        as_service_with(world.travel.service.id, world.owner.id),
        as_account(account.id),
    ):
        with scope, connection.cursor() as cursor:
            cursor.execute(everything)
            assert cursor.fetchall() == [("Has a blue bicycle.",)]


def test_nobody_but_the_run_can_change_it(world, going):
    with as_service_with(world.travel.service.id, world.owner.id):
        assert Memory.objects.filter(id=going["id"]).update(importance=9) == 0
    with as_service_with(world.travel.service.id, world.owner.id, erasing=True):
        assert Memory.objects.filter(id=going["id"]).exists()


def test_the_same_fact_is_stored_while_the_old_row_is_on_its_way_out(
    world, going, bell
):
    again = world.write("Likes tea.", source={"type": "user_message", "ref": "m-2"})
    assert again["id"] != going["id"]
    bell.answer()
    texts = {row.text for row in memories_of(world.owner)}
    assert texts == {"Likes tea.", "Has a blue bicycle."}


def test_when_it_is_done_no_row_of_the_plan_is_left(world, going, bell, as_owner):
    assert as_owner(ErasureItem).count() == 2
    bell.answer()
    assert as_owner(ErasureItem).count() == 0


def test_a_preview_leaves_nothing_behind(world, as_owner):
    tea = world.write("Likes tea.")
    client = world.travel.client()
    body = {"ids": [tea["id"]], "dry_run": True}
    plan = client.post("/api/v1/people/owner/forget", body, format="json").json()
    assert plan["plan"]["memories"] == [tea["id"]]
    assert as_owner(ErasureItem).count() == 0
    assert client.get(f"{URL}/{tea['id']}").status_code == 200
