"""Runs that were open when plans became rows go on, and can be undone."""

import json
from importlib import import_module

import pytest
from django.db import connections

from governance.models import ErasureItem, ErasureRun
from tests.world import memories_of

URL = "/api/v1/people/owner"
PLANS = import_module("governance.migrations.0013_plan_rows")

pytestmark = pytest.mark.usefixtures("own_ledger")


@pytest.fixture
def forgotten(world):
    """A forget as it stood before: ids in the plan of the run, and no rows."""
    tea = world.write("Likes tea.", source={"type": "user_message", "ref": "m-1"})
    client = world.travel.client()
    body = {"ids": [tea["id"]]}
    run = client.post(f"{URL}/forget", body, format="json").json()["erasure"]
    items = ErasureItem.objects.using("owner")
    source = items.get(thing="source").thing_id
    items.all().delete()
    plan = {
        "roots": [tea["id"]],
        "memories": [tea["id"]],
        "sources": [str(source)],
        "before": {"active": [tea["id"]]},
        "counts": {"memories": 1, "sources": 1},
    }
    with connections["owner"].cursor() as cursor:
        values = [json.dumps(plan), run]
        cursor.execute("UPDATE erasure_run SET plan = %s WHERE id = %s", values)
        for statement in (PLANS.OPEN_ITEMS, PLANS.COUNTED):
            cursor.execute(statement)
    return run


def test_what_was_forgotten_comes_back_as_it_was(world, forgotten):
    client = world.travel.client()
    assert client.post(f"/api/v1/erasures/{forgotten}/undo").status_code == 200
    assert [row.status for row in memories_of(world.owner)] == ["active"]


def test_it_is_erased_when_its_time_is_over(world, forgotten, bell, as_owner):
    as_owner(ErasureRun).update(due_at="2026-01-01T00:00:00Z")
    bell.rung.append(("erase", [forgotten]))
    bell.answer()
    assert memories_of(world.owner) == []
    assert as_owner(ErasureRun).get().state == "done"
    assert as_owner(ErasureRun).get().plan["memories"] == 1
