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
