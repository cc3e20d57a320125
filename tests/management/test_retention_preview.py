"""``retention-preview``: the simulator."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from governance.models import AuditEntry, Memory, RetentionRule
from tests.world import memories_of


def said(*options):
    out = StringIO()
    call_command("retention_preview", *options, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def in_days(days):
    return (timezone.now() + timedelta(days=days)).isoformat()


@pytest.fixture
def old(world, as_owner):
    written = world.write("Had a moped.", importance=2)
    at = timezone.now() - timedelta(days=100)
    as_owner(Memory).filter(id=written["id"]).update(created_at=at)
    return written


def test_it_prints_a_line_for_each_rule_with_its_count_and_why(old, as_owner):
    lines = said()
    assert len(lines) == as_owner(RetentionRule).count()
    [unused] = [line for line in lines if line["rule"] == "unused"]
    assert unused == {
        "rule": "unused",
        "on": True,
        "schedule": "weekly",
        "would_go": 1,
        "because": "older than 90 days, not used in that time, importance below 4, "
        "not pinned",
    }


def test_of_a_person_it_names_each_memory_by_its_id_and_no_text(world, old):
    [line] = said("--person", "owner", "--service", "Travel assistant")
    assert (line["rule"], line["memory"]) == ("unused", old["id"])
    assert line["importance"] == 2
    assert line["last_used_at"] is None
    assert "moped" not in json.dumps(line)


def test_what_would_go_along_is_named_too(world, old):
    made = world.write("Rode a moped.", derived_from=[old["id"]], importance=9)
    lines = said("--person", "owner", "--rule", "unused")
    assert [line["memory"] for line in lines] == [old["id"], made["id"]]
    assert "made from what would go" in lines[1]["because"]


def test_nobody_elses_are_named(world, old):
    assert said("--person", "colleague") == []


def test_one_rule_alone_can_be_asked_for(old):
    assert [line["rule"] for line in said("--rule", "reads")] == ["reads"]


def test_a_later_day_can_be_simulated(world):
    world.write("Had a canoe.", importance=2)
    world.write("Parked on level three.", ttl_seconds=3_600)
    of = ("--rule", "unused", "--person", "owner")
    assert said(*of) == []
    assert len(said(*of, "--at", in_days(91))) == 1
    [expired] = said("--rule", "expired", "--at", in_days(1))
    assert expired["would_go"] == 1


def test_it_changes_nothing(world, old, as_owner):
    before = [(row.id, row.status, row.expires_at) for row in memories_of(world.owner)]
    entries = as_owner(AuditEntry).count()
    said("--at", in_days(400))
    said("--person", "owner", "--at", in_days(400))
    after = [(row.id, row.status, row.expires_at) for row in memories_of(world.owner)]
    assert after == before
    assert as_owner(AuditEntry).count() == entries


@pytest.mark.parametrize(
    "wrong",
    [
        ("--rule", "no-such"),
        ("--person", "nobody"),
        ("--service", "Travel assistant"),
        ("--person", "owner", "--service", "No such"),
        ("--at", "2020-01-01"),
        ("--at", "2999-01-01T00:00:00"),
        ("--at", "tomorrow"),
    ],
)
def test_wrong_use_says_so_and_prints_nothing(world, wrong):
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("retention_preview", *wrong, stdout=out)
    assert out.getvalue() == ""
