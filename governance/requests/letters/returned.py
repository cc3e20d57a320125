"""Mails that come back after a server had taken them: delivery status notifications
(RFC 3464), which name the letter by its Message-ID. Nothing else of them is kept or said."""

import re
import uuid
from email import message_from_bytes, policy
from email.message import Message

from governance.access import as_sweeper
from governance.audit import SYSTEM
from governance.models import LetterState
from governance.requests.letters.refusals import NotNow
from governance.requests.letters.releasing import came_back, letter_of

LARGEST = 1_000_000
"""Bytes that are read of a notification; what it is about stands near its beginning, and
some servers send the whole letter along."""

NAMED = re.compile(r"<([0-9a-f-]{36})@[^<>\s]+>")
FAILED = re.compile(r"^Action:[ \t]*failed\b", re.IGNORECASE | re.MULTILINE)
REPORTS = {"message/delivery-status", "message/global-delivery-status"}
ORIGINALS = {"message/rfc822", "message/global", "text/rfc822-headers"}


def take_back(raw: bytes) -> bool:
    """Whether this tells that a letter of ours failed for good: then it is for staff. A
    delay, an automatic answer, or anything else changes nothing; who does not know the
    id of a letter, which only its reader does, can bring none back."""
    letter_id = failed_letter(raw)
    if letter_id is None:
        return False
    with as_sweeper():
        letter = letter_of(letter_id)
        if letter is None or letter.state != LetterState.SENT:
            return False
        try:
            came_back(letter_id, actor=SYSTEM)
        except NotNow:
            return False
    return True


def failed_letter(raw: bytes) -> uuid.UUID | None:
    """The id of the letter that such a notification gives up; None for any other mail."""
    # The old policy parses lazily, and never raises for a header that is broken.
    mail = message_from_bytes(raw[:LARGEST], policy=policy.compat32)
    parts = list(mail.walk())
    if not any(_gives_up(part) for part in parts):
        return None
    for part in parts:
        if part.get_content_type() in ORIGINALS:
            named = NAMED.search(str(_original(part)))
            if named:
                return _as_id(named[1])
    return None


def _gives_up(part: Message) -> bool:
    """Of a report: a group of fields for the message, then one for each recipient. The
    newer kind (RFC 6533) is not taken apart by the library: its groups are text."""
    if part.get_content_type() not in REPORTS:
        return False
    return any(_failed(group) for group in part.walk())


def _failed(group: Message) -> bool:
    fields = group.get_payload()
    return bool(
        FAILED.match(f"Action: {group.get('Action', '')}")
        or (isinstance(fields, str) and FAILED.search(fields))
    )


def _original(part: Message) -> object:
    """The Message-ID of the mail that is sent along, whole or as its headers."""
    if part.is_multipart():
        whole = part.get_payload(0)
        return whole.get("Message-ID", "") if isinstance(whole, Message) else ""
    headers = part.get_payload(decode=True)
    if not isinstance(headers, bytes):
        return ""
    return message_from_bytes(headers, policy=policy.compat32).get("Message-ID", "")


def _as_id(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
