"""A letter that writes itself, and staff who say that it shall not go."""

import pytest

from governance import tasks
from governance.access import as_staff
from governance.models import (
    AuditEntry,
    Channel,
    Letter,
    LetterState,
    ReceiptLink,
    Right,
)
from governance.requests import letters
from governance.requests.filing import Filed, file_request
from governance.requests.letters import drafting
from governance.scrubbing import ScrubFailed
from tests.requests.conftest import kinds
from tests.requests.letters.conftest import change
from tests.requests.test_workflow import carried_out, erasing
from tests.web.people import as_, words

pytestmark = pytest.mark.usefixtures("static_files", "mail_of_this_test")


@pytest.fixture
def mail_of_this_test(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def letters_now(kind):
    return list(Letter.objects.using("owner").filter(kind=kind).order_by("created_at"))


@pytest.fixture
def done(office, bell):
    """An erasure that is done, and whose letter comes back from a dead address."""
    request = erasing(office)
    tasks.answer_requests()
    carried_out(bell)
    tasks.answer_requests()
    for kind in ("receipt", "done"):
        for letter in letters_now(kind):
            change(letter, state="failed", reason="bad_address")
    return request


def press(office, letter, deed):
    client = as_(office.officer)
    client.post(f"/compliance/letters/{letter.id}/{deed}/")
    return words(client.get("/compliance/letters/trouble/"))


def test_one_that_was_given_up_is_not_written_again_by_itself(office, done):
    (letter,) = letters_now("done")
    press(office, letter, "give-up")
    for _ in range(3):
        tasks.answer_requests()
    assert len(letters_now("done")) == 1
    with as_staff():
        assert not letters.for_staff().filter(kind="done").exists()


def test_a_receipt_that_was_taken_back_is_not_written_again_by_itself(office):
    with as_staff():
        filed = Filed(Right.ACCESS, Channel.LETTER, "en")
        file_request(filed, office.by_officer)
    tasks.answer_requests()
    (letter,) = letters_now("receipt")
    assert letter.channel == "hand"
    press(office, letter, "withdraw")
    tasks.answer_requests()
    assert [each.state for each in letters_now("receipt")] == ["withdrawn"]


def test_another_is_written_when_staff_ask_for_it_and_once(office, done):
    (letter,) = letters_now("done")
    press(office, letter, "give-up")
    client = as_(office.officer)
    page = f"/compliance/requests/{done.id}/"
    assert "Write another" in words(client.get(page))
    assert "Another letter is being written" in press(office, letter, "anew")
    for _ in range(3):
        tasks.answer_requests()
    assert [each.state for each in letters_now("done")] == ["withdrawn", "queued"]
    assert kinds(done.id).count("letter_wanted") == 1
    shown = words(client.get(page))
    assert "Write another" not in shown
    assert "Another letter was asked for." in shown
    assert "Nothing was done" in press(office, letter, "anew")


def test_no_receipt_is_offered_for_what_is_closed(office, done):
    (letter,) = letters_now("receipt")
    press(office, letter, "give-up")
    shown = words(as_(office.officer).get(f"/compliance/requests/{done.id}/"))
    assert "Write another" not in shown


def test_while_nothing_can_be_scrubbed_no_link_is_made(office, bell, monkeypatch):
    erasing(office)
    carried_out(bell)

    def fails(_):
        raise ScrubFailed

    with monkeypatch.context() as down:
        down.setattr(drafting, "scrub_many", fails)
        for _ in range(3):
            tasks.answer_requests()
    assert letters_now("done") == []
    assert ReceiptLink.objects.using("owner").count() == 0
    tasks.answer_requests()
    (told,) = letters_now("done")
    assert told.state == LetterState.QUEUED
    assert "/receipts/" in told.body
    linked = AuditEntry.objects.using("owner").filter(verb="certificate.linked")
    assert (linked.count(), ReceiptLink.objects.using("owner").count()) == (1, 1)


def test_a_letter_that_cannot_be_written_leaves_no_link(office, bell, monkeypatch):
    erasing(office)
    carried_out(bell)

    def refuses(*_, **__):
        raise letters.LetterIncomplete(["backups"])

    with monkeypatch.context() as incomplete:
        incomplete.setattr(drafting, "check_values", refuses)
        tasks.answer_requests()
    assert ReceiptLink.objects.using("owner").count() == 0
