"""The closed set of scopes, each one transaction (docs/isolation.md).

Row-level security reads these settings; outside a scope every owned table is empty.
A scope is the outermost transaction: it cannot be opened inside another, so code that
runs in one never sees more than its door allowed.
"""

import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from enum import StrEnum
from typing import Any, TypeVar

from django.db import connection, transaction

from governance import ledger
from governance.models import Person, Ready

Row = TypeVar("Row")


class Scope(StrEnum):
    """The names that the policies in the database know."""

    PERSON = "person"
    SERVICE_PERSON = "service_person"
    SERVICE = "service"
    STAFF = "staff"
    STAFF_PERSON = "staff_person"
    INTAKE = "intake"
    SWEEPER = "sweeper"
    SIGN_IN = "sign_in"


@contextmanager
def as_account(account_id: uuid.UUID) -> Iterator[tuple[uuid.UUID, ...]]:
    """An account's own person records; gives their ids."""
    with _scope(Scope.PERSON, account=account_id):
        persons = tuple(
            Person.objects.filter(account_id=account_id).values_list("id", flat=True)
        )
        _set(persons=_listed(persons))
        yield persons


@contextmanager
def as_service_with(
    service_id: uuid.UUID, person_id: uuid.UUID, *, erasing: bool = False
) -> Iterator[None]:
    """One service about one of its persons. ``erasing`` is for the steps of an erasure:
    the database hides from everybody else what is on its way out."""
    with _scope(Scope.SERVICE_PERSON, service=service_id, persons=[person_id]):
        if erasing:
            _set(erasing="on")
        yield


@contextmanager
def as_service(service_id: uuid.UUID) -> Iterator[None]:
    """One service's own runs, keys and persons; no memory."""
    with _scope(Scope.SERVICE, service=service_id):
        yield


@contextmanager
def as_staff() -> Iterator[None]:
    """Queues and counts of all; no text about anybody."""
    with _scope(Scope.STAFF):
        yield


@contextmanager
def as_staff_with(*person_ids: uuid.UUID) -> Iterator[None]:
    """One human at a time, as one or several services know them; the caller records who
    opened it and why."""
    with _scope(Scope.STAFF_PERSON, persons=person_ids):
        yield


@contextmanager
def as_intake() -> Iterator[None]:
    """The public form: may add a request, sees nothing."""
    with _scope(Scope.INTAKE):
        yield


@contextmanager
def as_sweeper() -> Iterator[None]:
    """Queue rows of all, and the deletion of what has expired."""
    with _scope(Scope.SWEEPER):
        yield


@contextmanager
def presenting(credential: str) -> Iterator[None]:
    """What a presented credential itself opens: the one key or link that it names.

    ``credential`` is a key's prefix, or the hash of a link's token in hexadecimal.
    """
    with _scope(Scope.SIGN_IN, credential=credential):
        yield


def silent_for_at_most(lease: timedelta) -> None:
    """For the rest of this transaction: a process that says nothing for so long loses it,
    and with it every lock. One that was stopped would hold up whoever takes its place."""
    milliseconds = str(int(lease / timedelta(milliseconds=1)))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('idle_in_transaction_session_timeout', %s, true)",
            [milliseconds],
        )


def glance(scope: Scope, ready: Ready[Row], **values: Any) -> list[Row]:
    """One question in a scope of its own, in one round trip to the database: ``service``
    names the service of the scope, ``prefix`` a presented credential."""
    connection.ensure_connection()
    settings = {
        "service": str(values.get("service_id", "")),
        "credential": values.get("prefix", ""),
    }
    with (
        connection.wrap_database_errors,
        connection.connection.pipeline(),
        transaction.atomic(durable=True),
    ):
        number = _set(scope=scope.value, persons="{}", account="", **settings)
        read = ready.sent(**values)
    ledger.check(number())
    return read()


@contextmanager
def _scope(
    name: Scope,
    *,
    persons: Iterable[uuid.UUID] = (),
    service: uuid.UUID | None = None,
    account: uuid.UUID | None = None,
    credential: str = "",
) -> Iterator[None]:
    with transaction.atomic(durable=True):
        number = _set(
            scope=name.value,
            persons=_listed(persons),
            service=str(service or ""),
            account=str(account or ""),
            credential=credential,
        )
        ledger.check(number())
        with ledger.entering_last():
            yield


def _listed(persons: Iterable[uuid.UUID]) -> str:
    return "{" + ",".join(str(each) for each in persons) + "}"


def _set(**settings: str) -> Callable[[], int]:
    """Sets for this transaction only; the pool hands the connection on without them. Asks
    in the same breath how far the ledger is known: no scope opens after a restore."""
    calls = ", ".join(["set_config('memoryhub.' || %s, %s, true)"] * len(settings))
    values = [part for setting in settings.items() for part in setting]
    cursor = connection.cursor()
    cursor.execute(f"SELECT {ledger.NUMBER}, {calls}", values)
    return lambda: cursor.fetchone()[0]
