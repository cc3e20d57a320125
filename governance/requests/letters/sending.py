"""Hand one letter to the mail backend, and tell what is certain of it afterwards.

Three answers: taken, surely not taken, and not known. A connection that ends while the
letter is on its way may have brought it or not (RFC 5321, 4.5.3.2.6 tells why), so that
letter is nobody's to send again by itself.
"""

import smtplib
from contextlib import suppress
from dataclasses import dataclass
from email.utils import format_datetime, parseaddr

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from governance.access import database_now
from governance.models import Letter
from governance.requests.letters.office import mail_domain, mail_is_sent

UNCERTAIN = "uncertain"
NO_SERVER = "no_server"
NO_LOGIN = "no_login"
REFUSED = "refused"
BAD_ADDRESS = "bad_address"
BAD_LETTER = "bad_letter"
BUSY = "busy"
FOR_GOOD = 500
FOR_NOW = 400


@dataclass(frozen=True)
class Outcome:
    """What came of a try. ``reason`` is a fixed word, never the server's; ``again`` says
    that the letter surely did not arrive and that a later try may bring it."""

    reason: str = ""
    again: bool = False

    @property
    def taken(self) -> bool:
        """Whether the server has it."""
        return not self.reason

    @property
    def unknown(self) -> bool:
        """Whether nobody can tell."""
        return self.reason == UNCERTAIN


TAKEN = Outcome()


def send(letter: Letter, address: str) -> Outcome:
    """One try; never raises for what a server does."""
    return hand_in(message_of(letter, address))


def hand_in(message: EmailMessage) -> Outcome:
    """One try with any mail, which bears the time of the database: a worker's clock may
    be wrong."""
    if not mail_is_sent():
        return Outcome(NO_SERVER, again=True)
    message.extra_headers["Date"] = format_datetime(database_now())
    try:
        message.message()
    except (ValueError, UnicodeError):  # a header with a line break, an address
        return Outcome(BAD_LETTER)
    connection = get_connection(fail_silently=False)
    trouble = _opened(connection)
    if trouble:
        _close(connection)
        return trouble
    try:
        return _handed_over(connection, message)
    finally:
        _close(connection)


def message_of(letter: Letter, address: str) -> EmailMessage:
    """The mail. Its Message-ID is the letter's id, whenever it is tried."""
    contact = parseaddr(settings.PRIVACY_CONTACT)[1]
    return EmailMessage(
        subject=letter.subject,
        body=letter.body + "\n",
        to=[address],
        reply_to=[contact] if "@" in contact else None,
        headers={
            "Message-ID": f"<{letter.id}@{mail_domain()}>",
            "Content-Language": letter.language,
        },
    )


def _opened(connection: BaseEmailBackend) -> Outcome | None:
    """What goes wrong before the letter is named goes wrong without it. A server without
    TLS and login would be greeted only while it is sent."""
    try:
        connection.open()
        server = getattr(connection, "connection", None)
        if isinstance(server, smtplib.SMTP):
            server.ehlo_or_helo_if_needed()
    except smtplib.SMTPAuthenticationError:
        return Outcome(NO_LOGIN, again=True)
    except (smtplib.SMTPException, OSError):
        return Outcome(NO_SERVER, again=True)
    return None


def _handed_over(connection: BaseEmailBackend, message: EmailMessage) -> Outcome:
    try:
        return TAKEN if connection.send_messages([message]) else Outcome(UNCERTAIN)
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _ in refused.recipients.values()]
        return _refused(min(codes, default=0), BAD_ADDRESS)
    except smtplib.SMTPResponseException as refused:  # sender or letter
        return _refused(refused.smtp_code, REFUSED)
    except smtplib.SMTPNotSupportedError:  # an address that this server cannot take
        return Outcome(BAD_ADDRESS)
    except (ValueError, UnicodeError):  # found before a word was sent
        return Outcome(BAD_ADDRESS)
    except (smtplib.SMTPException, OSError):
        return Outcome(UNCERTAIN)


def _refused(code: int, for_good: str) -> Outcome:
    """The server has answered: it did not take the letter (RFC 5321, 4.2.1)."""
    if code >= FOR_GOOD:
        return Outcome(for_good)
    return Outcome(BUSY, again=True) if code >= FOR_NOW else Outcome(UNCERTAIN)


def _close(connection: BaseEmailBackend) -> None:
    """How a server takes leave says nothing about the letter."""
    with suppress(smtplib.SMTPException, OSError):
        connection.close()
