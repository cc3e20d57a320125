"""A letter goes out once: however often the queue delivers it, whoever dies, whatever the
mail server does."""

import threading
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from governance import tasks
from governance.access import as_staff, as_sweeper
from governance.audit import SYSTEM, record
from governance.models import AuditEntry, LetterKind, LetterState
from governance.requests import letters
from governance.requests.letters import delivering, sending
from governance.requests.letters.claim import claim, doubt
from governance.requests.letters.delivering import BACKOFF, deliver, send_due
from tests.requests.letters.conftest import (
    ADDRESS,
    OFFICER,
    a_letter,
    change,
    now_is,
    released,
)
from tests.requests.letters.mail_server import DROP, HANG

pytestmark = pytest.mark.usefixtures("world")


@pytest.fixture
def queued(bell, mail_server):
    """A letter in the queue; its bell was not heard."""
    letter = released(a_letter())
    bell.rung.clear()
    return letter


def state(letter):
    row = now_is(letter)
    return row.state, row.reason


def deeds(letter):
    entries = AuditEntry.objects.using("owner").filter(
        subject_ids__contains=[letter.id], verb__startswith="letter."
    )
    return list(entries.order_by("created_at").values_list("verb", flat=True))


def test_a_released_letter_is_sent_with_its_id_as_message_id(bell, mail_server):
    letter = released(a_letter())
    assert bell.rung == [("send_letters", [])]
    bell.answer()
    [received] = mail_server.received
    assert received["Message-ID"] == f"<{letter.id}@127.0.0.1>"
    assert received["To"] == ADDRESS
    assert received["Subject"] == "Your request R-2026-0042: we have received it"
    assert "by 7 April 2026 at the latest" in received.get_content()
    assert state(letter) == ("sent", "")
    assert now_is(letter).sent_at is not None
    assert deeds(letter) == ["letter.drafted", "letter.released", "letter.sent"]


def test_every_mail_bears_the_time_of_the_database(mail_server, monkeypatch):
    at = datetime(2026, 3, 5, 9, 30, tzinfo=UTC)
    monkeypatch.setattr(sending, "database_now", lambda: at)
    assert sending.hand_in(EmailMessage("One thing", "One.", to=[ADDRESS])).taken
    assert sending.send(a_letter(), ADDRESS).taken
    assert [each["Date"].datetime for each in mail_server.received] == [at, at]


def test_a_draft_is_not_sent(mail_server):
    letter = a_letter()
    assert send_due() == 0
    assert not deliver(letter.id)
    assert mail_server.received == []
    assert state(letter) == ("draft", "")


def test_a_job_that_is_delivered_three_times_sends_one_letter(queued, mail_server):
    for _ in range(3):
        tasks.send_letters()
    assert [deliver(queued.id) for _ in range(3)] == [False] * 3
    assert len(mail_server.received) == 1


def test_a_double_click_releases_one_letter(bell, mail_server):
    letter = a_letter()
    released(letter)
    released(letter)
    bell.answer()
    released(letter)
    bell.answer()
    assert len(mail_server.received) == 1
    assert deeds(letter).count("letter.released") == 1


def test_a_second_letter_of_the_kind_is_refused_for_the_same_occasion(bell):
    request_id = uuid.uuid4()
    released(a_letter(request_id=request_id))
    again = a_letter(request_id=request_id)
    with pytest.raises(letters.AlreadyWritten):
        released(again)
    assert state(again) == ("draft", "")
    other = released(a_letter(request_id=request_id, occasion="2026-06"))
    assert other.state == LetterState.QUEUED
    released(a_letter(LetterKind.REFUSAL, request_id=request_id))


def test_two_releases_at_the_same_moment_give_one_letter(bell):
    letter = a_letter()
    answers = at_once(lambda: released(letter), lambda: released(letter))
    assert [each.id for each in answers] == [letter.id] * 2
    assert deeds(letter).count("letter.released") == 1


def test_a_new_draft_takes_the_place_of_the_earlier_one():
    request_id = uuid.uuid4()
    first, second = a_letter(request_id=request_id), a_letter(request_id=request_id)
    assert state(first) == ("withdrawn", "")
    assert state(second) == ("draft", "")
    with pytest.raises(letters.NotNow):
        released(first)


def test_two_workers_at_once_send_one_letter(queued, mail_server):
    done = at_once(lambda: deliver(queued.id), lambda: deliver(queued.id))
    assert sorted(done) == [False, True]
    assert len(mail_server.received) == 1
    assert now_is(queued).fence == 1


def test_what_one_worker_is_sending_no_other_takes(queued, mail_server):
    seen = []
    mail_server.before = lambda step: (
        seen.append((state(queued), deliver(queued.id))) if step == "DATA" else None
    )
    assert deliver(queued.id)
    assert seen == [(("sending", ""), False)]
    assert len(mail_server.received) == 1


