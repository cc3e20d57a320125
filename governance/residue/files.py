"""Files that the product owns: the data folder and the ledger; and, when asked, the pages
and logs of the embedded PostgreSQL, which keep deleted bytes for a while."""

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from governance.residue.found import Found, spellings
from governance.residue.stream import times_in

# The database's own files and the broker's are searched by what they mean above.
_SERVERS = ("postgres", "broker")


def in_files(phrase: str) -> Iterator[Found]:
    """Logs, ledger, packages as they lie, temporary files: all but what belongs to the
    servers."""
    folders = dict.fromkeys(
        [settings.DATA_DIR, settings.LEDGER_DIR, settings.PACKAGES.folder]
    )
    for folder in map(Path, folders):
        for file in _files(folder):
            inside = file.relative_to(folder)
            if inside.parts[0] not in _SERVERS:
                yield from _found("file", inside, file, phrase)


def in_pages(phrase: str) -> Iterator[Found]:
    """Bytes in freed pages and log segments. A long text may lie compressed and is then
    not seen: that none is found here proves less than that some is."""
    folder = Path(settings.DATA_DIR) / "postgres"
    if not folder.is_dir():
        yield Found("pages", "not searched: the database is not embedded", 0)
        return
    for file in _files(folder):
        yield from _found("pages", file.relative_to(folder), file, phrase)


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from (each for each in sorted(folder.rglob("*")) if each.is_file())


def _found(place: str, inside: Path, file: Path, phrase: str) -> Iterator[Found]:
    try:
        with file.open("rb") as stream:
            times = times_in(stream, [each.lower() for each in spellings(phrase)])
    except FileNotFoundError:
        return  # gone meanwhile
    if times:
        yield Found(place, str(inside), times)
