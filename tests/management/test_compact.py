"""``compact``: the bytes of what was deleted are in no file of a table any more."""

import io
import json
from datetime import datetime, timedelta
from uuid import UUID

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


def method_of_a_certificate(world, bell):
    memory = world.write("Likes bread.")
    client = world.travel.client()
    run = client.delete(f"/api/v1/people/owner/memories/{memory['id']}").json()
    bell.answer()
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT signed FROM certificate WHERE run_id = %s",
            [UUID(run["erasure"])],
        )
        signed = json.loads(cursor.fetchone()[0])
    return signed, signed["method"][-1]


def test_a_certificate_says_when_the_bytes_are_to_go(world, bell, settings, tmp_path):
    settings.COMPACT_WEEKLY, settings.LEDGER_DIR = True, tmp_path / "ledger"
    signed, step = method_of_a_certificate(world, bell)
    issued = datetime.fromisoformat(signed["issued_at"])
    planned = datetime.fromisoformat(step["next_at"])
    assert step["code"] == "method.rewritten_weekly"
    assert issued < planned <= issued + timedelta(days=7)
    assert (planned.weekday(), planned.hour, planned.minute) == (6, 4, 0)
    assert planned.utcoffset() == timedelta(0)


def test_a_certificate_promises_no_date_that_only_the_operator_knows(
    world, bell, settings, tmp_path
):
    settings.COMPACT_WEEKLY, settings.LEDGER_DIR = False, tmp_path / "ledger"
    _, step = method_of_a_certificate(world, bell)
    assert step["code"] == "method.freed_pages"
    assert "next_at" not in step
