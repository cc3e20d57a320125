"""Dump the database into a file of PostgreSQL's custom format.

By the owner's login: row-level security is FORCEd on it too, but on every table it has a
policy that shows it all rows. That is looked at before: a table without one would be dumped
empty, and nobody would notice before the day of the restore.
"""

import os
import subprocess
import uuid
from contextlib import suppress
from pathlib import Path

from memoryhub.backups.tools import (
    BackupTrouble,
    Database,
    Tools,
    connect,
    first_line,
    tools_for,
)

# A table under row-level security of which this login may not see every row.
HIDDEN = """
SELECT c.relname FROM pg_class c
WHERE c.relrowsecurity AND c.relnamespace = 'public'::regnamespace
  AND NOT (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user)
  AND (NOT EXISTS (
        SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive
          AND p.polcmd = '*' AND pg_get_expr(p.polqual, p.polrelid) = 'true'
          AND current_user::regrole = ANY (p.polroles))
    OR EXISTS (
        SELECT 1 FROM pg_policy p CROSS JOIN unnest(p.polroles) AS role
        WHERE p.polrelid = c.oid AND NOT p.polpermissive
          AND (role = 0 OR pg_has_role(role, 'USAGE'))))
ORDER BY 1
"""


def dump(database: Database, file: Path) -> int:
    """Writes the dump and gives its size in bytes; only its owner may read it, and no
    file is replaced. Until it is whole it has another name."""
    if file.exists():
        raise BackupTrouble(f"{file} is there already; give another name.")
    tools = tools_for(database)
    _refuse_hidden_rows(database)
    unfinished = file.with_name(f".{file.name}.{uuid.uuid4().hex}.unfinished")
    try:
        _make(tools, unfinished, file)
    except OSError as error:
        raise BackupTrouble(f"{file}: {error.strerror}.") from None
    return file.stat().st_size


def _refuse_hidden_rows(database: Database) -> None:
    with connect(database) as connection:
        hidden = [name for (name,) in connection.execute(HIDDEN)]
    if hidden:
        raise BackupTrouble(
            f"This login does not see every row of {', '.join(hidden)}: a dump by it "
            "would not be whole. Give the owner's login in DATABASE_OWNER_URL."
        )


def _make(tools: Tools, unfinished: Path, file: Path) -> None:
    try:
        _write(tools, unfinished)
        # A link, since a rename would replace what came in between.
        file.hardlink_to(unfinished)
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _write(tools: Tools, file: Path) -> None:
    # Made by us, so that it is nobody else's from its first byte on. pg_dump writes
    # places into the head of a file at the end, which it cannot where it pipes.
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    done = subprocess.run(  # noqa: S603  PostgreSQL's own program
        tools.command(
            "pg_dump", *_OPTIONS, f"--file={file}", f"--dbname={tools.address}"
        ),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=tools.environment,
        check=False,
    )
    if done.returncode:
        raise BackupTrouble(f"pg_dump: {first_line(done.stderr)}.")


_OPTIONS = (
    "--format=custom",
    "--no-password",
    "--enable-row-security",
    # It belongs to the bootstrap superuser, and is there before anything is put back.
    "--exclude-extension=*",
    "--no-comments",
    "--no-statistics",
    "--no-tablespaces",
    "--no-publications",
    "--no-subscriptions",
    "--lock-wait-timeout=60s",
)