def test_a_worker_that_dies_in_between_leaves_a_task_and_no_second_letter(
    queued, mail_server, monkeypatch
):
    monkeypatch.setattr(delivering, "_settle", dies)
    assert not deliver(queued.id)
    monkeypatch.undo()
    assert state(queued) == ("sending", "")
    assert send_due() == 0
    assert state(queued) == ("sending", "")  # its lease is not over
    change(queued, lease_until=timezone.now() - timedelta(seconds=1))
    tasks.send_letters()
    assert state(queued) == ("failed", "uncertain")
    tasks.send_letters()
    assert len(mail_server.received) == 1
    with as_staff():
        assert [each.id for each in letters.for_staff()] == [queued.id]
    assert deeds(queued)[-1] == "letter.failed"


def test_a_worker_that_dies_before_it_sends_leaves_the_same_task(
    queued, mail_server, monkeypatch
):
    monkeypatch.setattr(delivering, "send", dies)
    assert not deliver(queued.id)
    monkeypatch.undo()
    change(queued, lease_until=timezone.now() - timedelta(seconds=1))
    assert send_due() == 0
    assert state(queued) == ("failed", "uncertain")
    assert mail_server.received == []


def test_staff_say_that_it_arrived(queued):
    change(queued, state="sending")
    change(queued, state="failed", reason="uncertain")
    with as_staff():
        letters.it_arrived(queued.id, actor=OFFICER)
    assert state(queued) == ("sent", "")
    with as_staff(), pytest.raises(letters.NotNow):
        letters.send_again(queued.id, actor=OFFICER)


def test_staff_say_send_it_again(queued, bell, mail_server):
    change(queued, state="failed", reason="uncertain")
    with as_staff():
        letters.send_again(queued.id, actor=OFFICER)
    with as_staff(), pytest.raises(letters.NotNow):
        letters.send_again(queued.id, actor=OFFICER)
    bell.answer()
    assert len(mail_server.received) == 1
    assert state(queued) == ("sent", "")


def test_staff_give_up_and_may_write_another(queued, bell):
    change(queued, state="failed", reason="bad_address")
    another = a_letter(request_id=queued.request_id)
    with pytest.raises(letters.AlreadyWritten):
        released(another)
    with as_staff():
        letters.give_up(queued.id, actor=OFFICER)
    assert released(another).state == LetterState.QUEUED


def test_a_worker_that_was_thought_dead_says_that_it_was_sent(queued, mail_server):
    def late(step):
        if step == "end":
            change(queued, lease_until=timezone.now() - timedelta(seconds=1))
            doubt()
            assert state(queued) == ("failed", "uncertain")

    mail_server.before = late
    assert deliver(queued.id)
    assert state(queued) == ("sent", "")
    assert len(mail_server.received) == 1


def test_a_worker_whose_letter_another_has_claimed_changes_nothing(queued, mail_server):
    first = claim(queued.id)
    assert first
    change(queued, state="failed", reason="uncertain")
    with as_staff():
        letters.send_again(queued.id, actor=OFFICER)
    assert claim(queued.id)
    with_old_fence = sending.Outcome("bad_address")
    with as_sweeper():
        delivering._settle(first, with_old_fence)
    assert state(queued) == ("sending", "")
    with as_sweeper():
        delivering._settle(first, sending.TAKEN)
    assert state(queued) == ("sending", "")


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA", "end"])
def test_a_server_that_says_later_is_asked_later(queued, mail_server, step):
    mail_server.says[step] = "451 4.3.0 try later"
    assert deliver(queued.id)
    row = now_is(queued)
    assert (row.state, row.reason, row.tries) == ("queued", "busy", 1)
    assert row.next_at
    assert row.next_at - timezone.now() > timedelta(seconds=50)
    assert send_due() == 0
    mail_server.says.clear()
    change(queued, next_at=timezone.now())
    assert send_due() == 1
    assert len(mail_server.received) == 1


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("MAIL", "refused"),
        ("RCPT", "bad_address"),
        ("DATA", "refused"),
        ("end", "refused"),
    ],
)
def test_a_server_that_refuses_is_not_asked_again(queued, mail_server, step, reason):
    mail_server.says[step] = "550 5.1.1 <mara.lindqvist@example.org> is unknown here"
    assert deliver(queued.id)
    assert state(queued) == ("failed", reason)
    assert now_is(queued).next_at is None
    assert send_due() == 0
    assert deeds(queued)[-1] == "letter.failed"


@pytest.mark.parametrize("step", ["connect", "EHLO"])
@pytest.mark.parametrize("what", [HANG, DROP, "421 too busy"])
def test_what_ends_before_the_letter_is_named_is_tried_again(
    queued, mail_server, step, what
):
    mail_server.says |= {step: what, "HELO": what}
    assert deliver(queued.id)
    assert state(queued) == ("queued", "no_server")
    mail_server.says.clear()
    change(queued, next_at=timezone.now())
    assert send_due() == 1
    assert len(mail_server.received) == 1


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA", "end"])
@pytest.mark.parametrize("what", [HANG, DROP])
def test_what_ends_while_the_letter_is_on_its_way_is_for_staff(
    queued, mail_server, step, what
):
    mail_server.says[step] = what
    assert deliver(queued.id)
    assert state(queued) == ("failed", "uncertain")
    assert send_due() == 0


