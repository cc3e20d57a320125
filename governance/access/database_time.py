"""The time of the database, which is the same for every process: a host whose clock is
wrong gives nothing a shorter or a longer life."""

from datetime import datetime
from typing import cast

from django.db import connection


def database_now() -> datetime:
    """Now, also in a long transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        return cast("datetime", cursor.fetchone()[0])
