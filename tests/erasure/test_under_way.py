"""From the commit on in which an erasure begins the database hides what goes, and the same
fact can be told anew."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import time_machine
from django.db import connection

from governance.access import as_account, as_service_with, make_account
from governance.erasure import carry_out
from governance.erasure.claim import claim
from governance.ledger import entries
from governance.models import AuditEntry, ErasureItem, ErasureRun, Memory, Person
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


@pytest.mark.parametrize("days", [-2, 2])
def test_a_worker_whose_clock_is_days_off_does_no_harm(world, going, bell, days):
    run_id = UUID(bell.rung[0][1][0])
    with time_machine.travel(datetime.now(UTC) + timedelta(days=days)):
        held = claim(run_id)
        assert held is not None
        assert claim(run_id) is None  # its lease stands by the clock of the database
        lease_ends(run_id)
        assert carry_out(run_id)
    answer = world.travel.client().get(f"{URL}/{going['id']}")
    assert answer.status_code == 410


def test_one_message_delivered_three_times_erases_once(world, going, bell, as_owner):
    bell.rung *= 3
    bell.answer()
    assert [row.text for row in memories_of(world.owner)] == ["Has a blue bicycle."]
    verbs = list(as_owner(AuditEntry).values_list("verb", flat=True))
    assert verbs.count("erasure.done") == 1
    assert verbs.count("certificate.issued") == 1
    assert len(entries()) == 1


def test_a_forget_whose_time_is_over_begins_when_an_erasure_before_it_has_ended(
    world, going, bell, as_owner
):
    [bicycle] = [row for row in memories_of(world.owner) if "bicycle" in row.text]
    forgotten = world.travel.client().post(
        "/api/v1/people/owner/forget",
        {"ids": [str(bicycle.id)], "undo_hours": 24},
        format="json",
    )
    run_id = UUID(forgotten.json()["erasure"])
    as_owner(ErasureRun).filter(id=run_id).update(due_at=datetime.now(UTC))
    assert claim(run_id) is None
    bell.answer()
    assert memories_of(world.owner) == []


def lease_ends(run_id):
    """As if the worker that holds it were dead for a while."""
    ErasureRun.objects.using("owner").filter(id=run_id).update(lease_until=None)
