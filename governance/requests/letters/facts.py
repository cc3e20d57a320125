"""What a letter is about, in values: a date is a day in the controller's zone, as the
clock gives it."""

from dataclasses import dataclass
from datetime import date

from governance.requests.clock import Law

RIGHTS = (
    "access",
    "rectification",
    "erasure",
    "restriction",
    "portability",
    "objection",
)
"""Art. 15, 16, 17, 18, 20 and 21 GDPR."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """Some memories that stay: by which exception of Art. 17(3) (``Exception17``), and
    until when."""

    count: int
    law: str
    until: date


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Everything that a letter can say of its request. ``right`` is one of ``RIGHTS``.

    ``reasons``, ``asked``, ``questions``, ``done`` and ``note`` are in the words of staff;
    they are scrubbed when the letter is drafted.
    """

    reference: str
    right: str
    received: date
    due: date
    extended_due: date | None = None
    reasons: str = ""
    asked: str = ""
    questions: str = ""
    note: str = ""
    # How many memories an erasure took, and what else was done.
    erased: int | None = None
    done: str = ""
    # Somebody looked, and there was no record: nothing else was done then.
    nothing: bool = False
    kept: tuple[Kept, ...] = ()
    # The day by which the last backup is gone that may still hold what was erased.
    backups_gone: date | None = None
    certificate_link: str = ""
    package_link: str = ""
    package_until: date | None = None
    # The day on which staff gave the data into the hands of the person, where no link could.
    package_handed: date | None = None
    status_link: str = ""

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for a right that there is not."""
        if self.right not in RIGHTS:
            raise ValueError("no such right")


@dataclass(frozen=True, kw_only=True)
class CleanFacts(Facts):
    """The same with what staff wrote scrubbed; ``scrubbed`` alone makes them, and only
    from them a letter is kept."""


WRITTEN = ("reasons", "asked", "questions", "note", "done")
"""What staff wrote."""


@dataclass(frozen=True, kw_only=True)
class Office:
    """Who answers: name and address, where to write, whom to complain to, by which law."""

    controller: str
    contact: str = ""
    authority: str = ""
    keeps_backups: bool = True
    law: Law = Law.EU
