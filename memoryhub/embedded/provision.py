"""Two logins and one database, on our own server or on somebody else's.

The owner migrates. The runtime login owns nothing and bypasses nothing, so that
row-level security holds for every query the product makes.
"""

from dataclasses import dataclass, field

import psycopg
from psycopg import conninfo, sql

OWNER = "memoryhub_owner"
APP = "memoryhub_app"
DATABASE = "memoryhub"

Connection = psycopg.Connection[tuple[object, ...]]


@dataclass(frozen=True)
class Logins:
    owner_password: str = field(repr=False)
    app_password: str = field(repr=False)
    database: str = DATABASE

    def passwords(self) -> dict[str, str]:
        return {OWNER: self.owner_password, APP: self.app_password}


def provision(admin_url: str, logins: Logins) -> None:
    """May be run again at any time; it says the same thing each time."""
    with psycopg.connect(admin_url, autocommit=True) as server:
        _make_roles(server, logins)
        _make_database(server, logins.database)
    with psycopg.connect(_in(admin_url, logins.database), autocommit=True) as inside:
        _grant(inside, logins.database)


def _in(url: str, database: str) -> str:
    return conninfo.make_conninfo(url, dbname=database)


def _make_roles(server: Connection, logins: Logins) -> None:
    is_super = _is_superuser(server)
    for role, password in logins.passwords().items():
        exists = _exists(server, "pg_roles", "rolname", role)
        if not exists or is_super:
            _say(server, "ALTER" if exists else "CREATE", role, password)
    if not is_super:
        # It may give a database only to a role that it is in.
        grant = sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(OWNER))
        server.execute(grant)


def _say(server: Connection, verb: str, role: str, password: str) -> None:
    server.execute(
        sql.SQL(
            "{verb} ROLE {role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE "
            "NOREPLICATION NOBYPASSRLS NOINHERIT PASSWORD {password}"
        ).format(
            verb=sql.SQL(verb),
            role=sql.Identifier(role),
            password=sql.Literal(password),
        )
    )


def _is_superuser(server: Connection) -> bool:
    query = "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"
    return server.execute(query).fetchone() == (True,)


def _make_database(server: Connection, database: str) -> None:
    name, owner = sql.Identifier(database), sql.Identifier(OWNER)
    if not _exists(server, "pg_database", "datname", database):
        server.execute(
            sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE template0").format(
                name, owner
            )
        )
    server.execute(sql.SQL("ALTER DATABASE {} OWNER TO {}").format(name, owner))


def _exists(server: Connection, table: str, column: str, value: str) -> bool:
    query = sql.SQL("SELECT 1 FROM {} WHERE {} = %s").format(
        sql.Identifier(table), sql.Identifier(column)
    )
    return server.execute(query, [value]).fetchone() is not None


def _grant(inside: Connection, database: str) -> None:
    names = {
        "database": sql.Identifier(database),
        "owner": sql.Identifier(OWNER),
        "app": sql.Identifier(APP),
    }
    for statement in GRANTS:
        inside.execute(sql.SQL(statement).format(**names))


GRANTS = (
    "CREATE EXTENSION IF NOT EXISTS vector",
    "ALTER SCHEMA public OWNER TO {owner}",
    "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
    "REVOKE ALL ON DATABASE {database} FROM PUBLIC",
    "GRANT CONNECT ON DATABASE {database} TO {app}",
    "GRANT USAGE ON SCHEMA public TO {app}",
    "ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA public"
    " GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {app}",
    "ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA public"
    " GRANT USAGE, SELECT ON SEQUENCES TO {app}",
    "ALTER DEFAULT PRIVILEGES FOR ROLE {owner} IN SCHEMA public"
    " GRANT EXECUTE ON FUNCTIONS TO {app}",
)
