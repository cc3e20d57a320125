"""Why a letter or its text is not taken; with words for who wrote it."""

from collections.abc import Sequence


class LetterIncomplete(ValueError):
    """Something that the law wants in this letter is missing. ``parts`` names it, by the
    names of ``parts.PARTS``."""

    def __init__(self, parts: Sequence[str]) -> None:
        super().__init__("A letter without: " + ", ".join(parts))
        self.parts = tuple(parts)


class BadTemplate(ValueError):
    """The text cannot be a template. ``reason`` is a fixed word: ``unknown`` (then
    ``names`` has what stands in braces and is no placeholder), ``subject``, ``long``."""

    def __init__(self, reason: str, names: Sequence[str] = ()) -> None:
        super().__init__(f"{reason}: {', '.join(names)}" if names else reason)
        self.reason = reason
        self.names = tuple(names)


class ChangedMeanwhile(Exception):
    """Somebody else has saved another version since this one was opened."""


class BadAddressee(ValueError):
    """It is no mail address that a letter can go to."""


class NotNow(Exception):
    """The letter is not in a state in which this can be done."""


class AlreadyWritten(Exception):
    """There is a letter of this kind for this occasion: on its way, sent, or waiting for
    somebody to say what became of it."""
