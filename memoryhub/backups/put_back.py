"""Put a dump back, in one transaction with the mark that its erasures have to be replayed.

What was there goes, the dump comes, the mark is set: nobody ever sees two of the three.
Needs no right to make databases, and whoever is connected stays so and is stopped by the
mark.
"""

import subprocess
from pathlib import Path
from typing import IO

from memoryhub.backups.tools import (
    BackupTrouble,
    Database,
    Tools,
    connect,
    first_line,
    tools_for,
)

TABLES = ("person", "service", "account")
"""With a row in none of them there is nothing to lose."""

# Everything of ours and nothing of an extension's.
EMPTIED = r"""
SET LOCAL lock_timeout = '60s';
SET LOCAL client_min_messages = error;
DO $$
DECLARE each record;
BEGIN
    FOR each IN
        SELECT format('%s IF EXISTS %I.%I',
            CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW'
                WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
            n.nspname, c.relname) AS thing
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
          AND c.relowner = current_user::regrole
          -- An extension's stays, and a column's sequence goes with its table.
          AND NOT EXISTS (
            SELECT 1 FROM pg_depend d WHERE d.objid = c.oid
              AND d.classid = 'pg_class'::regclass
              AND (d.deptype = 'e' OR c.relkind = 'S' AND d.deptype IN ('a', 'i')))
        UNION ALL
        SELECT format('ROUTINE IF EXISTS %s', p.oid::regprocedure)
        FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace
          AND p.proowner = current_user::regrole
          AND NOT EXISTS (
            SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP
        EXECUTE 'DROP ' || each.thing || ' CASCADE';
    END LOOP;
END $$;
"""

# A table that is made where rights are given by default has them already, and a dump only
# adds: the runtime login could change the audit record. The dump ends with the defaults.
NO_DEFAULTS = r"""
DO $$
DECLARE each record;
BEGIN
    FOR each IN
        SELECT DISTINCT
            CASE d.defaclobjtype WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES'
                WHEN 'f' THEN 'FUNCTIONS' WHEN 'T' THEN 'TYPES' END AS things,
            CASE given.grantee WHEN 0 THEN 'PUBLIC'
                ELSE quote_ident(pg_get_userbyid(given.grantee)) END AS grantee
        FROM pg_default_acl d, aclexplode(d.defaclacl) AS given
        WHERE d.defaclrole = current_user::regrole
          AND d.defaclnamespace = 'public'::regnamespace
          AND d.defaclobjtype IN ('r', 'S', 'f', 'T')
    LOOP
        EXECUTE format(
            'ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON %s FROM %s',
            each.things, each.grantee);
    END LOOP;
END $$;
"""

# A dump of an earlier version has no such row; its migration makes one that knows nothing.
MARKED = r"""
DO $$
BEGIN
    IF to_regclass('public.ledger_seen') IS NOT NULL THEN
        UPDATE public.ledger_seen SET replay_since = now();
    END IF;
    IF to_regclass('public.django_session') IS NOT NULL THEN
        DELETE FROM public.django_session;
    END IF;
END $$;
"""


def put_back(database: Database, file: Path, *, replace: bool) -> None:
    """The database is as it was when the file was made, and marked. Raises
    :class:`BackupTrouble`, and then nothing has changed."""
    tools = tools_for(database)
    _refuse_other_files(tools, file)
    if not replace and _has_data(database):
        raise BackupTrouble(
            "The database has data, which would be gone. Make a backup of it first, and "
            "say --replace."
        )
    _load(tools, file)


def _refuse_other_files(tools: Tools, file: Path) -> None:
    if not file.is_file():
        raise BackupTrouble(f"There is no file {file}.")
    listed = subprocess.run(  # noqa: S603  PostgreSQL's own program
        tools.command("pg_restore", "--list", str(file)),
        capture_output=True,
        check=False,
    )
    if listed.returncode or b"TABLE DATA public memory " not in listed.stdout:
        raise BackupTrouble(f"{file} is no backup of this product, or is damaged.")


def _has_data(database: Database) -> bool:
    with connect(database) as connection:
        for table in TABLES:
            known = connection.execute("SELECT to_regclass(%s)", [f"public.{table}"])
            if known.fetchone() == (None,):
                continue
            found = connection.execute(f"SELECT EXISTS (SELECT 1 FROM {table})")  # noqa: S608
            if found.fetchone() == (True,):
                return True
    return False


def _load(tools: Tools, file: Path) -> None:
    loading = subprocess.Popen(  # noqa: S603  PostgreSQL's own program
        tools.command("psql", *_QUIET, f"--dbname={tools.address}"),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=tools.environment,
    )
    try:
        _feed(loading, tools, file)
    except BaseException:
        # Not by the end of its input, at which it would commit.
        loading.kill()
        loading.communicate()
        raise
    _, said = loading.communicate()
    if loading.returncode:
        raise BackupTrouble(
            f"The dump could not be put back: {first_line(said)} (a SQLSTATE). Nothing "
            "was changed. It needs the same two logins as the server it was made on."
        )


def _feed(loading: "subprocess.Popen[bytes]", tools: Tools, file: Path) -> None:
    into = loading.stdin
    if into is None:
        raise BackupTrouble("psql takes no input.")
    try:
        into.write((EMPTIED + NO_DEFAULTS).encode())
        _copy(tools, file, into)
        into.write(MARKED.encode())
        into.flush()
    except BrokenPipeError:
        pass  # it has stopped at an error and tells which


def _copy(tools: Tools, file: Path, into: IO[bytes]) -> None:
    reading = subprocess.Popen(  # noqa: S603  PostgreSQL's own program
        tools.command("pg_restore", "--file=-", "--no-comments", str(file)),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with reading:
        if reading.stdout is None:
            raise BackupTrouble("pg_restore gives no output.")
        try:
            while piece := reading.stdout.read(1 << 20):
                into.write(piece)
        except BrokenPipeError:
            reading.kill()
            raise
    if reading.returncode:
        raise BackupTrouble(f"{file} is damaged; nothing was changed.")


_QUIET = (
    "--no-psqlrc",
    "--quiet",
    "--no-password",
    "--single-transaction",
    "--set=ON_ERROR_STOP=1",
    # What an error is about may be somebody's text.
    "--set=VERBOSITY=sqlstate",
    "--set=SHOW_CONTEXT=never",
    "--file=-",
)
