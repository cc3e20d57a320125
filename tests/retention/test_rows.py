"""The record of reads, links, receipts and notes of writes go when their time is over."""

from datetime import timedelta

import pytest
from django.db import Error, connection
from django.utils import timezone

from governance import tasks
from governance.access import as_service_with, as_staff, as_sweeper
from governance.models import (
    AuditEntry,
    DashboardLink,
    ExportLink,
    IdempotencyRecord,
    Read,
    Receipt,
    ReceiptLink,
    RetentionRule,
)
from governance.retention.run import DEEDS
from tests.samples import a_sample, a_service


@pytest.fixture
def read(world, as_owner):
    """A read of so many days ago; gives its id."""

    def make(days):
        world.write("Likes tea.")
        world.travel.client().get("/api/v1/people/owner/memories")
        newest = as_owner(Read).order_by("-created_at").first()
        at = timezone.now() - timedelta(days=days)
        as_owner(Read).filter(id=newest.id).update(created_at=at)
        return newest.id

    return make


def test_reads_are_kept_for_a_year_and_then_go(read, as_owner):
    old, young = read(366), read(364)
    tasks.retain_nightly()
    left = set(as_owner(Read).values_list("id", flat=True))
    assert young in left
    assert old not in left


def test_reads_are_kept_for_good_where_the_rule_is_off(read, as_owner):
    old = read(4_000)
    as_owner(RetentionRule).filter(name="reads").update(enabled=False)
    tasks.retain_nightly()
    assert as_owner(Read).filter(id=old).exists()


def test_nobody_but_the_sweep_can_delete_a_read(read, world):
    read(400)
    scopes = [
        lambda: as_service_with(world.travel.service.id, world.owner.id),
        as_staff,
    ]
    for scope in scopes:
        with scope(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM read")
            assert cursor.rowcount == 0


def test_nor_can_the_sweep_delete_a_young_one_or_change_any(read):
    read(0)
    with as_sweeper(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM read")
        assert cursor.rowcount == 0
    with pytest.raises(Error), as_sweeper(), connection.cursor() as cursor:
        cursor.execute("UPDATE read SET purpose = 'other'")


def test_links_receipts_and_notes_of_writes_go_at_their_end(database, as_owner):
    a_sample(a_service("Travel"))
    tables = (IdempotencyRecord, DashboardLink, ExportLink, ReceiptLink, Receipt)
    before = {table: as_owner(table).count() for table in tables}
    tasks.retain_nightly()
    assert set(before.values()) == {2}
    for table in tables:
        assert not as_owner(table).filter(expires_at__lte=timezone.now()).exists()
        assert as_owner(table).count() == 1


def test_each_batch_leaves_an_entry_with_its_rule(read, as_owner, rule, settings):
    settings.ERASURE_BATCH = 2
    for _ in range(3):
        read(400)
    tasks.retain_nightly()
    entries = as_owner(AuditEntry).filter(verb="rows.dropped")
    dropped = [e for e in entries if e.subject_ids == [rule("reads").id]]
    assert sorted(e.counts["rows"] for e in dropped) == [1, 2]
    assert {e.counts["days"] for e in dropped} == {365}
    assert {e.person_id for e in dropped} == {None}


def test_a_night_without_anything_to_drop_leaves_no_entry(world, as_owner):
    tasks.retain_nightly()
    assert not as_owner(AuditEntry).filter(verb="rows.dropped").exists()


def test_the_trouble_of_one_rule_does_not_stop_the_others(
    read, as_owner, monkeypatch, caplog
):
    read(400)

    def broken(rule):
        raise RuntimeError("no")

    monkeypatch.setitem(DEEDS, "quarantined", broken)
    tasks.retain_nightly()
    assert "the rule quarantined could not be carried out" in caplog.text
    assert as_owner(AuditEntry).filter(verb="rows.dropped").exists()
