"""What an entry is: a JSON object on one line, linked by hash to the one before it.

It names people and memories as keyed hashes only, and says nothing about them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

START = "0" * 64

Entry = dict[str, Any]
Facts = Mapping[str, Any]


class LedgerTrouble(Exception):
    """An entry could not be written and synced, or what is there cannot be read or does
    not fit the database: nothing may be deleted, and no switch is thrown."""


class NotOurs(LedgerTrouble):
    """The ledger can be read and does not hold what the database knows of it: it was cut
    or changed, or is another installation's."""


@dataclass(frozen=True)
class Entered:
    """Where an entry stands in the ledger, and the hash that holds it there."""

    number: int
    hash: str


NOTHING = Entered(0, START)


def following(before: Entered, facts: Facts) -> Entry:
    """The entry that comes after ``before``; ``facts`` say when (``at``)."""
    entry: Entry = {
        **facts,
        "number": before.number + 1,
        "before": before.hash,
    }
    entry["hash"] = _hash(entry)
    return entry


def line_of(entry: Facts) -> bytes:
    """As it stands in the ledger, without its line's end."""
    return json.dumps(entry, sort_keys=True).encode()


def read(line: bytes) -> Entry:
    """The entry of a line; :class:`LedgerTrouble` when it was changed or is none."""
    try:
        entry: Entry = json.loads(line)
        number, stated = int(entry["number"]), entry["hash"]
    except (ValueError, KeyError, TypeError):
        raise LedgerTrouble("The ledger holds a line that is no entry.") from None
    if _hash({name: said for name, said in entry.items() if name != "hash"}) != stated:
        raise LedgerTrouble(f"The ledger breaks at entry {number}: it was changed.")
    return entry


def place_of(entry: Facts) -> Entered:
    """Where it stands."""
    return Entered(entry["number"], entry["hash"])


def chained(lines: Iterable[bytes]) -> Iterator[Entry]:
    """All entries from the first on; :class:`LedgerTrouble` where the chain does not
    hold, naming the entry."""
    before = NOTHING
    for line in lines:
        entry = read(line)
        if entry["before"] != before.hash or entry["number"] != before.number + 1:
            raise LedgerTrouble(
                f"The ledger breaks at entry {entry['number']}: it does not follow "
                f"entry {before.number}."
            )
        before = place_of(entry)
        yield entry


def _hash(entry: Facts) -> str:
    return sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()
