"""One letter as staff see it, for the page of its request."""

from dataclasses import dataclass
from typing import NamedTuple

from governance.models import Letter, LetterChannel, LetterState
from governance.requests.letters import addressee_of, masked
from governance.requests.wanting import may_be_anew
from governance.web.letters.words import REASONS, STATES, button_of, way_of


class Deed(NamedTuple):
    """A button: what it does, and what it says."""

    name: str
    label: str


@dataclass(frozen=True)
class ShownLetter:
    """What ``compliance/letters/letter.html`` shows. ``deeds`` are those that are possible
    now; none for who may only look."""

    letter: Letter
    state: str
    reason: str
    way: str
    deeds: tuple[Deed, ...]
    then: str


DEEDS_OF = {
    LetterState.DRAFT: ("send", "withdraw"),
    LetterState.QUEUED: ("withdraw",),
    LetterState.FAILED: ("again", "arrived", "handed-over", "give-up"),
}


def letter_preview(letter: Letter, *, may_act: bool, then: str = "") -> ShownLetter:
    """A letter with its words; ``then`` is the page of ours on which its buttons come back.
    Include ``compliance/letters/letter.html`` with it as ``shown``."""
    state = LetterState(letter.state)
    return ShownLetter(
        letter=letter,
        state=str(STATES[state]),
        reason=str(REASONS.get(letter.reason, "")),
        way=way_of(LetterChannel(letter.channel), _masked(letter)),
        deeds=deeds_of(letter) if may_act else (),
        then=then,
    )


def deeds_of(letter: Letter) -> tuple[Deed, ...]:
    """What can be done with a letter now."""
    channel = LetterChannel(letter.channel)
    return tuple(Deed(each, button_of(each, channel)) for each in _possible(letter))


def _possible(letter: Letter) -> tuple[str, ...]:
    state = LetterState(letter.state)
    if letter.channel == LetterChannel.HAND and state == LetterState.QUEUED:
        return ("handed-over", "withdraw")
    if letter.channel == LetterChannel.MAIL and state == LetterState.SENT:
        return ("came-back",)
    if state == LetterState.WITHDRAWN:
        return ("anew",) if may_be_anew(letter) else ()
    return DEEDS_OF.get(state, ())


def _masked(letter: Letter) -> str:
    try:
        return masked(addressee_of(letter))
    except ValueError:  # its key is gone
        return "…"