@pytest.mark.parametrize("what", [HANG, DROP, "550 no goodbye"])
def test_how_a_server_takes_leave_says_nothing_about_the_letter(
    queued, mail_server, what
):
    mail_server.says["QUIT"] = what
    assert deliver(queued.id)
    assert state(queued) == ("sent", "")
    assert len(mail_server.received) == 1


def test_a_server_that_is_not_there_is_tried_so_often_and_then_it_is_for_staff(
    queued, mail_server
):
    mail_server.close()
    for tried in range(1, len(BACKOFF) + 2):
        change(queued, next_at=timezone.now())
        assert deliver(queued.id)
        assert now_is(queued).tries == tried
    assert state(queued) == ("failed", "no_server")
    assert not deliver(queued.id)


def test_mail_that_was_switched_off_meanwhile_sends_nothing_into_nowhere(
    queued, settings
):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    assert deliver(queued.id)
    assert state(queued) == ("queued", "no_server")


def test_what_waited_in_a_backup_may_have_been_sent_since(queued, mail_server):
    with as_sweeper():
        record("database.replayed", SYSTEM)
    assert send_due() == 0
    assert state(queued) == ("failed", "restored")
    assert mail_server.received == []
    with as_staff():
        letters.send_again(queued.id, actor=OFFICER)
    assert send_due() == 1
    assert len(mail_server.received) == 1


def test_no_word_of_the_server_or_the_letter_is_in_the_row_or_the_log(
    queued, mail_server, caplog
):
    mail_server.says["RCPT"] = "550 gossip about mara.lindqvist@example.org"
    deliver(queued.id)
    row = now_is(queued)
    assert "gossip" not in str(row.__dict__)
    assert b"mara" not in bytes(row.addressee_sealed or b"mara")
    assert "gossip" not in caplog.text
    assert "mara" not in caplog.text


@pytest.mark.parametrize(
    "address",
    [
        "mara@example.org\nBcc: all@example.org",
        "mara@example.org\r\nSubject: other",
        "mara@example.org, all@example.org",
        "Mara <mara@example.org>",
        "mara",
        "mara@" + "a" * 250 + ".org",
    ],
)
def test_an_addressee_that_is_more_than_one_address_is_refused(address):
    with pytest.raises(letters.BadAddressee):
        a_letter(address=address)


def test_a_reference_with_a_line_break_starts_no_header(bell, mail_server):
    released(a_letter(reference="R-1\r\nBcc: all@example.org\r\n\r\nHello"))
    bell.answer()
    [received] = mail_server.received
    assert received["Bcc"] is None
    assert "R-1 Bcc: all@example.org Hello" in received["Subject"]
    assert mail_server.recipients == [f"rcpt TO:<{ADDRESS}>"]


def test_a_subject_that_was_changed_behind_our_back_is_not_sent(queued, mail_server):
    change(queued, subject="Hello\nBcc: all@example.org")
    assert deliver(queued.id)
    assert state(queued) == ("failed", "bad_letter")
    assert mail_server.recipients == []


def test_an_addressee_that_does_not_open_is_for_staff(queued, mail_server):
    change(queued, addressee_sealed=b"changed")
    assert deliver(queued.id)
    assert state(queued) == ("failed", "bad_address")


def test_a_letter_that_was_taken_back_in_time_is_not_sent(queued, mail_server):
    with as_staff():
        letters.withdraw(queued.id, actor=OFFICER)
    assert send_due() == 0
    assert mail_server.received == []


def test_what_is_being_sent_cannot_be_taken_back(queued):
    assert claim(queued.id)
    with as_staff(), pytest.raises(letters.NotNow):
        letters.withdraw(queued.id, actor=OFFICER)


def test_the_sweep_by_the_clock_finds_what_no_bell_was_heard_for(bell):
    letter = released(a_letter())
    bell.rung.clear()
    tasks.send_letters()
    assert state(letter) == ("sent", "")
    assert len(mail.outbox) == 1


def test_the_sweep_by_hand_sends_them_too(queued, mail_server, capsys):
    call_command("sweep")
    assert "1 done" in capsys.readouterr().out
    assert len(mail_server.received) == 1


def test_mail_can_go_into_a_folder(settings, tmp_path, bell):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    letter = released(a_letter())
    bell.answer()
    assert state(letter) == ("sent", "")
    [file] = tmp_path.iterdir()
    assert str(letter.id) in file.read_text()


def dies(*_):
    raise RuntimeError("killed")


def at_once(*calls):
    """Runs them in threads that begin together; gives their answers."""
    gate, answers = threading.Barrier(len(calls)), [None] * len(calls)

    def run(at, call):
        gate.wait()
        try:
            answers[at] = call()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(calls)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(30)
    return answers
