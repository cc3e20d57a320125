"""A worker that is killed while the mail server has the letter in its hands: it goes out
once, and somebody is asked."""

import os
import subprocess
import sys
import time

import pytest

from tests.faults.running import ROOT, start, until
from tests.requests.letters.mail_server import MailServer

pytestmark = pytest.mark.slow

WRITE = """
import uuid
from datetime import date
from governance.access import as_staff
from governance.audit import SYSTEM
from governance.requests import letters
facts = letters.Facts(reference="R-1", right="erasure", received=date(2026, 3, 5),
    due=date(2026, 4, 7))
letter = letters.draft(uuid.uuid4(), letters.LetterKind.RECEIPT,
    letters.LetterLanguage.ENGLISH, facts, actor=SYSTEM,
    reader=letters.Reader(address="mara@example.org"))
with as_staff():
    letters.release(letter.id, actor=SYSTEM)
print(letter.id)
"""


@pytest.fixture
def mail_server():
    server = MailServer()
    yield server
    server.close()


@pytest.fixture
def by_mail(mail_server):
    return {
        "MEMORYHUB_SMTP_HOST": "127.0.0.1",
        "MEMORYHUB_SMTP_PORT": str(mail_server.port),
        "MEMORYHUB_SMTP_TLS": "0",
    }


@pytest.fixture
def product(folder, by_mail):
    running = start(folder, **by_mail)
    yield running
    if running.process.poll() is None:
        running.stop()


def write_a_letter(product, by_mail):
    """Its id. The demo's own letters go to the same server."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("MEMORYHUB_", "DATABASE_", "BROKER_", "DJANGO_"))
    }
    data = {"MEMORYHUB_DATA_DIR": str(product.data), **by_mail}
    written = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "manage.py", "shell", "-c", WRITE],
        cwd=ROOT,
        env={**inherited, **data},
        check=True,
        capture_output=True,
        text=True,
    )
    return written.stdout.split()[-1]


def state(product, letter):
    return product.sql("SELECT state, reason FROM letter WHERE id = %s", letter)


def arrived(mail_server, letter):
    ids = [each["Message-ID"] for each in mail_server.received]
    return sum(letter in each for each in ids)


def test_a_worker_killed_while_the_server_has_the_letter(product, mail_server, by_mail):
    def killed(step):
        if step == "end" and "R-1" in str(mail_server.received[-1]["Subject"]):
            mail_server.before = lambda step: None
            product.kill("worker")

    mail_server.before = killed
    letter = write_a_letter(product, by_mail)
    until(lambda: arrived(mail_server, letter) == 1)
    assert state(product, letter) == [("sending", "")]
    time.sleep(5)  # a new worker is up, and the broker delivers the job again
    product.sql("UPDATE letter SET lease_until = now() WHERE id = %s", letter)
    until(lambda: state(product, letter) == [("failed", "uncertain")], seconds=90)
    time.sleep(5)
    assert arrived(mail_server, letter) == 1


def test_a_letter_is_sent_by_the_product_as_it_runs(product, mail_server, by_mail):
    letter = write_a_letter(product, by_mail)
    until(lambda: state(product, letter) == [("sent", "")], seconds=60)
    time.sleep(3)
    assert arrived(mail_server, letter) == 1
