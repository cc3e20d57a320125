"""The audit page tells a break, and searches for what was asked."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from governance import tasks
from governance.models import AuditEntry, ChainCheck, Role
from tests.web.people import People, as_, words

AUDIT = "/compliance/audit/"
BROKEN = "The record is broken at entry 2: the entry was changed."


@pytest.fixture
def sealed(people: People) -> None:
    people.world.write("Likes green tea.")
    people.world.write("Likes rain.")
    tasks.seal()


def read(people: People, address: str = AUDIT) -> str:
    return words(as_(people.staff).get(address))


@pytest.mark.usefixtures("sealed")
@pytest.mark.parametrize("address", [AUDIT, "/compliance/"])
def test_a_break_stands_on_the_page_until_it_is_whole(
    people: People, as_owner: Any, address: str
) -> None:
    assert "has not been checked yet" in read(people, address)
    tasks.verify_audit()
    assert "The record was whole up to entry" in read(people, address)
    second = as_owner(AuditEntry).filter(auditseal__number=2)
    before = second.get().verb
    second.update(verb="test.forged")
    tasks.verify_audit()
    assert BROKEN in read(people, address)
    as_owner(AuditEntry).filter(auditseal__number=2).update(verb=before)
    tasks.verify_audit()
    assert "broken" not in read(people, address)


@pytest.mark.usefixtures("sealed")
def test_a_night_that_was_left_out_is_said(people: People, as_owner: Any) -> None:
    tasks.verify_audit()
    assert "A night was left out" not in read(people)
    as_owner(ChainCheck).update(at=timezone.now() - timedelta(hours=37))
    assert "A night was left out" in read(people)


@pytest.mark.usefixtures("sealed")
def test_an_auditor_has_it_checked_now(people: People, bell: Any) -> None:
    people.staff.role = Role.AUDITOR
    people.staff.save(update_fields=["role"])
    answer = as_(people.staff).post(f"{AUDIT}check/")
    assert answer.status_code == 303
    bell.answer()
    found = ChainCheck.objects.using("owner").get()
    assert found.asked_by == people.staff.id
    assert AuditEntry.objects.using("owner").filter(verb="audit.check_asked").exists()


@pytest.mark.usefixtures("sealed")
def test_a_deed_is_found_however_it_is_written(people: People) -> None:
    as_(people.staff).post(f"{AUDIT}check/")
    for written in ("Memory", "MEMORY.remembered", " memory. "):
        shown = read(people, f"{AUDIT}?verb={written}")
        assert "memory.remembered" in shown
        assert "audit.check_asked" not in shown


@pytest.mark.usefixtures("sealed")
@pytest.mark.parametrize("address", [AUDIT, f"{AUDIT}entries.csv"])
@pytest.mark.parametrize("wrong", ["verb=l%C3%B6schen", "verb=a.b.c", "about=x"])
def test_what_cannot_be_searched_for_is_said_and_shows_nothing(
    people: People, address: str, wrong: str
) -> None:
    answer = as_(people.staff).get(f"{address}?{wrong}")
    assert answer.status_code == 422
    assert "text/html" in answer.headers["Content-Type"]
    assert "memory.remembered" not in words(answer)
    if "verb" in wrong:
        assert "A deed has two words" in words(answer)
