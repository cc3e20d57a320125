"""Migrations as the owner, and connections put away before a fork."""

from collections.abc import Callable

from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

OWNER_ALIAS = "owner"


def migrations_are_pending() -> bool:
    executor = MigrationExecutor(connections[OWNER_ALIAS])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def migrate_if_pending(*, before: Callable[[], None] = lambda: None) -> bool:
    pending = migrations_are_pending()
    if pending:
        before()
        call_command("migrate", database=OWNER_ALIAS, interactive=False, verbosity=0)
    close_connections()
    return pending


def close_connections() -> None:
    """Pools too: their threads do not survive a fork, and their sockets must not."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        close_pool = getattr(connection, "close_pool", None)
        if close_pool is not None:
            close_pool()
