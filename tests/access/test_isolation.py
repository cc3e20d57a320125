"""docs/isolation.md, tried cell by cell on real rows as the runtime login."""

import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg.errors
import pytest
from django.db import Error, connection, connections, transaction
from django.db.models import Model

from governance.access import (
    as_account,
    as_intake,
    as_service,
    as_service_with,
    as_staff,
    as_staff_with,
    as_sweeper,
    presenting,
)
from governance.models import (
    DashboardLink,
    IdentityCode,
    PackageLink,
    ReceiptLink,
    ServiceKey,
)
from tests.samples import Sample, a_sample, a_service

PAGE = Path(__file__).parents[2] / "docs" / "isolation.md"
LETTERS = "SIUD"
OPENED_BY = {"package": "package_link", "package_download": "package_link"}
KEYS_OF_SERVICE = ("service_key", "service_person")


@dataclass(frozen=True)
class Samples:
    """The owner and a colleague at one service, a stranger at another."""

    owner: Sample
    colleague: Sample
    stranger: Sample

    def reach(self, table: str, scope: str, reach: str) -> list[Model]:
        """The rows that one word of the page means, in one scope."""
        everybody = [self.owner, self.colleague, self.stranger]
        fresh = [each.rows[table] for each in everybody]
        over = [each.expired[table] for each in everybody if table in each.expired]
        if reach == "all":
            return fresh + over
        if reach == "expired":
            return over
        if reach == "unproved":
            return []  # a sample is always somebody's
        if reach == "stopped":
            return []  # no sample has; tests/erasure/test_retry.py tries one
        if reach == "ageing":
            return [row for row in fresh if getattr(row, "forget_after_months", None)]
        # A service's keys are the service's, whichever of its persons it is about.
        of_service = (
            scope == "service"
            or (table, scope) == KEYS_OF_SERVICE
            or table == "webhook"
        )
        own = everybody[: 2 if of_service else 1]
        rows = [each.rows[table] for each in own]
        old = [each.expired[table] for each in own if table in each.expired]
        return rows if scope == "sign_in" else rows + old


@pytest.fixture(scope="module")
def samples(shared_database: None) -> Samples:
    travel, bank = a_service("Travel"), a_service("Bank")
    colleague = a_sample(travel)
    colleague.person.forget_after_months = 12
    colleague.person.save(using="owner")
    return Samples(a_sample(travel), colleague, a_sample(bank))


def page_tables() -> list[list[dict[str, str]]]:
    """Every table of the page as rows by column."""
    found: list[list[dict[str, str]]] = []
    for block in re.split(r"\n\n", PAGE.read_text()):
        lines = [line for line in block.splitlines() if line.startswith("|")]
        if len(lines) > 2:
            cells = [[c.strip() for c in line.strip("|").split("|")] for line in lines]
            names = cells[0]
            found.append([dict(zip(names, row, strict=True)) for row in cells[2:]])
    return found


MATRIX = {
    row["table"]: row for table in page_tables() for row in table if "intake" in row
}
SCOPES = [name for name in next(iter(MATRIX.values())) if name != "table"]


def allowed(cell: str) -> Iterator[tuple[str, str]]:
    """``own S, all I`` → (own, S), (all, I)."""
    for part in cell.split(","):
        if part.strip() != "-":
            reach, letters = part.split()
            yield from ((reach, letter) for letter in letters)


@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.parametrize("table", MATRIX)
def test_a_scope_may_do_what_the_page_says_and_nothing_else(samples, table, scope):
    for letter in LETTERS:
        expected = {
            row.pk
            for reach, each in allowed(MATRIX[table][scope])
            if each == letter
            for row in samples.reach(table, scope, reach)
        }
        with opened(samples.owner, table, scope):
            found = {
                row.pk
                for row in samples.reach(table, scope, "all")
                if DEEDS[letter](table, row)
            }
        assert found == expected, f"{letter} on {table} in {scope}"


@pytest.mark.parametrize("table", MATRIX)
def test_without_a_scope_a_table_reads_empty_and_refuses_writes(samples, table):
    rows = samples.reach(table, "service", "all")
    with transaction.atomic():
        done = [
            (letter, row.pk)
            for letter in LETTERS
            for row in rows
            if DEEDS[letter](table, row)
        ]
    assert done == []


def test_every_table_is_on_the_page(samples):
    named = set(MATRIX)
    for table in page_tables():
        for row in table:
            if set(row) == {"table", "why"}:
                named |= {name.strip() for name in row["table"].split(",")}
    assert all_tables() == named


def test_every_table_on_the_page_forces_row_level_security(samples):
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity"
        )
        assert {row[0] for row in cursor.fetchall()} == set(MATRIX)


