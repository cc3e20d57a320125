"""Write an entry and note it in the database, in one order for both.

The row of ``LedgerSeen`` is locked from before the entry until its transaction ends. So
the number in the database means: the deeds of all entries up to it are in this database,
or were never committed. A backup carries it, and a restore cannot hide.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC

from django.db import connection

from governance.ledger.admission import is_admitted
from governance.ledger.entry import (
    Entered,
    Entry,
    Facts,
    LedgerTrouble,
    NotOurs,
    place_of,
    read,
)
from governance.ledger.place import book
from governance.models import LedgerSeen

ROLLED_BACK = """
SELECT CASE WHEN %(xact)s::text::xid8 < pg_snapshot_xmax(pg_current_snapshot())
    THEN pg_xact_status(%(xact)s::text::xid8) = 'aborted' END
"""  # of one that is still to come it cannot be asked


class Unsettled(LedgerTrouble):
    """The ledger has entries that the database does not know: a restore, or a crash
    between an entry and its commit. It is found out which before anything is added."""


def enter(facts: Facts) -> Entry:
    """Writes and syncs an entry, in the transaction of what it is about; call it last,
    since every other entry waits for this transaction's end.

    Where a run's entry was written before a crash it is not written twice. Raises
    :class:`LedgerTrouble`, and then nothing was entered. A replay may enter what comes to
    light behind what the database does not know yet; it notes the end itself.
    """
    seen = seen_and_locked()
    with book().writing() as append:
        unknown = list(unknown_to(seen))
        found = [each for each in unknown if _same(each, facts)]
        behind = len(found) < len(unknown)
        if behind and not is_admitted():
            raise Unsettled("The ledger is ahead of the database.")
        entry = found[-1] if found else append({**facts, **_moment()})
    if not behind:
        note(place_of(entry))
    return entry


def seen_and_locked() -> LedgerSeen:
    """How far the database knows the ledger; nobody enters anything until this
    transaction ends."""
    return LedgerSeen.objects.select_for_update().get()


def note(place: Entered) -> None:
    """The database knows the ledger up to there; call it with the row locked."""
    LedgerSeen.objects.update(number=place.number, hash=place.hash)


def unknown_to(seen: LedgerSeen) -> Iterator[Entry]:
    """Entries that came after what the database knows, the newest first.

    Raises :class:`NotOurs` where the ledger does not hold the entry that the database
    knows; :class:`LedgerTrouble` where it cannot be read or nothing is there at all.
    """
    trouble = LedgerTrouble
    for line in book().backwards():
        trouble, entry = NotOurs, read(line)
        if entry["number"] == seen.number:
            if entry["hash"] != seen.hash:
                raise NotOurs(_of_another(seen))
            return
        if entry["number"] < seen.number:
            raise NotOurs(_of_another(seen))
        yield entry
    if seen.number:
        raise trouble(_of_another(seen))


def rolled_back(entries: Sequence[Entry]) -> bool:
    """Whether all of them come of one transaction that this very database has taken back:
    a process died between an entry and its commit, and nothing else was lost.

    Of a restore they come of transactions that were committed, or that the restored
    database has not reached. A crash of the server itself may look the same.
    """
    transactions = {entry.get("xact") for entry in entries}
    if len(transactions) != 1:
        return False
    with connection.cursor() as cursor:
        cursor.execute(ROLLED_BACK, {"xact": transactions.pop()})
        return bool(cursor.fetchone()[0])


def _moment() -> Facts:
    """In which transaction, and when, by the clock of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text, statement_timestamp()")
        transaction_id, at = cursor.fetchone()
    return {"xact": int(transaction_id), "at": at.astimezone(UTC).isoformat()}


def _same(entry: Entry, facts: Facts) -> bool:
    names = ("kind", "run")
    return bool(facts.get("run")) and all(entry[n] == facts[n] for n in names)


def _of_another(seen: LedgerSeen) -> str:
    return (
        f"The ledger ({book().where}) does not hold entry {seen.number}, which the "
        "database knows: it was cut or changed, or is not this database's."
    )
