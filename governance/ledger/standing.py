"""Has this database been restored behind our back? Asked at every scope for nothing, and
at every request for next to nothing.

Three looks, from cheap to sure:

- Each scope reads the number of the last known entry with the statement that opens it. It
  never goes down unless the database was put back; a process that knows a higher one stops
  at once. So does everybody while the row says that a replay is outstanding.
- Before a request or job, every few seconds, that number is compared with the ledger's end.
- Where the two differ, once more with the row locked, so that nobody is in between.

A process that could not compare yet knows nothing, and is closed. One that could goes on
reading when the ledger is lost later: the first look tells it of a restore all the same.
"""

import logging
import math
import time
from dataclasses import dataclass
from enum import Enum, auto

from django.db import connection, transaction

from governance.ledger.admission import is_admitted
from governance.ledger.entry import Entered, LedgerTrouble, NotOurs, place_of
from governance.ledger.place import book
from governance.ledger.writing import seen_and_locked, unknown_to

log = logging.getLogger(__name__)

LOOK_EVERY = 5.0
"""Seconds after which the ledger's end is read again."""

AGAIN_AFTER = 1.0
"""Seconds for which "outstanding" holds without a new look."""

MARKED = -1
NUMBER = (
    "(SELECT CASE WHEN replay_since IS NULL THEN number ELSE -1 END FROM ledger_seen)"
)
"""Joined to the statement that opens a scope: the number, or ``MARKED``."""

PLACE = f"SELECT {NUMBER}, (SELECT hash FROM ledger_seen)"  # noqa: S608  all stands here


class ReplayOutstanding(Exception):
    """The database was restored, and what was erased and switched off since is not done
    again yet: nothing may be read or written (design.md, Ledger)."""

    def __init__(self) -> None:
        super().__init__(
            "The database was restored and its erasures are not replayed yet: run "
            "`manage.py replay-erasures`."
        )


class Standing(Enum):
    """How the database stands to the ledger."""

    UNREAD = auto()
    """This process has not compared them yet, for the ledger cannot be read; or the ledger
    that is there is not this database's."""

    CLEAR = auto()
    AHEAD = auto()
    """The ledger has entries that the database does not know."""

    MARKED = auto()
    """A restore was noticed; only a replay ends this."""


@dataclass
class _Known:
    """What this process knows. Threads share it: each value is replaced whole."""

    number: int = -1
    number_at: float = -math.inf
    looked_at: float = -math.inf
    standing: Standing = Standing.UNREAD


_known = _Known()


def check(number: int | None) -> None:
    """What a scope does with the number that it has read; raises
    :class:`ReplayOutstanding`."""
    if is_admitted():
        return
    if number is None or number == MARKED:
        _known.standing = Standing.MARKED
        raise ReplayOutstanding
    if number < _known.number:
        number = _read_again(_known.number)
    _known.number = max(number, _known.number)
    _known.number_at = time.monotonic()


def look() -> Standing:
    """How the database stands to the ledger; call it outside any transaction. A ledger
    that is lost stops erasures and switches, and whoever has not compared it yet."""
    now = time.monotonic()
    clear = _known.standing == Standing.CLEAR
    if now - _known.looked_at < (LOOK_EVERY if clear else AGAIN_AFTER):
        return _known.standing
    try:
        _known.standing = _compared(now)
    except NotOurs as trouble:
        log.error("%s", trouble)  # noqa: TRY400  where it was raised says nothing more
        _known.standing = Standing.UNREAD
    except LedgerTrouble as trouble:
        log.warning("%s", trouble)
        now = time.monotonic()  # it may have been waited for
    _known.looked_at = now
    return _known.standing


def unread() -> bool:
    """Whether the last look found no ledger of this database."""
    return _known.standing == Standing.UNREAD


def forget() -> None:
    """The next look is a first one: after a replay, and between tests."""
    _known.number, _known.standing = -1, Standing.UNREAD
    _known.number_at = _known.looked_at = -math.inf


def _compared(now: float) -> Standing:
    fresh = _known.standing == Standing.CLEAR and now - _known.number_at < LOOK_EVERY
    last = book().last()
    known = Entered(_known.number, last.hash) if fresh else _place()
    if known == last and known.number >= _known.number:
        _known.number, _known.number_at = known.number, now
        return Standing.CLEAR
    with transaction.atomic():
        seen = seen_and_locked()
        if seen.replay_since:
            return Standing.MARKED
        unknown = next(unknown_to(seen), None)
        if unknown:
            log.warning("the ledger is ahead of the database at %s", place_of(unknown))
            return Standing.AHEAD
        if seen.number < _known.number:
            raise NotOurs("Database and ledger went back together, to an older state.")
        _known.number, _known.number_at = seen.number, now
        return Standing.CLEAR


def _read_again(known: int) -> int:
    """A number read before another thread's newer one is no restore: what is read now
    must be at least what was known before it was read."""
    number = _number()
    if number < known:
        _known.standing, _known.looked_at = Standing.AHEAD, -math.inf
        raise ReplayOutstanding
    return number


def _number() -> int:
    return _place().number


def _place() -> Entered:
    with connection.cursor() as cursor:
        cursor.execute(PLACE)
        number, known = cursor.fetchone()
    return Entered(MARKED if number is None else int(number), known or "")