def test_the_runtime_login_owns_nothing_and_bypasses_nothing(samples):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication "
            "FROM pg_roles WHERE rolname = current_user"
        )
        assert cursor.fetchone() == (False,) * 5
        cursor.execute(
            "SELECT count(*) FROM pg_class WHERE pg_get_userbyid(relowner) = current_user"
        )
        assert cursor.fetchone() == (0,)
        cursor.execute(
            "SELECT count(*) FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member "
            "WHERE r.rolname = current_user"
        )
        assert cursor.fetchone() == (0,)


def test_a_data_move_by_the_owner_changes_rows(samples):
    with connections["owner"].cursor() as cursor:
        cursor.execute("UPDATE memory SET importance = 9")
        assert cursor.rowcount == len(samples.reach("memory", "owner", "all"))


def test_a_setting_does_not_outlive_its_transaction(samples):
    owner = samples.owner
    with as_service_with(owner.service.id, owner.person.id):
        assert see("memory", owner.rows["memory"])
    with transaction.atomic():
        assert not see("memory", owner.rows["memory"])


def test_what_looks_at_everybody_answers_the_sweeper_and_staff_alone(samples):
    owner = samples.owner
    asked = [
        "SELECT count(*) FROM retention_due_persons('expired', '', '', 0, 0, 0, false, '0')",
        "SELECT count(retention_due_rows('reads', 30, '0'))",
        "SELECT count(*) FROM orphan_edges()",
    ]
    for scope in SCOPES:
        with opened(owner, "dashboard_link", scope), connection.cursor() as cursor:
            for sql in asked:
                cursor.execute(sql)
                answered = cursor.fetchone()[0] > 0
                assert answered == (scope in {"sweeper", "staff"}), (scope, sql)


def test_no_rule_can_empty_the_record_of_reads(samples):
    with connections["owner"].cursor() as cursor, pytest.raises(Error):
        cursor.execute("UPDATE retention_rule SET days = 29 WHERE about = 'reads'")


def test_scopes_do_not_nest(samples):
    with as_sweeper(), pytest.raises(RuntimeError), as_staff():
        pass


def all_tables() -> set[str]:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {row[0] for row in cursor.fetchall()}


def opened(owner: Sample, table: str, scope: str) -> AbstractContextManager[Any]:
    doors: dict[str, Callable[[], AbstractContextManager[Any]]] = {
        "person": lambda: as_account(owner.account.id),
        "service_person": lambda: as_service_with(owner.service.id, owner.person.id),
        "service": lambda: as_service(owner.service.id),
        "staff": as_staff,
        "staff_person": lambda: as_staff_with(owner.person.id),
        "intake": as_intake,
        "sweeper": as_sweeper,
        "sign_in": lambda: presenting(
            credential(owner.rows[OPENED_BY.get(table, table)])
        ),
    }
    return doors[scope]()


def credential(row: Model) -> str:
    if isinstance(row, DashboardLink | IdentityCode | PackageLink | ReceiptLink):
        return bytes(row.token_hash).hex()
    return row.prefix if isinstance(row, ServiceKey) else "none"


def see(table: str, row: Model) -> bool:
    return run(f"SELECT 1 FROM {table} WHERE {named(row)}", key_of(row))


def change(table: str, row: Model) -> bool:
    column = pk_columns(row)[0]
    changed = f"UPDATE {table} SET {column} = {column} WHERE {named(row)}"
    return run(changed, key_of(row))


def delete(table: str, row: Model) -> bool:
    return run(f"DELETE FROM {table} WHERE {named(row)}", key_of(row))


def insert(table: str, row: Model) -> bool:
    """Inserts a twin of the row; a conflict means that the policy let it through."""
    twin = {
        str(field.column): field.get_db_prep_save(
            getattr(row, field.attname), connection
        )
        for field in row._meta.concrete_fields
    }
    if isinstance(row.pk, uuid.UUID) and table != "epoch":
        twin[pk_columns(row)[0]] = uuid.uuid4()
    columns = ", ".join(f'"{name}"' for name in twin)
    marks = ", ".join(["%s"] * len(twin))
    return run(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(twin.values()))


def pk_columns(row: Model) -> list[str]:
    return [str(field.column) for field in row._meta.pk_fields]


def key_of(row: Model) -> list[Any]:
    return list(row.pk) if isinstance(row.pk, tuple) else [row.pk]


def named(row: Model) -> str:
    return " AND ".join(f"{column} = %s" for column in pk_columns(row))


def run(sql: str, values: list[Any]) -> bool:
    """Whether the statement reached a row; its effect is undone."""
    point = transaction.savepoint()
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return bool(cursor.rowcount > 0)
    except Error as error:
        return not isinstance(error.__cause__, psycopg.errors.InsufficientPrivilege)
    finally:
        transaction.savepoint_rollback(point)


DEEDS: dict[str, Callable[[str, Model], bool]] = {
    "S": see,
    "I": insert,
    "U": change,
    "D": delete,
}
