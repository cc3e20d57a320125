"""Alarms come once each, to whoever looks after a request and to the officers."""

from contextlib import contextmanager, suppress
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from governance import tasks
from governance.access import as_staff, make_account
from governance.audit import SYSTEM
from governance.erasure import entering
from governance.models import (
    ErasureRun,
    LetterKind,
    Right,
    Role,
    StaffAlarm,
    SubjectRequest,
)
from governance.requests import letters, reminding
from governance.requests.alarms import step_of
from governance.requests.changing import changing
from governance.requests.letters import Outcome, hand_in
from governance.requests.listing import today
from governance.requests.reminding import remind
from governance.requests.review import try_again
from tests.erasure.stopping import stopping
from tests.requests.conftest import kinds
from tests.requests.letters.conftest import a_letter, change, released
from tests.writing.test_races import together


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
    assert "2 things" in message.subject
    assert "overdue" in message.body


def test_what_could_not_go_on_is_told_too(office):
    made = due_in(office, 30)
    SubjectRequest.objects.using("owner").update(trouble="erasure_failed")
    remind()
    assert made.reference in mail.outbox[0].body
    assert "could not go on" in mail.outbox[0].body


def test_a_mail_server_that_is_down_loses_no_alarm(office, settings):
    made = due_in(office, 3)
    with down(settings):
        assert [remind(), remind()] == [1, 0]
    assert kinds(made.id).count("alarmed") == 1
    assert "reminded" not in kinds(made.id)
    assert [remind(), remind()] == [1, 0]
    assert len(mail.outbox) == 1
    assert kinds(made.id).count("reminded") == 1


