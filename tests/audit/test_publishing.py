"""Where the audit record ends is told to somebody outside, every night."""

import logging

import pytest
from django.core import mail

from governance import tasks
from governance.access import as_staff, as_sweeper
from governance.audit import SYSTEM, head, record
from governance.models import AuditEntry

OFFICER = "officer@example.org"


@pytest.fixture
def officer(database, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.PRIVACY_OFFICER = OFFICER
    with as_staff():
        record("test.done", SYSTEM)
    tasks.seal()


def test_the_privacy_officer_is_told_the_head_every_night(officer):
    tasks.verify_audit()
    [letter] = mail.outbox
    assert letter.to == [OFFICER]
    with as_sweeper():
        assert head().hash.hex() in letter.body


def test_a_broken_record_is_told_too(officer, as_owner):
    as_owner(AuditEntry).update(counts={"n": 99})
    tasks.verify_audit()
    [letter] = mail.outbox
    assert "broken" in letter.subject
    assert "entry 1" in letter.body


def test_nobody_is_told_where_nobody_is_named(officer, settings):
    settings.PRIVACY_OFFICER = ""
    tasks.verify_audit()
    assert mail.outbox == []


def test_a_letter_that_cannot_be_sent_is_in_the_log_without_its_address(
    officer, settings, caplog
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with caplog.at_level(logging.INFO):
        tasks.verify_audit()
    assert "the privacy officer was not told: ConnectionRefusedError" in caplog.text
    assert OFFICER not in caplog.text


def test_without_a_mail_server_the_log_says_that_nobody_is_told(
    officer, settings, caplog
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    tasks.verify_audit()
    assert "MEMORYHUB_SMTP_HOST" in caplog.text
