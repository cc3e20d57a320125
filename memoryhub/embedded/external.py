"""A PostgreSQL that exists: the two logins made with the one that was given."""

from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import conninfo

from memoryhub.embedded.keys import Keys
from memoryhub.embedded.provision import APP, DATABASE, OWNER, Logins, provision
from memoryhub.embedded.refusal import refuse

# A URL that names one of these means the server; our tables get their own database.
NOBODYS = ("", "postgres", "template1")


def external_logins(given: str, keys: Keys) -> dict[str, str]:
    """DATABASE_URL and DATABASE_OWNER_URL, made with a login that may make roles."""
    named = urlsplit(given).path.lstrip("/")
    database = DATABASE if named in NOBODYS else named
    logins = Logins(keys.owner_password, keys.app_password, database)
    urls = {
        "DATABASE_URL": _with_login(given, APP, logins.app_password, database),
        "DATABASE_OWNER_URL": _with_login(
            given, OWNER, logins.owner_password, database
        ),
    }
    if not all(_is_made(url) for url in urls.values()):
        _make(given, logins)
    return urls


def _with_login(url: str, login: str, password: str, database: str) -> str:
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit(
        parts._replace(netloc=f"{login}:{quote(password)}@{place}", path=f"/{database}")
    )


def _is_made(url: str) -> bool:
    """Asked for what provisioning does last."""
    try:
        with psycopg.connect(url, connect_timeout=10) as login:
            query = (
                "SELECT count(*) = 3 FROM pg_default_acl WHERE defaclrole = %s::regrole"
            )
            return login.execute(query, [OWNER]).fetchone() == (True,)
    except (psycopg.OperationalError, psycopg.errors.UndefinedObject):
        return False


def _make(admin_url: str, logins: Logins) -> None:
    try:
        _refuse_logins_of_others(admin_url, logins)
        provision(admin_url, logins)
    except psycopg.errors.InsufficientPrivilege as error:
        refuse(
            f"DATABASE_URL: {_first_line(error)}. Give a login that may, or two logins "
            "that are ready: DATABASE_OWNER_URL too (see README)."
        )
    except psycopg.errors.FeatureNotSupported:
        refuse("The server in DATABASE_URL does not have the extension pgvector.")
    except psycopg.OperationalError as error:
        refuse(f"DATABASE_URL: {_first_line(error)}")


def _first_line(error: psycopg.Error) -> str:
    return str(error).strip().splitlines()[0]


def _refuse_logins_of_others(admin_url: str, logins: Logins) -> None:
    """Another installation's passwords are not ours to change."""
    with psycopg.connect(admin_url, connect_timeout=10) as server:
        query = "SELECT rolname FROM pg_roles WHERE rolname = ANY(%s)"
        found = server.execute(query, [list(logins.passwords())]).fetchall()
    for (role,) in found:
        if not _knows_password(admin_url, role, logins.passwords()[role]):
            refuse(
                f"{role} exists on that server with a password this data folder does "
                "not know: give DATABASE_URL and DATABASE_OWNER_URL, with both logins."
            )


def _knows_password(url: str, role: str, password: str) -> bool:
    try:
        with psycopg.connect(conninfo.make_conninfo(url, user=role, password=password)):
            return True
    except psycopg.OperationalError:
        return False
