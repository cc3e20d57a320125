"""A database beside the real one, for a drill: made with the same two logins, and dropped."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote, urlencode

import psycopg
from psycopg import conninfo, sql

from memoryhub.backups.tools import BackupTrouble, Database
from memoryhub.embedded.provision import GRANTS

DROP = "DROP DATABASE {} WITH (FORCE)"
PREFIX = "memoryhub_drill_"
# Whose drill was killed holds no lock on its name any more.
ITS_OWN = "SELECT pg_advisory_lock(hashtext(%s))"
LEFT = """
SELECT datname FROM pg_database
WHERE starts_with(datname, %s) AND pg_try_advisory_lock(hashtext(datname))
"""


@contextmanager
def scratch_database(
    admin_url: str, *, owner: Database, app: Database
) -> Iterator[str]:
    """Its name; what a drill that was killed has left goes first. ``admin_url`` is of a
    login that may make databases and the extension."""
    name = f"{PREFIX}{uuid.uuid4().hex[:12]}"
    try:
        with psycopg.connect(admin_url, autocommit=True) as server:
            _drop_left(server)
            server.execute(ITS_OWN, [name])
            making = "CREATE DATABASE {} OWNER {} TEMPLATE template0"
            server.execute(_said(making, name, owner["USER"]))
            try:
                _grant(admin_url, name, owner=owner["USER"], app=app["USER"])
                yield name
            finally:
                with psycopg.connect(admin_url, autocommit=True) as another:
                    another.execute(_said(DROP, name))
    except (psycopg.OperationalError, psycopg.errors.InsufficientPrivilege) as error:
        first = str(error).strip().splitlines()[0]
        raise BackupTrouble(
            f"No database for the drill could be made: {first}"
        ) from None


def _drop_left(server: psycopg.Connection) -> None:
    for (name,) in server.execute(LEFT, [PREFIX]).fetchall():
        server.execute(_said(DROP, name))
    server.execute("SELECT pg_advisory_unlock_all()")


def url_of(database: Database, name: str) -> str:
    """The address of another database for the same login."""
    login = f"{quote(database['USER'])}:{quote(database['PASSWORD'])}"
    options = {
        option: value
        for option, value in database["OPTIONS"].items()
        if isinstance(value, str) and option != "application_name"
    }
    place = f"{database['HOST']}:{database['PORT']}"
    if database["HOST"].startswith("/"):
        options["host"], place = database["HOST"], f":{database['PORT']}"
    query = f"?{urlencode(options)}" if options else ""
    return f"postgresql://{login}@{place}/{name}{query}"


def _grant(admin_url: str, name: str, *, owner: str, app: str) -> None:
    names = {
        "database": sql.Identifier(name),
        "owner": sql.Identifier(owner),
        "app": sql.Identifier(app),
    }
    inside = conninfo.make_conninfo(admin_url, dbname=name)
    with psycopg.connect(inside, autocommit=True) as connection:
        for statement in GRANTS:
            connection.execute(sql.SQL(statement).format(**names))


def _said(statement: str, *names: str) -> sql.Composed:
    return sql.SQL(statement).format(*map(sql.Identifier, names))
