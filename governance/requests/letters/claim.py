"""Claim a letter by conditional update, lease and fence, as erasure runs are claimed; time
comes from the database.

Who claims commits before anything is sent. So a worker that dies leaves a letter that says
"being sent", and nobody takes that for "not sent".
"""

import uuid
from datetime import timedelta

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from governance.access import as_sweeper
from governance.audit import SYSTEM
from governance.models import AuditEntry, Letter, LetterChannel, LetterState
from governance.requests.letters.noting import FAILED, note
from governance.requests.letters.sending import UNCERTAIN

LEASE = timedelta(minutes=5)
"""Above what one try takes: the server has ten seconds for each of its answers."""

BATCH = 500
RESTORED = "restored"


def due() -> list[uuid.UUID]:
    """Letters to be sent by mail now, who has waited longest first."""
    with as_sweeper():
        rows = _due().order_by("next_at", "id")
        return list(rows.values_list("id", flat=True)[:BATCH])


def claim(letter_id: uuid.UUID) -> Letter | None:
    """The letter, to be sent by the caller alone; None when it is not due, or somebody
    else's."""
    with as_sweeper():
        mine = _due().filter(id=letter_id)
        if not mine.update(
            state=LetterState.SENDING,
            fence=F("fence") + 1,
            tries=F("tries") + 1,
            lease_until=Now() + LEASE,
        ):
            return None
        return Letter.objects.get(id=letter_id)


def doubt() -> int:
    """Letters of which nobody knows whether they went out are handed to staff: their
    worker died with them, or the database was restored to a moment before it told. Gives
    how many."""
    with as_sweeper():
        found = [
            *_doubt(Letter.objects.filter(_over()), UNCERTAIN),
            *_doubt(Letter.objects.filter(_before_the_restore()), RESTORED),
        ]
        return len(found)


def _doubt(rows: QuerySet[Letter], reason: str) -> list[Letter]:
    found = list(rows.select_for_update(skip_locked=True).order_by("id")[:BATCH])
    for letter in found:
        Letter.objects.filter(id=letter.id).update(
            state=LetterState.FAILED, reason=reason, next_at=None, lease_until=None
        )
        note(FAILED, letter, SYSTEM)
    return found


def _due() -> QuerySet[Letter]:
    return Letter.objects.filter(
        state=LetterState.QUEUED,
        channel=LetterChannel.MAIL,
        next_at__lte=Now(),
    )


def _over() -> Q:
    return Q(state=LetterState.SENDING, lease_until__lte=Now())


def _before_the_restore() -> Q:
    """What waited in a backup may have been sent after the backup was made."""
    replays = AuditEntry.objects.filter(verb="database.replayed", person_id=None)
    last = replays.order_by("-created_at").values_list("created_at", flat=True).first()
    if last is None:
        return Q(pk__in=[])
    return Q(
        state__in=[LetterState.QUEUED, LetterState.SENDING],
        channel=LetterChannel.MAIL,
        released_at__lt=last,
    )
