"""A mail that comes back later opens a task; nobody else can bring a letter back."""

import io
import sys
import uuid
from email.message import EmailMessage
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest
from django.core.management import call_command
from django.db import OperationalError

from governance.access import as_staff
from governance.ledger import LedgerTrouble
from governance.management.commands import returned_mail
from governance.models import AuditEntry, Letter, LetterKind, LetterState
from governance.requests import letters
from tests.requests.letters.conftest import ADDRESS, OFFICER, a_letter


def sent(world, mail_server, **more):
    letter = a_letter(**more)
    with as_staff():
        letters.release(letter.id, actor=OFFICER)
    letters.deliver(letter.id)
    return now(letter)


def now(letter):
    with as_staff():
        return letters.letter_of(letter.id)


def notice(name, action="failed", original="text/rfc822-headers"):
    """As RFC 3464 has it, appendix E."""
    mail = MIMEMultipart("report", report_type="delivery-status")
    mail["From"], mail["To"] = "MAILER-DAEMON@example.org", "office@example.org"
    mail["Subject"], mail["Message-ID"] = "Undelivered", "<returned@example.org>"
    mail.attach(MIMEText("I could not deliver it. Words about a person."))
    status = MIMEBase("message", "delivery-status")
    status.set_payload(
        [
            _fields({"Reporting-MTA": "dns; mx.example.org"}),
            _fields(
                {
                    "Final-Recipient": f"rfc822; {ADDRESS}",
                    "Action": action,
                    "Status": "5.1.1",
                }
            ),
        ]
    )
    mail.attach(status)
    headers = f"Message-ID: <{name}@m.example>\nSubject: Your request\n"
    kind, sub = original.split("/")
    part = MIMEBase(kind, sub)
    if original == "message/rfc822":
        whole = EmailMessage()
        whole["Message-ID"], whole["Subject"] = f"<{name}@m.example>", "Your request"
        whole.set_content("Words to a person.")
        part.set_payload([whole])
    else:
        part.set_payload(headers)
    mail.attach(part)
    return mail.as_bytes()


def _fields(pairs):
    group = EmailMessage()
    for name, value in pairs.items():
        group[name] = value
    return group


@pytest.mark.parametrize("original", ["text/rfc822-headers", "message/rfc822"])
@pytest.mark.parametrize("action", ["failed", "Failed "])
def test_a_letter_that_comes_back_is_for_staff(world, mail_server, original, action):
    letter = sent(world, mail_server)
    assert letters.take_back(notice(letter.id, action, original))
    back = now(letter)
    assert (back.state, back.reason, back.sent_at) == ("failed", "returned", None)
    with as_staff():
        assert letters.for_staff().filter(id=letter.id).exists()
    entry = AuditEntry.objects.using("owner").get(verb="letter.came_back")
    assert letter.id in entry.subject_ids


def test_a_second_notice_changes_nothing_more(world, mail_server):
    letter = sent(world, mail_server)
    assert letters.take_back(notice(letter.id))
    assert not letters.take_back(notice(letter.id))
    assert (
        AuditEntry.objects.using("owner").filter(verb="letter.came_back").count() == 1
    )


def test_what_came_back_can_be_sent_again_and_goes_once(world, mail_server):
    letter = sent(world, mail_server)
    letters.take_back(notice(letter.id))
    with as_staff():
        letters.send_again(letter.id, actor=OFFICER)
    letters.send_due()
    assert now(letter).state == LetterState.SENT
    assert len(mail_server.received) == 2


@pytest.mark.parametrize("action", ["delayed", "relayed", "delivered", "expanded", ""])
def test_what_is_not_given_up_is_no_task(world, mail_server, action):
    letter = sent(world, mail_server)
    assert not letters.take_back(notice(letter.id, action))
    assert now(letter).state == LetterState.SENT


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00\xff\xfe",
        b"Subject: out of office\n\nI am away.",
        b"Content-Type: multipart/report; boundary=x\n\n--x\n",
        b"Content-Type: message/delivery-status\n\nAction: failed\n",
        b"Content-Type: message/rfc822\n\nMessage-ID: <>\n",
        b"A" * 2_000_000,
    ],
)
def test_any_other_mail_is_nothing(world, raw):
    assert not letters.take_back(raw)


def test_a_letter_that_nobody_knows_is_nothing(world):
    assert not letters.take_back(notice(uuid.uuid4()))
    assert not letters.take_back(notice("not-an-id"))


def test_only_what_went_by_mail_comes_back(world, people_account):
    letter = a_letter(address="", account_id=people_account.id)
    with as_staff():
        letters.release(letter.id, actor=OFFICER)
    assert now(letter).state == LetterState.SENT
    assert not letters.take_back(notice(letter.id))
    with as_staff(), pytest.raises(letters.NotNow):
        letters.came_back(letter.id, actor=OFFICER)


def test_a_draft_does_not_come_back(world):
    letter = a_letter(LetterKind.RECEIPT)
    assert not letters.take_back(notice(letter.id))
    assert now(letter).state == LetterState.DRAFT


def test_the_newer_kind_of_notice_is_read_too(world, mail_server):
    letter = sent(world, mail_server)
    old, new = b"message/delivery-status", b"message/global-delivery-status"
    raw = notice(letter.id)
    assert old in raw
    assert letters.take_back(raw.replace(old, new))


def test_the_command_reads_a_mail_and_repeats_nothing_of_it(
    world, mail_server, monkeypatch
):
    letter = sent(world, mail_server)
    pipe = io.TextIOWrapper(io.BytesIO(notice(letter.id)))
    monkeypatch.setattr(sys, "stdin", pipe)
    out = io.StringIO()
    call_command("returned_mail", stdout=out)
    assert out.getvalue() == "A letter came back.\n"
    assert Letter.objects.using("owner").get(id=letter.id).state == "failed"


@pytest.mark.parametrize(
    ("step", "trouble"),
    [
        ("take_back", OperationalError),
        ("refuse_unless_clear", OperationalError),
        ("refuse_unless_clear", LedgerTrouble),
    ],
)
def test_without_a_database_or_its_ledger_the_mail_server_is_told_to_come_again(
    monkeypatch, step, trouble
):
    def down(*args):
        raise trouble(f"connection to {ADDRESS} refused")

    monkeypatch.setattr(returned_mail, "refuse_unless_clear", lambda: None)
    monkeypatch.setattr(returned_mail, step, down)
    pipe = io.TextIOWrapper(io.BytesIO(notice(uuid.uuid4())))
    monkeypatch.setattr(sys, "stdin", pipe)
    errors = io.StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("returned_mail", stderr=errors)
    assert left.value.code == 75
    assert ADDRESS not in errors.getvalue()
