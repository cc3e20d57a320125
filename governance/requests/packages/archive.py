"""A zip that is written as it is made, member after member, into something that cannot go
back: sizes and checksums follow each member (APPNOTE 4.3.9)."""

import io
import zipfile
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import IO, Protocol, cast

from typing_extensions import Buffer, override

BUFFER = 64 * 1024
LARGE = 50_000
LONG = 256 * 1024 * 1024
"""From so many memories, or so many characters of messages and notes, on a member may grow
beyond 2 GiB; readers from before zip64 do without."""


class Sink(Protocol):
    """Takes bytes, in order."""

    def write(self, piece: bytes, /) -> int:
        """Takes a piece."""

    def flush(self) -> object:
        """Has nothing to do."""


class Hashing:
    """Passes on what it is given, and knows the hash of all of it."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self.hash = sha256()

    def write(self, piece: bytes, /) -> int:
        """Takes a piece."""
        data = bytes(piece)
        self.hash.update(data)
        return self._sink.write(data)

    def flush(self) -> None:
        """Passed on too."""
        self._sink.flush()


class Archive:
    """The zip; used as a context."""

    def __init__(self, sink: Sink, *, made: datetime, large: bool) -> None:
        # It has no tell(): zipfile then counts by itself and never seeks.
        self._zip = zipfile.ZipFile(
            cast("IO[bytes]", sink),
            "w",
            zipfile.ZIP_DEFLATED,
        )
        self._made, self._large = made, large

    def __enter__(self) -> "Archive":
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._zip.close()

    def add(self, name: str, pieces: Iterable[str | bytes]) -> None:
        """A member out of pieces of text, or of its bytes."""
        about = zipfile.ZipInfo(name, self._made.timetuple()[:6])
        about.compress_type = zipfile.ZIP_DEFLATED
        about.external_attr = 0o600 << 16
        with (
            self._zip.open(about, "w", force_zip64=self._large) as member,
            io.BufferedWriter(_Raw(member), BUFFER) as buffered,
        ):
            for piece in pieces:
                buffered.write(piece.encode() if isinstance(piece, str) else piece)


class _Raw(io.RawIOBase):
    """Many short pieces become few long ones."""

    def __init__(self, member: IO[bytes]) -> None:
        super().__init__()
        self._member = member

    @override
    def writable(self) -> bool:
        return True

    @override
    def write(self, piece: Buffer, /) -> int:
        return self._member.write(bytes(piece))