def test_without_a_mail_server_nobody_is_said_to_have_been_told(office, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    made = due_in(office, 3)
    with patched(hand_in=never, mail_is_sent=lambda: False):
        assert [remind(), remind()] == [1, 0]
    assert kinds(made.id)[-1] == "alarmed"


def test_whoever_was_told_is_not_told_again_with_whoever_was_not(office):
    make_account("second@example.org", None, role=Role.OFFICER)
    due_in(office, 3)

    def full(message):
        if message.to == ["second@example.org"]:
            return Outcome("busy", again=True)
        return hand_in(message)

    with patched(hand_in=full):
        remind()
    remind()
    assert [each.to for each in mail.outbox] == [
        ["officer@example.org"],
        ["second@example.org"],
    ]


@pytest.mark.parametrize("end", ["unknown", "killed"])
def test_what_may_have_gone_out_is_not_sent_again_and_not_said_to_have(office, end):
    made = due_in(office, 3)

    def breaks(_):
        if end == "killed":
            raise KeyboardInterrupt
        return Outcome("uncertain")

    with patched(hand_in=breaks), suppress(KeyboardInterrupt):
        remind()
    remind()
    assert mail.outbox == []
    assert kinds(made.id).count("alarmed") == 1
    assert "reminded" not in kinds(made.id)


def test_two_workers_at_once_tell_it_once(office):
    made = due_in(office, 3)
    due_in(office, -1, Right.ERASURE)
    together(4, lambda _: remind())
    remind()
    told = "\n".join(str(each.body) for each in mail.outbox)
    assert told.count(made.reference) == 1
    assert kinds(made.id).count("reminded") == 1


def test_who_looks_after_it_is_told_as_well(office):
    made = due_in(office, 3)
    rows = SubjectRequest.objects.using("owner").filter(id=made.id)
    rows.update(owner_id=office.approver.id)
    remind()
    told = {address for each in mail.outbox for address in each.to}
    assert told == {"officer@example.org", "approver@example.org"}


def test_trouble_that_comes_again_after_staff_tried_is_told_again(office):
    made = due_in(office, 30)
    rows = SubjectRequest.objects.using("owner").filter(id=made.id)
    for _ in range(2):
        rows.update(trouble="package_failed")
        assert [remind(), remind()] == [1, 0]
        with as_staff(), changing(made.id) as row:
            try_again(row, office.by_officer)
    assert len(mail.outbox) == 2


def test_another_trouble_is_told_too(office):
    due_in(office, 30)
    rows = SubjectRequest.objects.using("owner")
    rows.update(trouble="stuck")
    assert remind() == 1
    rows.update(trouble="erasure_failed")
    assert remind() == 1


def test_a_closed_request_whose_person_was_not_told_is_an_alarm(office):
    made = due_in(office, 30)
    rows = SubjectRequest.objects.using("owner").filter(id=made.id)
    rows.update(state="in_review")
    rows.update(state="running")
    rows.update(state="done", closed_at=timezone.now(), trouble="letter_missing")
    assert [remind(), remind()] == [1, 0]
    assert made.reference in mail.outbox[0].body


def failed_letter(office, request, kind=LetterKind.EXTENSION):
    letter = released(a_letter(kind, request_id=request.id))
    change(letter, state="failed", reason="bad_address")
    return letter


def test_a_letter_that_failed_is_told_once_and_again_when_it_fails_again(office):
    made = due_in(office, 30)
    letter = failed_letter(office, made)
    assert [remind(), remind()] == [1, 0]
    assert f"letter about {made.reference} did not reach" in mail.outbox[0].body
    with as_staff():
        letters.send_again(letter.id, actor=office.by_officer)
    assert remind() == 0
    change(letter, state="failed", reason="bad_address")
    assert [remind(), remind()] == [1, 0]


def test_a_mail_that_came_back_is_told(office):
    made = due_in(office, 30)
    letter = released(a_letter(request_id=made.id))
    change(letter, state="sending")
    change(letter, state="sent")
    assert remind() == 0
    with as_staff():
        letters.came_back(letter.id, actor=SYSTEM)
    assert [remind(), remind()] == [1, 0]
    assert made.reference in mail.outbox[0].body


def test_an_erasure_that_nobody_requested_and_that_stopped_is_told_once(office, bell):
    written = office.world.write("Likes tea.")
    client = office.world.travel.client()
    with stopping():
        client.delete(f"/api/v1/people/owner/memories/{written['id']}")
        bell.answer()
    assert [remind(), remind()] == [1, 0]
    assert "An erasure stopped" in mail.outbox[0].body


def test_an_erasure_that_nobody_has_worked_at_for_hours_is_told(office, bell):
    written = office.world.write("Likes tea.")
    client = office.world.travel.client()
    client.delete(f"/api/v1/people/owner/memories/{written['id']}")
    assert remind() == 0
    long_ago = timezone.now() - timedelta(hours=7)
    ErasureRun.objects.using("owner").update(due_at=long_ago)
    assert [remind(), remind()] == [1, 0]


def test_a_forget_that_the_ledger_has_not_taken_for_hours_is_told(office, bell):
    written = office.world.write("Likes tea.")
    client = office.world.travel.client()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entering, "enter_now", lambda *_: None)
        client.post(
            "/api/v1/people/owner/forget", {"ids": [written["id"]]}, format="json"
        )
    assert remind() == 0
    long_ago = timezone.now() - timedelta(hours=7)
    ErasureRun.objects.using("owner").update(created_at=long_ago)
    assert [remind(), remind()] == [1, 0]
    assert "The ledger has not taken" in mail.outbox[0].body


def test_who_was_told_of_what_is_forgotten_after_a_year(office):
    due_in(office, 3)
    remind()
    rows = StaffAlarm.objects.using("owner")
    tasks.retain_nightly()
    assert rows.count() == 1
    rows.update(expires_at=timezone.now() - timedelta(days=1))
    tasks.retain_nightly()
    assert rows.count() == 0


@contextmanager
def patched(**instead):
    with pytest.MonkeyPatch.context() as patch:
        for name, function in instead.items():
            patch.setattr(reminding, name, function)
        yield


@contextmanager
def down(settings):
    backend = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    yield
    settings.EMAIL_BACKEND = backend


def never(_):
    raise AssertionError("nothing is mailed")
