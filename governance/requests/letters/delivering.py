"""Send what is due: claim, send, settle; each letter at most once, whatever the queue
delivers twice. Nothing is locked while a server thinks."""

import logging
import uuid
from datetime import timedelta
from time import monotonic

from django.db.models import QuerySet
from django.db.models.functions import Now

from governance.access import as_sweeper
from governance.audit import SYSTEM
from governance.models import Letter, LetterState
from governance.requests.letters.claim import claim, doubt, due
from governance.requests.letters.noting import FAILED, SENT, note
from governance.requests.letters.releasing import addressee_of
from governance.requests.letters.sending import (
    BAD_ADDRESS,
    Outcome,
    send,
)

log = logging.getLogger(__name__)

BACKOFF = [
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
]
"""After which the next try comes; then it is for staff, while there is time left."""

SWEEP_SECONDS = 20.0


def send_due() -> int:
    """Sends what waits until some seconds are over, and hands to staff what nobody knows
    about; gives how many were tried."""
    doubt()
    until = monotonic() + SWEEP_SECONDS
    tried = 0
    for letter_id in due():
        if monotonic() >= until:
            break
        tried += deliver(letter_id)
    return tried


def deliver(letter_id: uuid.UUID) -> bool:
    """Tries once; False when there was nothing to try."""
    letter = claim(letter_id)
    if letter is None:
        return False
    try:
        outcome = _sent(letter)
        with as_sweeper():
            _settle(letter, outcome)
    except Exception:
        # It stays "being sent" until its lease ends; then staff are asked.
        log.exception("letter %s stopped", letter_id)
        return False
    return True


def _sent(letter: Letter) -> Outcome:
    try:
        address = addressee_of(letter)
    except ValueError:  # its key is gone
        return Outcome(BAD_ADDRESS)
    return send(letter, address) if address else Outcome(BAD_ADDRESS)


def _settle(letter: Letter, outcome: Outcome) -> None:
    if outcome.taken:
        _taken(letter)
    elif outcome.again and letter.tries <= len(BACKOFF):
        _mine(letter).update(
            state=LetterState.QUEUED,
            reason=outcome.reason,
            next_at=Now() + BACKOFF[letter.tries - 1],
            lease_until=None,
        )
    elif _mine(letter).update(
        state=LetterState.FAILED,
        reason=outcome.reason,
        next_at=None,
        lease_until=None,
    ):
        note(FAILED, letter, SYSTEM)


def _taken(letter: Letter) -> None:
    """Also where the worker was thought dead meanwhile: it knows best, as long as nobody
    has claimed the letter since."""
    open_still = [LetterState.SENDING, LetterState.FAILED, LetterState.QUEUED]
    rows = Letter.objects.filter(id=letter.id, fence=letter.fence, state__in=open_still)
    if rows.update(
        state=LetterState.SENT,
        reason="",
        sent_at=Now(),
        next_at=None,
        lease_until=None,
    ):
        note(SENT, letter, SYSTEM)
    else:
        log.error("letter %s went out, and was settled otherwise", letter.id)


def _mine(letter: Letter) -> QuerySet[Letter]:
    return Letter.objects.filter(
        id=letter.id, fence=letter.fence, state=LetterState.SENDING
    )
