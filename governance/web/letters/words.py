"""Words about letters for staff."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from governance.models import LetterChannel, LetterKind, LetterState
from governance.requests.letters import PARTS, BadTemplate, LetterIncomplete

STATES = {
    LetterState.DRAFT: gettext_lazy("Draft, not sent"),
    LetterState.QUEUED: gettext_lazy("In the queue"),
    LetterState.SENDING: gettext_lazy("Being sent now"),
    LetterState.SENT: gettext_lazy("Sent"),
    LetterState.FAILED: gettext_lazy("Needs somebody"),
    LetterState.WITHDRAWN: gettext_lazy("Withdrawn"),
}

REASONS = {
    "uncertain": gettext_lazy(
        "Nobody knows whether it arrived: the connection or the worker ended while it "
        "was on its way. It is not sent again by itself."
    ),
    "restored": gettext_lazy(
        "The database was restored to a time at which this letter waited. It may have "
        "been sent since then."
    ),
    "no_server": gettext_lazy("The mail server could not be reached."),
    "no_login": gettext_lazy("The mail server did not accept our login."),
    "refused": gettext_lazy("The mail server refused the letter."),
    "busy": gettext_lazy("The mail server kept putting it off."),
    "bad_address": gettext_lazy("The mail server does not take this address."),
    "returned": gettext_lazy("It came back: a mail server on the way returned it."),
    "bad_letter": gettext_lazy("The letter cannot be sent as it is."),
}

BY_HAND = gettext_lazy(
    "To be handed over: there is no mail server, or no address and no sign-in."
)


SEND = {
    LetterChannel.MAIL: gettext_lazy("Send"),
    LetterChannel.PAGE: gettext_lazy("Show it on the person's page"),
    LetterChannel.HAND: gettext_lazy("It is ready to be handed over"),
}

BUTTONS = {
    "withdraw": gettext_lazy("Withdraw"),
    "again": gettext_lazy("Send again"),
    "arrived": gettext_lazy("It arrived"),
    "came-back": gettext_lazy("It came back"),
    "handed-over": gettext_lazy("It was handed over"),
    "give-up": gettext_lazy("Give up"),
    "anew": gettext_lazy("Write another"),
}


def button_of(deed: str, channel: LetterChannel) -> str:
    """What the button of a deed says."""
    return str(SEND[channel] if deed == "send" else BUTTONS[deed])


def way_of(channel: LetterChannel, address: str) -> str:
    """How it reaches its reader; ``address`` is masked."""
    if channel == LetterChannel.MAIL:
        return _("By mail to %(address)s") % {"address": address}
    if channel == LetterChannel.PAGE:
        return _("On the person's own page; no mail goes out")
    return _("Handed over by staff; no mail goes out")


def refusal_words(refused: BadTemplate | LetterIncomplete, kind: LetterKind) -> str:
    """Why a text was not saved, and what to do."""
    if isinstance(refused, LetterIncomplete):
        return _incomplete(refused.parts, kind)
    if refused.reason == "subject":
        return _("Write a subject.")
    if refused.reason == "long":
        return _("This text is too long.")
    return _("There is no such placeholder here: %(names)s") % {
        "names": ", ".join(refused.names)
    }


def _incomplete(parts: Iterable[str], kind: LetterKind) -> str:
    named = [f"{{{part}}} ({PARTS[kind].get(part, '')})" for part in parts]
    words = _("The law wants this in the letter: %(parts)s") % {
        "parts": ", ".join(named)
    }
    if "no_document" in parts:
        more = _(
            "Nobody is asked for an identity document; {no_document} says so, and the "
            "text has no word of its own about them."
        )
        words = f"{words}. {more}"
    return words
