"""The base of the tests: a real database, real commits, real row-level security.

Nothing is wrapped in a transaction that is rolled back: scopes are outermost
transactions, jobs start on commit, and the runtime login may not truncate. So each test
that asks for ``world`` finds the tables empty, and they are emptied as the owner.
"""

import shutil
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.db.models import Model, QuerySet
from rest_framework.test import APIClient

from governance import ledger
from memoryhub.embedded.static_files import collect_if_changed
from tests.bell import Bell
from tests.world import World, make_world

Row = TypeVar("Row", bound=Model)

KEEP = {
    "django_migrations",
    "django_content_type",
    "state_move",
    "hash_key",
    "retention_rule",  # as it was seeded, see below
    "ledger_seen",
}
KNOWS_NOTHING = "UPDATE ledger_seen SET number = 0, hash = %s, replay_since = NULL"


@pytest.fixture(scope="session")
def migrated(django_db_blocker: Any) -> None:
    """The schema, laid once by the owner."""
    with django_db_blocker.unblock():
        call_command("migrate", database="owner", verbosity=0, interactive=False)


@pytest.fixture(scope="session")
def static_files() -> None:
    """Hashed and collected, as in production; every page asks for them."""
    collect_if_changed()


@pytest.fixture
def database(migrated: None, django_db_blocker: Any) -> Iterator[None]:
    """Empty tables, and leave to use the database."""
    yield from _opened(django_db_blocker)


@pytest.fixture(scope="module")
def shared_database(migrated: None, django_db_blocker: Any) -> Iterator[None]:
    """The same for a module whose tests undo what they do."""
    yield from _opened(django_db_blocker)


@pytest.fixture
def bell(monkeypatch: pytest.MonkeyPatch) -> Bell:
    """Jobs that were rung for, held back until the test says ``bell.answer()``."""
    return Bell(monkeypatch)


@pytest.fixture
def world(database: None, bell: Bell) -> World:
    """Two services and three people: the owner, a colleague, a stranger."""
    return make_world()


@pytest.fixture
def as_owner(database: None) -> Callable[[type[Row]], QuerySet[Row]]:
    """Rows behind row-level security: ``as_owner(Memory).count()``."""
    return lambda model: model._default_manager.using("owner")


@pytest.fixture
def api() -> APIClient:
    """A client that presents no key until a test gives it one."""
    return APIClient(raise_request_exception=False)


def _opened(blocker: Any) -> Iterator[None]:
    with blocker.unblock():
        _empty()
        yield
        connections.close_all()


def _empty() -> None:
    """Deletes all rows at once; every foreign key is checked at the commit only, and
    DELETE on small tables is much quicker than TRUNCATE."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' "
            "AND tablename <> ALL (%s)",
            [list(KEEP)],
        )
        tables = [row[0] for row in cursor.fetchall()]
        cursor.execute("; ".join(f'DELETE FROM "{table}"' for table in tables))
        _seeded_rules(cursor)
        cursor.execute(KNOWS_NOTHING, [ledger.NOTHING.hash])
    connections["owner"].close()
    # An empty database beside a ledger with entries is a database that was restored.
    shutil.rmtree(settings.LEDGER_DIR, ignore_errors=True)
    ledger.forget()


SEEDED: list[tuple[Any, ...]] = []


def _seeded_rules(cursor: Any) -> None:
    """The rules of retention as the first test found them."""
    cursor.execute("SELECT * FROM retention_rule ORDER BY id")
    now = cursor.fetchall()
    if not SEEDED:
        SEEDED.extend(now)
    if now != SEEDED:
        marks = ", ".join(["%s"] * len(SEEDED[0]))
        cursor.execute("DELETE FROM retention_rule")
        cursor.executemany(f"INSERT INTO retention_rule VALUES ({marks})", SEEDED)
