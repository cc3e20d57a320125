"""What staff do with a letter: release it, take it back, and say what became of one of
which the program cannot know. Call these in the staff's scope."""

import uuid

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from governance.access import unseal
from governance.audit import Actor
from governance.dispatch import run_later
from governance.models import (
    WITH_THE_READER,
    Letter,
    LetterChannel,
    LetterState,
)
from governance.requests.letters.drafting import ADDRESSEE_USE
from governance.requests.letters.noting import (
    AGAIN,
    ARRIVED,
    CAME_BACK,
    HANDED_OVER,
    OPENED,
    RELEASED,
    SENT,
    WITHDRAWN,
    note,
)
from governance.requests.letters.refusals import AlreadyWritten, NotNow

TASK = "send_letters"
RETURNED = "returned"


def release(letter_id: uuid.UUID, *, actor: Actor) -> Letter:
    """Lets a draft go: into the queue of mail, at once onto the person's page, or to the
    letters that staff hand over. Released again it is the same letter.

    Raises :class:`AlreadyWritten` where another of its kind went for this occasion, and
    :class:`NotNow` for one that was withdrawn.
    """
    letter = _locked(letter_id)
    if letter.state in WITH_THE_READER:
        return letter
    on_page = letter.channel == LetterChannel.PAGE
    try:
        with transaction.atomic():
            _move(
                letter,
                (LetterState.DRAFT,),
                LetterState.SENT if on_page else LetterState.QUEUED,
                released_by=actor.id,
                released_at=Now(),
                next_at=Now(),
                **({"sent_at": Now()} if on_page else {}),
            )
    except IntegrityError:
        raise AlreadyWritten from None
    note(RELEASED, letter, actor)
    if on_page:
        note(SENT, letter, actor)
    elif letter.channel == LetterChannel.MAIL:
        run_later(TASK)
    return _locked(letter_id)


def withdraw(letter_id: uuid.UUID, *, actor: Actor) -> Letter:
    """Takes back a draft, or a letter that is still in the queue. Raises
    :class:`NotNow`."""
    letter = _locked(letter_id)
    _move(letter, (LetterState.DRAFT, LetterState.QUEUED), LetterState.WITHDRAWN)
    note(WITHDRAWN, letter, actor)
    return _locked(letter_id)


def send_again(letter_id: uuid.UUID, *, actor: Actor) -> Letter:
    """Somebody says that it did not arrive: into the queue once more. Raises
    :class:`NotNow`."""
    letter = _locked(letter_id)
    _move(
        letter,
        (LetterState.FAILED,),
        LetterState.QUEUED,
        reason="",
        tries=0,
        next_at=Now(),
        released_by=actor.id,
        released_at=Now(),
    )
    note(AGAIN, letter, actor)
    run_later(TASK)
    return _locked(letter_id)


def it_arrived(letter_id: uuid.UUID, *, actor: Actor) -> Letter:
    """Somebody says that it did. Raises :class:`NotNow`."""
    letter = _locked(letter_id)
    _move(letter, (LetterState.FAILED,), LetterState.SENT, reason="", sent_at=Now())
    note(ARRIVED, letter, actor)
    return _locked(letter_id)


def came_back(letter_id: uuid.UUID, *, actor: Actor) -> Letter:
    """A mail that a server had taken was returned later: it is for staff again, however
    long ago it went. Raises :class:`NotNow`."""
    letter = _locked(letter_id)
    if letter.channel != LetterChannel.MAIL:
        raise NotNow
    _move(
        letter, (LetterState.SENT,), LetterState.FAILED, reason=RETURNED, sent_at=None
    )
    note(CAME_BACK, letter, actor)
    return _locked(letter_id)


def handed_over(letter_id: uuid.UUID, *, actor: Actor) -> Letter:
    """Somebody has given a letter to its reader that does not go by mail; or one that
    mail could not bring. Raises :class:`NotNow`."""
    letter = _locked(letter_id)
    if letter.state == LetterState.QUEUED and letter.channel != LetterChannel.HAND:
        raise NotNow
    _move(
        letter,
        (LetterState.QUEUED, LetterState.FAILED),
        LetterState.SENT,
        channel=LetterChannel.HAND,
        reason="",
        sent_at=Now(),
    )
    note(HANDED_OVER, letter, actor)
    return _locked(letter_id)


def give_up(letter_id: uuid.UUID, *, actor: Actor) -> Letter:
    """It will not be sent; another is written where staff ask for it. Raises
    :class:`NotNow`."""
    letter = _locked(letter_id)
    _move(letter, (LetterState.FAILED,), LetterState.WITHDRAWN)
    note(WITHDRAWN, letter, actor)
    return _locked(letter_id)


def letter_of(letter_id: uuid.UUID) -> Letter | None:
    """One letter, in a scope that sees it."""
    return Letter.objects.filter(id=letter_id).first()


def note_opened(letter: Letter, *, actor: Actor) -> None:
    """Somebody of the staff reads it outside of its request."""
    note(OPENED, letter, actor)


def letters_of(request_id: uuid.UUID) -> list[Letter]:
    """Every letter of a request that the scope sees, oldest first."""
    rows = Letter.objects.filter(request_id=request_id)
    return list(rows.order_by("created_at", "id"))


def for_staff() -> QuerySet[Letter]:
    """Letters that need somebody: that failed, or may have arrived, or are to be handed
    over. The oldest first."""
    rows = Letter.objects.filter(
        Q(state=LetterState.FAILED)
        | Q(state=LetterState.QUEUED, channel=LetterChannel.HAND)
    )
    return rows.order_by("released_at", "id")


def addressee_of(letter: Letter) -> str:
    """The mail address in the clear, for who sends it; empty without one."""
    if letter.addressee_sealed is None or letter.addressee_sealed_by_id is None:
        return ""
    sealed = bytes(letter.addressee_sealed)
    return unseal(ADDRESSEE_USE, sealed, letter.addressee_sealed_by_id)


def masked(address: str) -> str:
    """Enough to tell two addresses apart, and no more: ``a…@e….org``."""
    name, at, domain = address.rpartition("@")
    if not at:
        return ""
    host, _, end = domain.rpartition(".")
    return f"{name[:1]}…@{host[:1]}….{end}" if host else f"{name[:1]}…@{domain[:1]}…"


def _locked(letter_id: uuid.UUID) -> Letter:
    found = Letter.objects.select_for_update().filter(id=letter_id).first()
    if found is None:
        raise NotNow
    return found


def _move(
    letter: Letter, before: tuple[LetterState, ...], after: LetterState, **more: object
) -> None:
    rows = Letter.objects.filter(id=letter.id, state__in=before)
    if not rows.update(state=after, **more):
        raise NotNow
