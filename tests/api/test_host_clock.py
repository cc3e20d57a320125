"""A web host whose clock is two days off gives nothing a shorter or a longer life."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from governance.models import Memory

HOUR = timedelta(hours=1)


@pytest.mark.parametrize("off", [timedelta(days=-2), timedelta(days=2)])
def test_a_life_in_seconds_is_counted_by_the_clock_of_the_database(
    world, as_owner, monkeypatch, off
):
    wrong = datetime.now(UTC) + off
    monkeypatch.setattr(timezone, "now", lambda: wrong)
    world.write("Is at the airport.", ttl_seconds=3600)
    monkeypatch.undo()
    ends = as_owner(Memory).get().expires_at
    left = ends - datetime.now(UTC)
    assert HOUR - timedelta(minutes=1) < left <= HOUR


@pytest.mark.parametrize("off", [timedelta(days=-2), timedelta(days=2)])
def test_what_is_told_again_meets_no_row_whose_time_is_over(
    world, as_owner, monkeypatch, off
):
    first = world.write("Is at the airport.", ttl_seconds=3600)
    as_owner(Memory).update(expires_at=datetime.now(UTC) - HOUR)
    wrong = datetime.now(UTC) + off
    monkeypatch.setattr(timezone, "now", lambda: wrong)
    again = world.write("Is at the airport.", ttl_seconds=3600)
    assert again["id"] != first["id"]


@pytest.mark.parametrize("off", [timedelta(days=-2), timedelta(days=2)])
def test_what_is_told_again_meets_the_row_that_lives(world, monkeypatch, off):
    first = world.write("Is at the airport.", ttl_seconds=3600)
    wrong = datetime.now(UTC) + off
    monkeypatch.setattr(timezone, "now", lambda: wrong)
    assert world.write("Is at the airport.")["id"] == first["id"]
