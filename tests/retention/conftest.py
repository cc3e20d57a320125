"""What the tests of retention share."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance.models import Memory, Person, RetentionRule
from tests.web.people import people

__all__ = ["people"]


@pytest.fixture(autouse=True)
def ledger(settings, tmp_path):
    settings.LEDGER_DIR = tmp_path / "ledger"


@pytest.fixture
def aged(world, as_owner):
    """Writes a memory that was learned so many days ago."""

    def write(text, *, days, **more):
        written = world.write(text, **more)
        at = timezone.now() - timedelta(days=days)
        as_owner(Memory).filter(id=written["id"]).update(created_at=at, updated_at=at)
        return written

    return write


@pytest.fixture
def rule(as_owner):
    """A rule by name."""
    return lambda name: as_owner(RetentionRule).get(name=name)


@pytest.fixture
def time_is_over(as_owner):
    """The own end of memories has come."""

    def end(*written):
        past = timezone.now() - timedelta(seconds=1)
        ids = [each["id"] for each in written]
        as_owner(Memory).filter(id__in=ids).update(expires_at=past)

    return end


@pytest.fixture
def can_answer(world, as_owner):
    """Everybody has opened their pages: who can answer is asked for consent."""
    as_owner(Person).update(seen_at=timezone.now())
