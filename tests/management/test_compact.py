"""``compact``: the bytes of what was deleted are in no file of a table any more."""

import io
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connections, transaction

from governance import tasks
from governance.models import Memory
from governance.residue import compact, compact_weekly, compacting


def file_of(table: str) -> str:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT pg_relation_filepath(%s::regclass)", [table])
        return str(cursor.fetchone()[0])


def test_each_table_gets_a_new_file_and_keeps_its_rows(world, as_owner):
    world.write("Likes bread.")
    before = file_of("memory")
    out = io.StringIO()
    call_command("compact", stdout=out, stderr=io.StringIO())
    assert file_of("memory") != before
    assert [row.text for row in as_owner(Memory)] == ["Likes bread."]
    assert "memory: " in out.getvalue()


def test_the_append_only_record_is_left_alone(world):
    world.write("Likes bread.")
    assert "audit_entry" not in {each.table for each in compact()}


def test_a_large_table_is_not_locked_for_it_by_the_worker(world, settings, caplog):
    settings.COMPACT_WEEKLY, settings.COMPACT_MEGABYTES = True, 0
    world.write("Likes bread.")
    before = file_of("memory")
    tasks.compact()
    assert file_of("memory") == before
    assert "table memory was not rewritten: large" in caplog.text


def test_a_table_in_use_is_left_and_said(world, monkeypatch):
    monkeypatch.setattr(compacting, "PATIENCE", "50ms")
    world.write("Likes bread.")
    with transaction.atomic(), connections["default"].cursor() as cursor:
        cursor.execute("LOCK TABLE memory IN ROW SHARE MODE")
        found = {each.table: each.left for each in compact()}
    assert found["memory"] == "in use"
    assert found["memory_version"] == ""


def test_where_the_operator_plans_it_the_worker_does_nothing(world, settings):
    settings.COMPACT_WEEKLY = False
    assert compact_weekly() == []


@pytest.mark.parametrize(
    ("weekly", "code"), [(True, "rewritten_weekly"), (False, "freed_pages")]
)
def test_a_certificate_says_what_becomes_of_the_bytes(
    world, bell, settings, tmp_path, weekly, code
):
    settings.COMPACT_WEEKLY, settings.LEDGER_DIR = weekly, tmp_path / "ledger"
    memory = world.write("Likes bread.")
    client = world.travel.client()
    run = client.delete(f"/api/v1/people/owner/memories/{memory['id']}").json()
    bell.answer()
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT signed FROM certificate WHERE run_id = %s",
            [UUID(run["erasure"])],
        )
        said = cursor.fetchone()[0]
    assert f"method.{code}" in said
