"""Why something cannot be done with a request now; each with a fixed word."""


class NotPossible(Exception):
    """``reason`` is a fixed word, and ``rule`` names the rule of law that says so, if
    one does (docs/decisions/0023-clock.md)."""

    def __init__(self, reason: str, *, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class NoSuchRequest(Exception):
    """It is not there, or is not for whoever asks."""


class NoSuchMemory(Exception):
    """One that a request names is not there, or is not for whoever asks."""


class Stale(Exception):
    """Somebody has changed the request since it was looked at; nothing was done."""
