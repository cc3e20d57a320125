"""Somebody looked, and nothing is held: whoever asks is told that, and refused nothing."""

import pytest

from governance import tasks
from governance.access import as_staff, as_staff_with
from governance.models import (
    Channel,
    Decision,
    Letter,
    Package,
    Person,
    RequestState,
    Right,
)
from governance.requests.changing import changing
from governance.requests.filing import Filed, file_request
from governance.requests.identity import BY_STAFF, confirm_identity
from governance.requests.refusals import NotPossible
from governance.requests.report import report
from governance.requests.review import decide
from tests.requests.conftest import kinds, now

LOOKED = "In all three apps, by the name and the address of the letter."


def by_letter(office, right=Right.ACCESS, language="en", *, sure=True):
    """Of somebody whom no app knows."""
    with as_staff():
        filed = Filed(right, Channel.LETTER, language, contact="mara@example.org")
        made, _ = file_request(filed, office.by_officer)
    if sure:
        with as_staff(), changing(made.id) as row:
            confirm_identity(row, office.by_officer, by=BY_STAFF, how="Called back.")
    return made


def decided(office, request, reasons=LOOKED):
    with as_staff_with(*now(request).person_ids), changing(request.id) as row:
        decide(row, Decision.NOTHING, office.by_officer, reasons=reasons)


def answer(request):
    for _ in range(2):
        tasks.answer_requests()
    rows = Letter.objects.using("owner").filter(request_id=request.id)
    return rows.exclude(kind="receipt").get()


@pytest.mark.parametrize("right", Right)
def test_whoever_is_not_known_is_told_so_whatever_they_asked(office, right):
    request = by_letter(office, right)
    decided(office, request)
    assert now(request).state == RequestState.DONE
    assert kinds(request.id)[-2:] == ["decided", "nothing_found"]
    letter = answer(request)
    assert letter.kind == "done"
    assert "We have looked, and hold no data about you" in letter.body
    assert LOOKED in letter.body
    assert "erased" not in letter.body
    assert "ackup" not in letter.body
    assert now(request).trouble == ""
    assert not Package.objects.using("owner").exists()


def test_in_german_as_well(office):
    request = by_letter(office, Right.ERASURE, "de")
    decided(office, request)
    assert "haben keine Daten über Sie gespeichert" in answer(request).body


def test_somebody_looked_and_says_where(office):
    request = by_letter(office)
    with pytest.raises(NotPossible, match="looked_missing"):
        decided(office, request, "")
    assert now(request).state == RequestState.IN_REVIEW


def test_to_somebody_who_is_not_known_for_sure_nothing_is_said(office):
    request = by_letter(office, sure=False)
    with pytest.raises(NotPossible, match="not_from_received"):
        decided(office, request)


def test_nobody_is_told_so_while_there_is_a_record(office):
    request = office.in_review(Right.ACCESS)
    with pytest.raises(NotPossible, match="records_there"):
        decided(office, request)
    people = Person.objects.using("owner").filter(id=office.world.owner.id)
    people.update(gone_at="2026-11-01T00:00:00Z")
    decided(office, request)
    assert now(request).state == RequestState.DONE


def test_the_report_counts_it(office):
    request = by_letter(office)
    decided(office, request)
    by_letter(office)
    with as_staff():
        found = report()
    assert (found.total.received, found.total.nothing) == (2, 1)
