"""The ledger as a file of lines in a folder of its own."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from typing_extensions import override

from governance.ledger.book import Append, Book
from governance.ledger.entry import (
    NOTHING,
    Entry,
    Facts,
    LedgerTrouble,
    following,
    line_of,
    place_of,
    read,
)

NAME = "erasures.jsonl"
BLOCK = 16 * 1024


class FileBook(Book):
    """One writer by ``flock``; an entry is there once ``fsync`` has said so."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    @property
    @override
    def where(self) -> str:
        return str(self.path)

    @override
    @contextmanager
    def writing(self) -> Iterator[Append]:
        with _in_words(self.path), self._opened() as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            _drop_torn_line(file)
            yield lambda facts: _append(file, facts)

    @override
    def lines(self) -> Iterator[bytes]:
        with _in_words(self.path):
            if self.path.exists():
                with self.path.open("rb") as file:
                    yield from (line[:-1] for line in file if line.endswith(b"\n"))

    @override
    def backwards(self) -> Iterator[bytes]:
        with _in_words(self.path):
            if self.path.exists():
                with self.path.open("rb") as file:
                    yield from _backwards(file)

    @contextmanager
    def _opened(self) -> Iterator[FileIO]:
        self._make()
        # Unbuffered: what failed to be written must not be written later.
        with self.path.open("ab+", buffering=0) as file:
            yield file

    def _make(self) -> None:
        """The names in the folders are synced too, once: a file whose name is lost with
        the power is no ledger."""
        if self.path.exists():
            return
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(self.path, os.O_CREAT | os.O_WRONLY, 0o600))
        for folder in (self.path.parent, self.path.parent.parent):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _append(file: FileIO, facts: Facts) -> Entry:
    end = file.seek(0, os.SEEK_END)
    last = next(_backwards(file), b"")
    entry = following(place_of(read(last)) if last else NOTHING, facts)
    try:
        _write(file, line_of(entry) + b"\n")
        os.fsync(file.fileno())
    except OSError:
        # What a full disk took of it, or a sync did not confirm, must not be found later.
        file.truncate(end)
        raise
    return entry


def _write(file: FileIO, line: bytes) -> None:
    while line:
        line = line[file.write(line) :]


def _drop_torn_line(file: FileIO) -> None:
    """A last line without its end (power cut, full disk) was never relied on."""
    end = file.seek(0, os.SEEK_END)
    torn = len(_tail(file, end))
    if torn:
        file.truncate(end - torn)


def _backwards(file: BinaryIO | FileIO) -> Iterator[bytes]:
    place = file.seek(0, os.SEEK_END)
    place -= len(_tail(file, place))
    while place > 0:
        line = _tail(file, place - 1)
        yield line
        place -= len(line) + 1


def _tail(file: BinaryIO | FileIO, end: int) -> bytes:
    """The bytes before ``end`` that follow the newline before it."""
    start, tail = end, b""
    while start > 0 and b"\n" not in tail:
        size = min(start, max(BLOCK, len(tail)))
        start -= size
        file.seek(start)
        tail = file.read(size) + tail
    return tail[tail.rfind(b"\n") + 1 :]


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LedgerTrouble(f"The ledger {path}: {error.strerror}.") from None
