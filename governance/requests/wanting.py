"""Which of the letters that write themselves are still to be written. One that staff gave up
or took back is settled: the address it went to has not become another by that, so the next
one is written only when they ask for it."""

import uuid
from collections.abc import Set

from django.db.models import Exists, OuterRef, Q, QuerySet

from governance.audit import Actor
from governance.models import (
    Channel,
    Letter,
    LetterKind,
    LetterState,
    RequestEvent,
    RequestState,
    SubjectRequest,
)
from governance.requests.changing import changing
from governance.requests.letters import NotNow, letter_of
from governance.requests.timeline import happened

ANEW = "letter_wanted"
MISSING = "letter_missing"
RECEIPTS = frozenset({LetterKind.RECEIPT})
ANSWERS = frozenset({LetterKind.DONE, LetterKind.PARTLY_DONE})


def without_receipt() -> QuerySet[SubjectRequest]:
    """Open requests that are known to be somebody's, and not confirmed; in a scope of the
    staff, as all of these."""
    open_ones = SubjectRequest.objects.filter(closed_at=None)
    known = open_ones.exclude(channel=Channel.FORM, verified_at=None)
    return known.exclude(_settled(RECEIPTS))


def without_answer() -> QuerySet[SubjectRequest]:
    """Requests that were done, and whose person was not told."""
    done = SubjectRequest.objects.filter(state=RequestState.DONE)
    return done.exclude(_settled(ANSWERS))


def may_be_anew(letter: Letter) -> bool:
    """Whether another may be asked for in the place of this one."""
    if letter.state != LetterState.WITHDRAWN:
        return False
    if letter.kind in RECEIPTS:
        rows, kinds = SubjectRequest.objects.filter(closed_at=None), RECEIPTS
    elif letter.kind in ANSWERS:
        rows, kinds = SubjectRequest.objects.filter(state=RequestState.DONE), ANSWERS
    else:
        return (
            False  # it was a part of a deed of the staff, and is not written by itself
        )
    return rows.filter(_settled(kinds), id=letter.request_id).exists() and not (
        _standing(kinds).filter(request_id=letter.request_id).exists()
    )


def write_anew(letter_id: uuid.UUID, *, actor: Actor) -> Letter:
    """Somebody asks for another letter in the place of one that was given up: it is
    written by itself, as the first was. Raises ``NotNow``."""
    letter = letter_of(letter_id)
    if letter is None or not may_be_anew(letter):
        raise NotNow
    with changing(letter.request_id) as row:
        happened(row, ANEW, actor, internal=True)
    return letter


def _settled(kinds: Set[LetterKind]) -> Exists:
    """There is such a letter, and nobody has asked for another since it was taken back."""
    mine = Letter.objects.filter(request_id=OuterRef("id"), kind__in=kinds)
    wanted = RequestEvent.objects.filter(
        request_id=OuterRef("request_id"), kind=ANEW, at__gt=OuterRef("created_at")
    )
    return Exists(mine.filter(~Q(state=LetterState.WITHDRAWN) | ~Exists(wanted)))


def _standing(kinds: Set[LetterKind]) -> QuerySet[Letter]:
    rows = Letter.objects.filter(kind__in=kinds)
    return rows.exclude(state=LetterState.WITHDRAWN)
