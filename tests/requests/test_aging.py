"""A closed request goes when its age is over, with all that is its own, and not before."""

from datetime import timedelta

import pytest
from django.utils import timezone

from governance.access import as_account, as_staff
from governance.choices.closing import close_account
from governance.models import (
    AuditEntry,
    Letter,
    RequestEvent,
    RetentionRule,
    Right,
    SubjectRequest,
)
from governance.requests.aging import drop_closed, leave_closed_accounts
from governance.requests.changing import changing
from governance.requests.review import withdraw
from governance.requests.telling import write_receipts
from governance.retention import Reach


def closed(office, *, days):
    made = office.files(Right.ACCESS)
    write_receipts()
    with as_account(office.asker.id), changing(made.id) as row:
        withdraw(row, office.by_asker)
    rows = SubjectRequest.objects.using("owner").filter(id=made.id)
    rows.update(closed_at=timezone.now() - timedelta(days=days))
    return made


def test_it_goes_with_its_events_and_letters_and_leaves_an_entry(office):
    made = closed(office, days=3 * 365 + 1)
    rule = RetentionRule.objects.using("owner").get(name="requests")
    with as_staff():
        assert Reach.of(rule).count() == 1
    assert drop_closed() == 1
    for model in (SubjectRequest, RequestEvent, Letter):
        assert not model._default_manager.using("owner").exists()
    entries = AuditEntry.objects.using("owner")
    assert entries.filter(subject_ids__contains=[rule.id]).exists()
    assert entries.filter(subject_ids__contains=[made.id]).exists()


@pytest.mark.parametrize("days", [1, 3 * 365 - 1])
def test_it_stays_before(office, days):
    closed(office, days=days)
    assert drop_closed() == 0
    assert SubjectRequest.objects.using("owner").count() == 1


def test_an_open_request_never_goes(office):
    office.files(Right.ACCESS, received_at=timezone.now() - timedelta(days=3_000))
    assert drop_closed() == 0


def test_letters_of_an_account_that_was_closed_stand_on_nobodys_page(office):
    office.files(Right.ACCESS)
    write_receipts()
    assert leave_closed_accounts() == 0
    close_account(office.asker)
    assert leave_closed_accounts() > 0
    (letter,) = Letter.objects.using("owner").all()
    assert letter.account_id is None
