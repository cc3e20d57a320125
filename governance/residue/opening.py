"""What is in a file that does not show its words as it lies: archives, dumps, mails."""

import gzip
import io
import subprocess
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from typing import IO, cast

from django.conf import settings

from memoryhub.backups import BackupTrouble
from memoryhub.backups.tools import tools_for

Parts = Iterator[tuple[str, IO[bytes]]]
"""Each with what is said of it beside the name of the file."""

_LONGEST_HEAD = 5
_BETWEEN_MAILS = b"\n" + b"-" * 79 + b"\n"
"""What Django's backend for files writes after each."""


class Shut(Exception):
    """It cannot be searched; the message tells why."""


# What the libraries raise, some only while it is read: damaged, encrypted, not known.
BROKEN = (OSError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile)


def opened(file: Path) -> Parts:
    """The parts that it holds; nothing where it lies open as it is. Raises :class:`Shut`,
    one of ``BROKEN``, and ``FileNotFoundError`` where it is gone."""
    with file.open("rb") as stream:
        head = stream.read(_LONGEST_HEAD)
    for begins, parts in _KINDS.items():
        if head.startswith(begins):
            yield from parts(file)
            return
    if _is_mail(file):
        yield from _mails(file)


def _packed(file: Path) -> Parts:
    with gzip.open(file) as stream:
        yield "", cast("IO[bytes]", stream)


def _members(file: Path) -> Parts:
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            with archive.open(name) as member:
                yield f"/{name}", member


def _dumped(file: Path) -> Parts:
    """The rows of a backup, as PostgreSQL's own tool tells them."""
    try:
        tools = tools_for(settings.DATABASES["owner"])
    except BackupTrouble:
        raise Shut("no program of PostgreSQL opens it") from None
    command = tools.command("pg_restore", "--data-only", "--file=-", str(file))
    with subprocess.Popen(  # noqa: S603  a program that was just found
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        if process.stdout is not None:
            yield "", process.stdout
    if process.returncode:
        raise Shut("it does not open")


def _sheet(file: Path) -> Parts:
    raise Shut("the words of a PDF lie in no order that can be read")


def _is_mail(file: Path) -> bool:
    folder = settings.EMAIL_FILE_PATH
    return folder is not None and file.is_relative_to(folder)


def _mails(file: Path) -> Parts:
    parse = BytesParser(policy=policy.default).parsebytes
    for each in file.read_bytes().split(_BETWEEN_MAILS):
        mail = parse(each)
        said = [str(value) for value in mail.values()]
        yield "", io.BytesIO("\n".join(said).encode(errors="replace"))
        for part in mail.walk():
            yield from _decoded(part)


def _decoded(part: EmailMessage) -> Parts:
    if not part.is_multipart():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            charset = part.get_content_charset("utf-8")
            with suppress(LookupError):  # of a charset that nobody knows
                content = content.decode(charset, "replace").encode()
            yield "", io.BytesIO(content)


_KINDS: Mapping[bytes, Callable[[Path], Parts]] = {
    b"\x1f\x8b": _packed,
    b"PK\x03\x04": _members,
    b"PGDMP": _dumped,
    b"%PDF-": _sheet,
}
