"""The ledger as a table of a second database, for deployments without a disk of their
own. It must not be backed up and restored together with the first one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg import conninfo
from typing_extensions import override

from governance.ledger.book import Append, Book
from governance.ledger.entry import (
    NOTHING,
    Entry,
    Facts,
    LedgerTrouble,
    following,
    line_of,
    place_of,
    read,
)

WRITER = 0x6D685F4C454447  # "mh_LEDG": the number of the advisory lock
BATCH = 1_000
PATIENCE = 5
"""Seconds to wait for a connection: a request waits for it."""

DDL = """
CREATE TABLE IF NOT EXISTS erasure_ledger (number bigint PRIMARY KEY, line text NOT NULL);
CREATE OR REPLACE FUNCTION erasure_ledger_is_append_only() RETURNS trigger
    LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE
    ON erasure_ledger EXECUTE FUNCTION erasure_ledger_is_append_only();
"""

Connection = psycopg.Connection[tuple[Any, ...]]


class TableBook(Book):
    """One writer by an advisory lock; an entry is there once its commit is synced,
    whatever the server's setting."""

    _made: set[str] = set()

    def __init__(self, url: str) -> None:
        self._url = url

    @property
    @override
    def where(self) -> str:
        at = conninfo.conninfo_to_dict(self._url)
        return f"table erasure_ledger in {at.get('dbname')} on {at.get('host')}"

    @override
    @contextmanager
    def writing(self) -> Iterator[Append]:
        with self._connected() as connection:
            connection.execute("SET LOCAL synchronous_commit = on")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [WRITER])

            def append(facts: Facts) -> Entry:
                entry = _append(connection, facts)
                # Another writer waits at the advisory lock, which ends with this.
                connection.commit()
                return entry

            yield append

    @override
    def lines(self) -> Iterator[bytes]:
        return self._lines("ASC")

    @override
    def backwards(self) -> Iterator[bytes]:
        return self._lines("DESC")

    def _lines(self, order: str) -> Iterator[bytes]:
        with self._connected() as connection:
            cursor = connection.cursor(name="lines")
            query = f"SELECT line FROM erasure_ledger ORDER BY number {order}"  # noqa: S608
            cursor.execute(query)
            # The newest alone is what is asked for nearly always.
            rows = cursor.fetchmany(1)
            while rows:
                yield from (line.encode() for (line,) in rows)
                rows = cursor.fetchmany(BATCH)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        try:
            with psycopg.connect(
                self._url, connect_timeout=PATIENCE, application_name="memoryhub ledger"
            ) as connection:
                if self._url not in self._made:
                    connection.execute("SELECT pg_advisory_xact_lock(%s)", [WRITER])
                    connection.execute(DDL)
                    connection.commit()
                    self._made.add(self._url)
                yield connection
        except psycopg.Error as error:
            raise LedgerTrouble(f"{self.where}: {type(error).__name__}.") from None


def _append(connection: Connection, facts: Facts) -> Entry:
    newest = "SELECT line FROM erasure_ledger ORDER BY number DESC LIMIT 1"
    found = connection.execute(newest).fetchone()
    before = place_of(read(found[0].encode())) if found else NOTHING
    entry = following(before, facts)
    connection.execute(
        "INSERT INTO erasure_ledger (number, line) VALUES (%s, %s)",
        [entry["number"], line_of(entry).decode()],
    )
    return entry
