"""A file that is sealed as it is written: no plain byte of it ever reaches the disk.

Chunks of 64 KiB under AES-256-GCM, in the STREAM construction (Hoang, Reyhanitabar, Rogaway
and Vizár, "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", CRYPTO
2015): the nonce is the number of the chunk and whether it is the last one. So a chunk that was
changed, moved, left out or cut off at the end does not open. Each file has a key of its own, of
which no second file may be written; what it is about (``about``) is authenticated along.
"""

import io
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from typing_extensions import override

from governance.access.secrets import KEY_BYTES

CHUNK = 64 * 1024
TAG = 16
SEALED_CHUNK = CHUNK + TAG
FOLDER_MODE, FILE_MODE = 0o700, 0o600
LENGTH = 4
"""Bytes that tell how long a chunk of a spool is."""


class Damaged(Exception):
    """The file was changed, cut off, or is none of this key."""


def fresh_key() -> bytes:
    """A key for one file."""
    return os.urandom(KEY_BYTES)


class SealingFile:
    """Writes one file; the zip goes straight into it. Used as a context: an exception
    leaves the file unfinished, which then opens for nobody."""

    def __init__(self, path: Path, key: bytes, *, about: bytes) -> None:
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        self._file = os.open(path, flags, FILE_MODE)
        self._cipher, self._about = AESGCM(key), about
        self._waiting = bytearray()
        self._number = 0
        self.size = 0

    def write(self, piece: bytes) -> int:
        """Takes a piece of the plain file; gives its length. Raises ``OSError`` when
        the disk is full."""
        self._waiting += piece
        self.size += len(piece)
        # The last chunk is sealed as such, so one is always held back.
        while len(self._waiting) > CHUNK:
            self._seal(bytes(self._waiting[:CHUNK]), last=False)
            del self._waiting[:CHUNK]
        return len(piece)

    def flush(self) -> None:
        """Nothing is written before a chunk is full."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self._seal(bytes(self._waiting), last=True)
                os.fsync(self._file)
        finally:
            self._waiting.clear()
            os.close(self._file)

    def _seal(self, chunk: bytes, *, last: bool) -> None:
        sealed = self._cipher.encrypt(_nonce(self._number, last), chunk, self._about)
        rest = memoryview(sealed)
        while rest:
            rest = rest[os.write(self._file, rest) :]
        self._number += 1


class SealedSpool:
    """Text that waits on the disk to be read back once, sealed by a key that only this
    process has. The file has no name: whatever ends the process, nothing is left of it."""

    def __init__(self, folder: Path) -> None:
        self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115  closed below
        self._cipher = AESGCM(fresh_key())
        self._waiting = bytearray()
        self._chunks = 0

    def write(self, text: str) -> None:
        """Takes a piece. Raises ``OSError`` when the disk is full."""
        self._waiting += text.encode()
        while len(self._waiting) > CHUNK:
            self._seal(bytes(self._waiting[:CHUNK]))
            del self._waiting[:CHUNK]

    def pieces(self) -> Iterator[bytes]:
        """All of it, in order; nothing can be written after."""
        self._seal(bytes(self._waiting))
        self._waiting.clear()
        self._file.seek(0)
        for number in range(self._chunks):
            length = int.from_bytes(self._file.read(LENGTH), "big")
            sealed = self._file.read(length)
            yield self._cipher.decrypt(_nonce(number, last=False), sealed, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_of_what: object) -> None:
        self._waiting.clear()
        self._file.close()

    def _seal(self, chunk: bytes) -> None:
        sealed = self._cipher.encrypt(_nonce(self._chunks, last=False), chunk, None)
        rest = memoryview(len(sealed).to_bytes(LENGTH, "big") + sealed)
        while rest:
            rest = rest[self._file.write(rest) or 0 :]
        self._chunks += 1


class SealedFile(io.RawIOBase):
    """Reads it again, from any place. Raises :class:`Damaged` for a chunk that does not
    open, :class:`FileNotFoundError` where there is none."""

    def __init__(self, path: Path, key: bytes, *, about: bytes) -> None:
        super().__init__()
        self._file = path.open("rb", buffering=0)
        self._cipher, self._about = AESGCM(key), about
        total = os.fstat(self._file.fileno()).st_size
        self._chunks = max(1, -(-total // SEALED_CHUNK))
        self.size = total - self._chunks * TAG
        self._at = 0
        self._open: tuple[int, bytes] = (-1, b"")

    def check(self) -> None:
        """Opens every chunk once. Raises :class:`Damaged`."""
        for number in range(self._chunks):
            self._chunk(number)

    @override
    def readable(self) -> bool:
        return True

    @override
    def seekable(self) -> bool:
        return True

    @override
    def tell(self) -> int:
        return self._at

    @override
    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self.size}[whence]
        self._at = max(0, start + offset)
        return self._at

    @override
    def readinto(self, buffer: object) -> int:
        """As much as there is: whoever reads a zip takes a short answer for its end."""
        target = memoryview(buffer).cast("B")  # type: ignore[arg-type]  # any buffer
        filled = 0
        while filled < len(target) and self._at < self.size:
            number, offset = divmod(self._at, CHUNK)
            piece = self._chunk(number)[offset : offset + len(target) - filled]
            target[filled : filled + len(piece)] = piece
            filled += len(piece)
            self._at += len(piece)
        return filled

    @override
    def close(self) -> None:
        self._open = (-1, b"")
        self._file.close()
        super().close()

    def _chunk(self, number: int) -> bytes:
        if self._open[0] != number:
            self._file.seek(number * SEALED_CHUNK)
            sealed = self._file.read(SEALED_CHUNK) or b""
            last = number == self._chunks - 1
            try:
                plain = self._cipher.decrypt(_nonce(number, last), sealed, self._about)
            except (InvalidTag, ValueError):
                raise Damaged from None
            self._open = (number, plain)
        return self._open[1]


def _nonce(number: int, last: bool) -> bytes:
    """12 bytes: the chunk's number, and whether nothing follows."""
    return number.to_bytes(11, "big") + bytes([last])
