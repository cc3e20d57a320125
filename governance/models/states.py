"""The states of a memory, an erasure run, a request and a letter, and the moves each allows.

One table of allowed moves, used by all doors; the database holds the same table
(``state_move``) and a trigger refuses any other move, whoever asks.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class MemoryState(models.TextChoices):
    """Where a memory stands. An erased one has no row, only a receipt."""

    PROPOSED = "proposed", _("waits for your yes")
    QUARANTINED = "quarantined", _("waits for review")
    ACTIVE = "active", _("in use")
    PAUSED = "paused", _("kept, not used")
    SUPERSEDED = "superseded", _("earlier value")
    FORGOTTEN = "forgotten", _("out of use, undo possible")


class RunState(models.TextChoices):
    """Where an erasure run stands."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    VERIFYING = "verifying", _("being checked")
    DONE = "done", _("done")
    NEEDS_ATTENTION = "needs_attention", _("needs attention")
    UNDONE = "undone", _("undone")


class RequestState(models.TextChoices):
    """Where a person's request stands (law.md, The rights)."""

    RECEIVED = "received", _("received")
    NEEDS_IDENTITY = "needs_identity", _("waits for proof of who asks")
    IN_REVIEW = "in_review", _("in review")
    ON_HOLD = "on_hold", _("waits for an answer of the person")
    RUNNING = "running", _("being done")
    DONE = "done", _("done")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")


class LetterState(models.TextChoices):
    """How far a letter has come."""

    DRAFT = "draft", _("draft")
    QUEUED = "queued", _("on its way")
    SENDING = "sending", _("being sent")
    SENT = "sent", _("sent")
    FAILED = "failed", _("needs somebody")
    WITHDRAWN = "withdrawn", _("withdrawn")


M, R, S, L = MemoryState, RunState, RequestState, LetterState

MEMORY_MOVES: dict[str, set[str]] = {
    M.PROPOSED: {M.ACTIVE, M.FORGOTTEN},
    M.QUARANTINED: {M.ACTIVE, M.FORGOTTEN},
    M.ACTIVE: {M.PAUSED, M.SUPERSEDED, M.FORGOTTEN, M.QUARANTINED},
    M.PAUSED: {M.ACTIVE, M.SUPERSEDED, M.FORGOTTEN, M.QUARANTINED},
    M.SUPERSEDED: {M.FORGOTTEN},
    # Undo restores exactly: back to whatever it was.
    M.FORGOTTEN: {M.PROPOSED, M.QUARANTINED, M.ACTIVE, M.PAUSED, M.SUPERSEDED},
}

RUN_MOVES: dict[str, set[str]] = {
    R.WAITING: {R.RUNNING, R.UNDONE},
    # A new claim after a lost lease runs again from where it was.
    R.RUNNING: {R.VERIFYING, R.NEEDS_ATTENTION},
    R.VERIFYING: {R.RUNNING, R.DONE, R.NEEDS_ATTENTION},
    R.NEEDS_ATTENTION: {R.RUNNING},
    R.DONE: set(),
    R.UNDONE: set(),
}

REQUEST_MOVES: dict[str, set[str]] = {
    S.RECEIVED: {S.NEEDS_IDENTITY, S.IN_REVIEW, S.REFUSED, S.WITHDRAWN},
    # Refused where nobody proves who asks.
    S.NEEDS_IDENTITY: {S.IN_REVIEW, S.REFUSED, S.WITHDRAWN},
    # Done at once where nothing is held.
    S.IN_REVIEW: {
        S.NEEDS_IDENTITY,
        S.ON_HOLD,
        S.RUNNING,
        S.DONE,
        S.REFUSED,
        S.WITHDRAWN,
    },
    S.ON_HOLD: {S.IN_REVIEW, S.REFUSED, S.WITHDRAWN},
    # Nothing takes back what has begun; staff look again where there is nobody any more.
    S.RUNNING: {S.DONE, S.IN_REVIEW},
    S.DONE: set(),
    S.REFUSED: set(),
    S.WITHDRAWN: set(),
}

LETTER_MOVES: dict[str, set[str]] = {
    # What is read on a page is there at once.
    L.DRAFT: {L.QUEUED, L.SENT, L.WITHDRAWN},
    # Sent: handed over by staff, or told by the worker that was thought dead.
    L.QUEUED: {L.SENDING, L.SENT, L.FAILED, L.WITHDRAWN},
    # Back into the queue only where the server surely did not take it.
    L.SENDING: {L.SENT, L.QUEUED, L.FAILED},
    L.FAILED: {L.QUEUED, L.SENT, L.WITHDRAWN},
    # A mail that comes back days later.
    L.SENT: {L.FAILED},
    L.WITHDRAWN: set(),
}

MOVES = {
    "memory": MEMORY_MOVES,
    "erasure_run": RUN_MOVES,
    "subject_request": REQUEST_MOVES,
    "letter": LETTER_MOVES,
}


def may_move(thing: str, old: str, new: str) -> bool:
    """Whether ``thing``, by the name of its table, may go from old to new."""
    return old == new or new in MOVES[thing].get(old, set())


class StateMove(models.Model):
    """The same table, in the database, for the trigger that guards every door."""

    thing = models.CharField(max_length=20)
    old = models.CharField(max_length=20)
    new = models.CharField(max_length=20)

    class Meta:
        db_table = "state_move"
        constraints = [
            models.UniqueConstraint(fields=["thing", "old", "new"], name="one_move")
        ]

    @override
    def __str__(self) -> str:
        return f"{self.thing}: {self.old} → {self.new}"
