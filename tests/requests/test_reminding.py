"""Alarms come once each, to whoever looks after a request and to the officers."""

from datetime import timedelta

import pytest
from django.core import mail

from governance.models import Right, SubjectRequest
from governance.requests.listing import today
from governance.requests.reminding import remind, step_of
from tests.requests.conftest import kinds


@pytest.fixture(autouse=True)
def mailed(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []


def due_in(office, days, right=Right.ACCESS):
    made = office.files(right)
    rows = SubjectRequest.objects.using("owner").filter(id=made.id)
    rows.update(due=today() + timedelta(days=days))
    return made


@pytest.mark.parametrize(
    ("days", "step"),
    [
        (30, ""),
        (15, ""),
        (14, "days_14"),
        (8, "days_14"),
        (7, "days_7"),
        (3, "days_3"),
        (2, "days_3"),
        (1, "days_1"),
        (0, "days_0"),
        (-1, "days_-1"),
        (-20, "days_-1"),
    ],
)
def test_each_step_begins_on_its_day(days, step):
    assert step_of(days) == step


def test_an_alarm_comes_once(office):
    made = due_in(office, 3)
    assert [remind(), remind(), remind()] == [1, 0, 0]
    assert len(mail.outbox) == 1
    assert kinds(made.id).count("reminded") == 1


def test_it_names_references_and_dates_and_nobody(office):
    made = due_in(office, 0)
    remind()
    (message,) = mail.outbox
    assert message.to == ["officer@example.org"]
    assert made.reference in message.body
    assert "due today" in message.body
    assert "jo@example.org" not in message.body


def test_many_that_are_due_are_one_mail(office):
    due_in(office, 3)
    due_in(office, -2, Right.ERASURE)
    remind()
    (message,) = mail.outbox
    assert "2 requests" in message.subject
    assert "overdue" in message.body


def test_what_could_not_go_on_is_told_too(office):
    made = due_in(office, 30)
    SubjectRequest.objects.using("owner").update(trouble="erasure_failed")
    remind()
    assert made.reference in mail.outbox[0].body
    assert "could not go on" in mail.outbox[0].body


def test_a_mail_server_that_is_down_loses_no_alarm_from_the_timeline(office, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    made = due_in(office, 3)
    assert remind() == 1
    assert "reminded" in kinds(made.id)
