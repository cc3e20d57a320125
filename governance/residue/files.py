"""Files that the product owns: the data folder, the ledger, packages and mail; and, when asked,
the pages and logs of the embedded PostgreSQL, which keep deleted bytes for a while."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from django.conf import settings

from governance.residue.found import Found
from governance.residue.opening import BROKEN, Shut, opened
from governance.residue.spellings import spellings
from governance.residue.stream import times_in

# The database's own files and the broker's are searched by what they mean above.
_SERVERS = ("postgres", "broker")


def in_files(phrase: str) -> Iterator[Found]:
    """Logs, ledger, packages as they lie, mail, temporary files: all but what belongs to
    the servers. Archives, dumps and mails are searched by what they hold."""
    wanted = spellings(phrase)
    folders = [settings.DATA_DIR, settings.LEDGER_DIR, settings.PACKAGES.folder]
    mail = [settings.EMAIL_FILE_PATH] if settings.EMAIL_FILE_PATH else []
    seen: set[Path] = set()
    for folder in map(Path, [*folders, *mail]):
        for file in _files(folder):
            inside = file.relative_to(folder)
            if inside.parts[0] not in _SERVERS and file.resolve() not in seen:
                seen.add(file.resolve())
                yield from _in_file(inside, file, wanted)


def in_pages(phrase: str) -> Iterator[Found]:
    """Bytes in freed pages and log segments. A long text may lie compressed and is then
    not seen: that none is found here proves less than that some is."""
    wanted = spellings(phrase)
    folder = Path(settings.DATA_DIR) / "postgres"
    if not folder.is_dir():
        yield Found("pages", "not searched: the database is not embedded", 0)
        return
    for file in _files(folder):
        times = _as_it_lies(file, wanted)
        if times:
            yield Found("pages", str(file.relative_to(folder)), times)


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from (each for each in sorted(folder.rglob("*")) if each.is_file())


def _in_file(inside: Path, file: Path, wanted: Sequence[str]) -> Iterator[Found]:
    times = _as_it_lies(file, wanted)
    if times:
        yield Found("file", str(inside), times)
        return
    try:
        for part, stream in opened(file):
            times = times_in(stream, wanted)
            if times:
                yield Found("file", f"{inside}{part}", times)
    except FileNotFoundError:
        return  # gone meanwhile
    except BROKEN:
        yield Found("file", f"{inside} not searched: it does not open", 0)
    except Shut as shut:
        yield Found("file", f"{inside} not searched: {shut}", 0)


def _as_it_lies(file: Path, wanted: Sequence[str]) -> int:
    try:
        with file.open("rb") as stream:
            return times_in(stream, wanted)
    except FileNotFoundError:
        return 0  # gone meanwhile
