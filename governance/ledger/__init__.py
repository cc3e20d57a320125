"""The erasure ledger: outside the database, append-only, hash-chained, one writer.

After a restore it says what must be erased and switched off again. An entry names time,
scope and root ids as keyed hashes, never the closure: a replay plans afresh in the
restored data.
"""

from governance.ledger.admission import admitted
from governance.ledger.entry import (
    NOTHING,
    Entered,
    Entry,
    Facts,
    LedgerTrouble,
    NotOurs,
    place_of,
)
from governance.ledger.pending import enter_before_commit, entering_last
from governance.ledger.place import book
from governance.ledger.standing import (
    NUMBER,
    ReplayOutstanding,
    Standing,
    check,
    forget,
    look,
    unread,
)
from governance.ledger.writing import (
    Unsettled,
    enter,
    note,
    rolled_back,
    seen_and_locked,
    unknown_to,
)


def entries() -> list[Entry]:
    """All entries, oldest first; :class:`LedgerTrouble` where the chain does not hold."""
    return list(book().entries())


def find_entry(run: str) -> Entered | None:
    """Where a run's erasure stands; None when it has no entry. Raises
    :class:`LedgerTrouble` when it cannot be read, or was changed."""
    entry = book().find("erasure", run)
    return place_of(entry) if entry else None


__all__ = [
    "NOTHING",
    "NUMBER",
    "Entered",
    "Entry",
    "Facts",
    "LedgerTrouble",
    "NotOurs",
    "ReplayOutstanding",
    "Standing",
    "Unsettled",
    "admitted",
    "book",
    "check",
    "enter",
    "enter_before_commit",
    "entering_last",
    "entries",
    "find_entry",
    "forget",
    "look",
    "note",
    "place_of",
    "rolled_back",
    "seen_and_locked",
    "unknown_to",
    "unread",
]
