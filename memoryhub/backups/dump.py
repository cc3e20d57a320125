"""Dump the database into a file of PostgreSQL's custom format.

By the owner's login: row-level security is FORCEd on it too, but on every table it has a
policy that shows it all rows. That is looked at before: a table without one would be dumped
empty, and nobody would notice before the day of the restore.
"""

import subprocess
from collections.abc import Callable
from pathlib import Path

from memoryhub.backups.tools import (
    BackupTrouble,
    Database,
    Tools,
    connect,
    first_line,
    tools_for,
)
from memoryhub.backups.unfinished import unfinished_of

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


def _nothing(*_: int) -> None:
    """For who keeps no record."""


def dump(
    database: Database,
    file: Path,
    *,
    begins: Callable[[], object] = _nothing,
    ends: Callable[[int], object] = _nothing,
) -> int:
    """Writes the dump and gives its size in bytes; only its owner may read it, and no
    file is replaced.

    Until it is whole it has another name. ``begins`` is called before the first byte, and
    ``ends``, with the size, before the file gets its name: what either raises leaves none.
    """
    if file.exists():
        raise BackupTrouble(f"{file} is there already; give another name.")
    tools = tools_for(database)
    _refuse_hidden_rows(database)
    try:
        with unfinished_of(file) as (unfinished, descriptor):
            begins()
            _write(tools, unfinished, descriptor)
            size = unfinished.stat().st_size
            ends(size)
            # A link, since a rename would replace what came in between.
            file.hardlink_to(unfinished)
    except OSError as error:
        raise BackupTrouble(f"{file}: {error.strerror}.") from None
    return size


def _refuse_hidden_rows(database: Database) -> None:
    with connect(database) as connection:
        hidden = [name for (name,) in connection.execute(HIDDEN)]
    if hidden:
        raise BackupTrouble(
            f"This login does not see every row of {', '.join(hidden)}: a dump by it "
            "would not be whole. Give the owner's login in DATABASE_OWNER_URL."
        )


def _write(tools: Tools, file: Path, descriptor: int) -> None:
    # To a file and not to a pipe: pg_dump writes places into the head at the end.
    done = subprocess.run(  # noqa: S603  PostgreSQL's own program
        tools.command(
            "pg_dump", *_OPTIONS, f"--file={file}", f"--dbname={tools.address}"
        ),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=tools.environment,
        pass_fds=[descriptor],
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
