"""Files that are not whole yet. Each holds what everybody wrote, so one that a killed backup
has left must not lie there unknown.

Whoever writes one holds a lock on it, and so does pg_dump, which lives on when its caller is
killed: a file without a lock is nobody's.
"""

import fcntl
import os
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NAME = re.compile(r"\..+\.[0-9a-f]{32}\.unfinished")


@contextmanager
def unfinished_of(file: Path) -> Iterator[tuple[Path, int]]:
    """The file to write first, and its descriptor, whose heirs share the lock; in the end
    it goes. Nobody else may read it, from its first byte on."""
    path = file.with_name(f".{file.name}.{uuid.uuid4().hex}.unfinished")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield path, descriptor
    finally:
        with suppress(OSError):
            path.unlink()
        os.close(descriptor)


def unfinished_in(folder: Path) -> list[Path]:
    """All that are there, by name."""
    return sorted(each for each in folder.glob(".*") if NAME.fullmatch(each.name))


def drop(path: Path) -> bool:
    """Deletes one that nobody writes any more; False where somebody does."""
    try:
        descriptor = os.open(path, os.O_WRONLY)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink(missing_ok=True)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True
