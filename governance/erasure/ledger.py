"""The erasure ledger: outside the database, append-only, hash-chained, one writer.

After a restore it says what must be erased again. An entry names time, scope and root
ids as keyed hashes, never the closure: a replay plans afresh in the restored data.
"""

import fcntl
import json
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from django.conf import settings

from governance.access import keyed_hash
from governance.erasure.claim import Claim

USE = "erasure ledger"
START = "0" * 64
BLOCK = 16 * 1024


class LedgerTrouble(Exception):
    """The entry could not be written and synced, or what is there cannot be read:
    nothing may be deleted."""


@dataclass(frozen=True)
class Entered:
    """Where an entry stands in the ledger, and the hash that holds it there."""

    number: int
    hash: str


def enter(held: Claim) -> datetime:
    """Writes and syncs the run's entry, once, whatever is tried twice; gives its time."""
    try:
        with _writing() as file:
            _drop_torn_line(file)
            # Only a run that was started before can have an entry already.
            earlier = _entry_of(str(held.run_id), file) if held.tries > 1 else None
            return earlier or _append(file, held)
    except (OSError, ValueError, KeyError) as error:
        raise LedgerTrouble(type(error).__name__) from None


def find_entry(run_id: uuid.UUID) -> Entered | None:
    """The run's entry, looked for from the end; None when there is none. Raises
    :class:`LedgerTrouble` when it cannot be read, or was changed."""
    named = str(run_id).encode()
    try:
        for line in _backwards():
            # The run's id stands in its own entry alone.
            if named in line:
                return _entered(json.loads(line))
    except (OSError, ValueError, KeyError) as error:
        raise LedgerTrouble(type(error).__name__) from None
    return None


def entries() -> list[dict[str, Any]]:
    """All entries, oldest first; ``ValueError`` where the chain does not hold."""
    path = _path()
    lines = path.read_bytes().splitlines() if path.exists() else []
    found, before = [], START
    for line in lines:
        entry = json.loads(line)
        stated = entry.pop("hash")
        if entry["before"] != before or _hash(entry) != stated:
            raise ValueError(f"The ledger breaks at entry {entry['number']}.")
        before = stated
        found.append(entry)
    return found


def _append(file: BinaryIO, held: Claim) -> datetime:
    now = datetime.now(UTC)
    line = _last_line(file)
    last: dict[str, Any] = json.loads(line) if line else {"number": 0, "hash": START}
    person = keyed_hash(USE, str(held.plan.person_id))
    roots = [keyed_hash(USE, str(each)).digest.hex() for each in held.plan.root_ids]
    entry = {
        "number": last["number"] + 1,
        "before": last["hash"],
        "at": now.isoformat(),
        "run": str(held.run_id),
        "scope": held.scope,
        "service": str(held.plan.service_id),
        "person": person.digest.hex(),
        "roots": sorted(roots),
        "key": person.key_id,
    }
    entry["hash"] = _hash(entry)
    file.write(json.dumps(entry, sort_keys=True).encode() + b"\n")
    file.flush()
    os.fsync(file.fileno())
    return now


def _entered(entry: dict[str, Any]) -> Entered:
    stated = entry.pop("hash")
    if _hash(entry) != stated:
        raise ValueError("the entry was changed")
    return Entered(int(entry["number"]), str(stated))


def _backwards() -> Iterator[bytes]:
    """The lines from the last to the first, by blocks."""
    path = _path()
    if not path.exists():
        return
    with path.open("rb") as file:
        place, rest = file.seek(0, os.SEEK_END), b""
        while place > 0:
            start = max(0, place - BLOCK)
            file.seek(start)
            rest, *lines = (file.read(place - start) + rest).split(b"\n")
            yield from reversed(lines)
            place = start
        yield rest


def _hash(entry: dict[str, Any]) -> str:
    return sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()


def _entry_of(run_id: str, file: BinaryIO) -> datetime | None:
    file.seek(0)
    for line in file:
        entry = json.loads(line)
        if entry["run"] == run_id:
            return datetime.fromisoformat(entry["at"])
    return None


def _drop_torn_line(file: BinaryIO) -> None:
    """A last line without its end (power cut, full disk) was never relied on."""
    end = file.seek(0, os.SEEK_END)
    torn = len(_after_last_newline(file, end))
    if torn:
        file.truncate(end - torn)


def _last_line(file: BinaryIO) -> bytes:
    end = file.seek(0, os.SEEK_END)
    return _after_last_newline(file, end - 1) if end else b""


def _after_last_newline(file: BinaryIO, end: int) -> bytes:
    """The bytes before ``end`` that follow the newline before it; reads backwards."""
    start, tail = end, b""
    while start > 0 and b"\n" not in tail:
        start = max(0, start - BLOCK)
        file.seek(start)
        tail = file.read(end - start)
    return tail[tail.rfind(b"\n") + 1 :]


@contextmanager
def _writing() -> Iterator[BinaryIO]:
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _path() -> Path:
    return settings.LEDGER_DIR / "erasures.jsonl"
