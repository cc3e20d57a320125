"""Is anything outstanding? And what a crash between an entry and its commit has left,
which is settled without anybody: it is less than a restore leaves.

A switch that was entered and not committed is thrown now, an account closed: its person
asked for it, and was not told that it had worked. An erasure whose run is here lost nothing. An erasure whose run
is not here is a restore, and from then on the database says so.

So is settled what an older state of the database lacks when it lacks no run: its switches
are thrown, its links open, and sessions end and letters wait for staff as after a replay.
"""

import logging
from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec

from django.contrib.sessions.models import Session
from django.db.models.functions import Now

from governance.access import as_sweeper
from governance.audit import SYSTEM, record
from governance.erasure.certificate import link_again
from governance.erasure.replay.accounts import close_again
from governance.erasure.replay.erasures import (
    hasten_again,
    known,
    note_undone_entered,
)
from governance.erasure.replay.people import People, ReplayTrouble
from governance.erasure.replay.switches import latest, throw
from governance.ledger import (
    Entry,
    LedgerTrouble,
    ReplayOutstanding,
    Standing,
    admitted,
    forget,
    look,
    note,
    place_of,
    rolled_back,
    seen_and_locked,
    unknown_to,
    unread,
)
from governance.models import ErasureRun, LedgerSeen, RunState

log = logging.getLogger(__name__)

P = ParamSpec("P")


def clear() -> bool:
    """Whether the database may be read and written: False while a replay is outstanding,
    or while nobody can tell because the ledger cannot be read. Cheap, for every request and job; call it outside any transaction."""
    standing = look()
    if standing == Standing.AHEAD:
        return _settled()
    return standing == Standing.CLEAR


def refuse_unless_clear() -> None:
    """For a command that does what jobs do: a process that has just begun would not notice
    by itself. Raises :class:`ReplayOutstanding`; ``LedgerTrouble`` where nobody can tell."""
    if clear():
        return
    if unread():
        raise LedgerTrouble("The ledger cannot be read, or is not this database's.")
    raise ReplayOutstanding


def when_clear(job: Callable[P, None]) -> Callable[P, None]:
    """A job that does nothing until then; its row waits for the sweep after it."""

    @wraps(job)
    def unless_restored(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            if clear():
                job(*args, **kwargs)
                return
        except ReplayOutstanding:
            pass  # restored in the middle of it
        why = "the ledger cannot be read" if unread() else "a replay is outstanding"
        log.warning("%s waits: %s", job.__name__, why)

    return unless_restored


def _settled() -> bool:
    try:
        with admitted():
            done = _settle()
    except (LedgerTrouble, ReplayTrouble) as trouble:
        log.warning("%s", trouble)
        return False
    if done:
        forget()
    return done


def _settle() -> bool:
    unknown = _unknown()
    if not unknown:
        return True
    if not _all_here(unknown):
        _mark()
        return False
    hasten_again(each["run"] for each in unknown if each.get("kind") == "hastened")
    note_undone_entered([e["run"] for e in unknown if e.get("kind") == "undone"])
    switches = [each for each in unknown if each.get("kind") == "switch"]
    standing = latest(switches, People())
    thrown = sum(throw(each) for each in standing)
    for entry in unknown:
        if entry.get("kind") == "receipt_link":
            link_again(entry)
    closed = [each for each in unknown if each.get("kind") == "account_closed"]
    for entry in closed:
        close_again(entry)
    found = {"switches": len(standing), "switches_thrown": thrown}
    older = {} if rolled_back(unknown) else {"entries": len(unknown), **found}
    # Once more: what was erased with an account has entered itself.
    return _note(_unknown() if closed else unknown, older)


def _unknown() -> list[Entry]:
    """What the database does not know, oldest first; with nobody in between."""
    with as_sweeper():
        return list(unknown_to(seen_and_locked()))[::-1]


def _all_here(unknown: Sequence[Entry]) -> bool:
    states = known(each["run"] for each in unknown if "run" in each)
    return all(_here(each, states) for each in unknown)


def _here(entry: Entry, states: dict[str, str]) -> bool:
    match entry.get("kind", "erasure"):
        case "erasure" | "hastened":
            return entry["run"] in states
        # Entered after its commit: not here only where the database went back.
        case "undone":
            return states.get(entry["run"]) == RunState.UNDONE
        case _:
            return True


def _mark() -> None:
    with as_sweeper():
        unmarked = LedgerSeen.objects.filter(replay_since=None)
        if not unmarked.update(replay_since=Now()):
            return
    log.error("the database was restored: nothing is served until replay-erasures ran")


def _note(unknown: Sequence[Entry], older: dict[str, int]) -> bool:
    """``older`` counts what an older state of the database lacked; nothing after a crash."""
    with as_sweeper():
        seen = seen_and_locked()
        now = list(unknown_to(seen))
        if seen.replay_since or len(now) != len(unknown):
            return False
        for entry in unknown:
            if entry.get("kind", "erasure") == "erasure":
                rows = ErasureRun.objects.filter(id=entry["run"], ledger_at=None)
                rows.update(ledger_at=entry["at"])
        if older:
            _went_back(older)
        if unknown:  # else somebody was quicker
            note(place_of(unknown[-1]))
    return True


def _went_back(counts: dict[str, int]) -> None:
    """What may have ended or gone out since the older state: a session must not open
    anything again, and letters that waited are looked at by somebody (by this entry)."""
    log.warning("the database is older than the ledger; what it lacked is done again")
    Session.objects.all().delete()
    record("database.replayed", SYSTEM, counts=counts)
