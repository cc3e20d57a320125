"""What the last walk over the chain found is kept, and compared with."""

import pytest
from django.db import DatabaseError

from governance import tasks
from governance.access import as_staff, as_sweeper
from governance.audit import SYSTEM, Break, Head, check_chain, last_walk, record
from governance.models import AuditEntry, AuditSeal, ChainCheck


@pytest.fixture
def sealed(database):
    add(4)
    tasks.seal()


def add(count):
    with as_staff():
        for number in range(count):
            record(f"test.{number}", SYSTEM)


def last():
    with as_staff():
        return last_walk()


def test_before_the_first_walk_there_is_none(sealed):
    assert last() is None


def test_a_whole_chain_is_kept_with_its_end(sealed):
    tasks.verify_audit()
    found = last()
    assert (found.number, found.why, found.asked_by) == (4, "", None)
    with as_staff():
        assert bytes(found.hash) == bytes(AuditSeal.objects.get(number=4).hash)


def test_a_break_is_kept_with_its_place(sealed, as_owner):
    as_owner(AuditEntry).filter(verb="test.2").update(counts={"n": 99})
    tasks.verify_audit()
    assert (last().number, last().why) == (3, "its entry was changed")


def test_a_chain_that_was_cut_at_its_end_is_broken(sealed, as_owner):
    tasks.verify_audit()
    as_owner(AuditSeal).filter(number__gte=3).delete()
    with as_sweeper():
        found = check_chain()
    assert found == Break(3, "links that were there are gone")


def test_a_chain_that_was_forged_anew_is_broken_where_it_was_last_whole(
    sealed, as_owner
):
    tasks.verify_audit()
    as_owner(AuditSeal).all().delete()
    as_owner(AuditEntry).filter(verb="test.2").update(counts={"n": 99})
    add(1)
    tasks.seal()
    with as_sweeper():
        found = check_chain()
    assert found == Break(4, "its entry was changed")


def test_a_chain_that_grew_is_whole(sealed):
    tasks.verify_audit()
    add(2)
    tasks.seal()
    with as_sweeper():
        assert isinstance(check_chain(), Head)
    assert last().number == 6


def test_the_runtime_login_cannot_change_what_was_found(sealed):
    tasks.verify_audit()
    with pytest.raises(DatabaseError), as_sweeper():
        ChainCheck.objects.update(why="")


def test_one_walk_a_minute_is_enough(sealed):
    somebody = "5f0d7c52-3c0e-4c57-8a5c-1f1f4a1f7c11"
    tasks.check_audit(somebody)
    tasks.check_audit(somebody)
    [found] = ChainCheck.objects.using("owner").all()
    assert str(found.asked_by) == somebody
