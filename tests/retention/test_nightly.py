"""What is over goes at night with an entry, and one deed that fails stops no other."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance import erasure, tasks
from governance.models import AuditEntry, StaffLook

YEARS_AGO = timezone.now() - timedelta(days=800)


@pytest.fixture
def looked(world, as_owner):
    """A look of a member of the staff, whose time is over."""
    now = timezone.now()
    return as_owner(StaffLook).create(
        person_id=world.owner.id,
        service_id=world.travel.service.id,
        account_id=world.owner.id,
        reason="She called us.",
        created_at=YEARS_AGO,
        open_until=YEARS_AGO,
        expires_at=now - timedelta(days=1),
    )


def dropped(as_owner):
    rows = as_owner(AuditEntry).filter(verb="rows.dropped")
    return list(rows.values_list("counts", flat=True))


def test_each_removal_leaves_an_entry(looked, as_owner):
    tasks.retain_nightly()
    assert not as_owner(StaffLook).exists()
    assert {"looks": 1} in dropped(as_owner)


def test_what_stops_one_deed_of_the_night_stops_no_other(
    looked, as_owner, monkeypatch, caplog
):
    def broken():
        raise RuntimeError("words of somebody")

    monkeypatch.setattr(erasure, "drop_gone", broken)
    tasks.retain_nightly()
    assert not as_owner(StaffLook).exists()
    assert "broken could not be done" in caplog.text


def test_a_night_on_which_nothing_is_over_leaves_no_entry(world, as_owner):
    tasks.retain_nightly()
    assert dropped(as_owner) == []
