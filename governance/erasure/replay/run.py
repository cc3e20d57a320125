"""The replay: verify the ledger, throw its switches, carry its erasures out, look whether
anything is left, and only then let anybody in again. Killed in the middle it goes on."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models.functions import Coalesce, Now

from governance.access import as_sweeper
from governance.audit import SYSTEM, record
from governance.dispatch import unrung
from governance.erasure.certificate import certify, link_again, uncertified
from governance.erasure.replay.accounts import close_again
from governance.erasure.replay.erasures import (
    begin_before_whole,
    carry_all_out,
    hasten_again,
    not_done,
    open_again,
    take_over,
    undo_again,
    waiting_among,
)
from governance.erasure.replay.people import People, ReplayTrouble, left_of
from governance.erasure.replay.switches import Thrown, latest, stands, throw
from governance.ledger import (
    Entry,
    admitted,
    book,
    forget,
    note,
    seen_and_locked,
    unknown_to,
)
from governance.models import HashKey, LedgerSeen


@dataclass(frozen=True)
class Replayed:
    """What a replay found and did; counts."""

    entries: int
    switches: int
    switches_thrown: int
    erasures: int
    erasures_opened: int
    forgets_put_back: int


def replay() -> Replayed:
    """Does all of it, in the foreground. Raises :class:`ReplayTrouble` or
    ``LedgerTrouble``; the database stays marked then, and a new try goes on."""
    try:
        # Whoever would be rung for does nothing before this is over.
        with admitted(), unrung():
            return _replay()
    finally:
        forget()  # what this process knew of the database before


def _replay() -> Replayed:
    unknown, people = _begin(), People()
    switches = latest(_of(unknown, "switch"), people)
    thrown = sum(throw(each) for each in switches)
    # A session that was ended since must not open anything again.
    Session.objects.all().delete()
    undone = [each["run"] for each in _of(unknown, "undone")]
    put_back = undo_again(undone)
    erasures = [e for e in _of(unknown, "erasure") if e["run"] not in undone]
    take_over()
    opened = sum(open_again(each, people) for each in erasures)
    hasten_again(each["run"] for each in _of(unknown, "hastened"))
    begin_before_whole(erasures, people)
    carry_all_out()
    for entry in _of(unknown, "account_closed"):
        close_again(entry)
    carry_all_out()
    _verify(erasures, switches, people)
    for entry in _of(unknown, "receipt_link"):
        link_again(entry)
    while sum(certify(run_id) for run_id in uncertified()):
        pass
    done = Replayed(
        entries=len(unknown),
        switches=len(switches),
        switches_thrown=thrown,
        erasures=len(erasures),
        erasures_opened=opened,
        forgets_put_back=put_back,
    )
    _finish(done)
    return done


def _begin() -> list[Entry]:
    """The whole chain, verified; the mark, if nobody has set it; what is to be done."""
    for _ in book().entries():
        pass
    with as_sweeper():
        _refuse_lost_revokes()
        _refuse_other_keys()
        unknown = list(unknown_to(seen_and_locked()))[::-1]
        LedgerSeen.objects.update(replay_since=Coalesce("replay_since", Now()))
    return unknown


def _refuse_lost_revokes() -> None:
    """pg_restore by hand, into a database where rights are given by default, gives the
    runtime login more than the dump says."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_table_privilege('audit_entry', 'UPDATE, DELETE')")
        if cursor.fetchone()[0]:
            raise ReplayTrouble(
                "The runtime login may change the audit record: the way of this restore "
                "lost what was revoked. Put the backup back with manage.py restore."
            )


def _refuse_other_keys() -> None:
    """With keys of another installation nobody would be found, and all looked well."""
    made_with = set(HashKey.objects.values_list("id", flat=True))
    if made_with and made_with.isdisjoint(settings.MASTER_KEYS):
        raise ReplayTrouble(
            f"The data was sealed with the master keys {', '.join(sorted(made_with))}; "
            "none of them is among MEMORYHUB_MASTER_KEYS."
        )


def _of(entries: Sequence[Entry], kind: str) -> list[Entry]:
    return [each for each in entries if each.get("kind", "erasure") == kind]


def _verify(
    erasures: Sequence[Entry], switches: Sequence[Thrown], people: People
) -> None:
    """Once more from the ledger, not from what was just done. The engine has counted
    every store of every run before it called one done."""
    open_still = not_done([each["run"] for each in erasures])
    if open_still:
        run = open_still[0]
        raise ReplayTrouble(
            f"{len(open_still)} erasures did not end; the first is {run.id}: "
            f"{run.trouble or run.state}."
        )
    waiting = set(waiting_among([each["run"] for each in erasures]))
    for entry in erasures:
        person_id = people.find(entry)
        if person_id and entry["run"] not in waiting and left_of(entry, person_id):
            raise ReplayTrouble(f"Erasure {entry['run']} has left something.")
    for thrown in switches:
        if not stands(thrown):
            raise ReplayTrouble(f"A switch ({thrown.switch.value}) does not stand.")


def _finish(done: Replayed) -> None:
    """Lets everybody in, with the audit entry, in one commit."""
    with as_sweeper():
        seen_and_locked()
        note(book().last())
        LedgerSeen.objects.update(replay_since=None)
        record("database.replayed", SYSTEM, counts=asdict(done))
