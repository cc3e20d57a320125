"""Start a job after commit, by its name, so that no room imports the tasks.

The row in the database is the queue and Celery only the alarm clock: when the bell
cannot be rung the row waits for the sweeper, and whoever asked is answered all the same.
"""

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from celery.exceptions import CeleryError
from django.db import transaction
from kombu.exceptions import KombuError

from memoryhub.celery import app

log = logging.getLogger(__name__)

_silent: ContextVar[bool] = ContextVar("silent", default=False)


def run_later(task: str, *ids: uuid.UUID) -> None:
    """Rings ``governance.tasks.<task>`` with these ids once this transaction commits."""
    transaction.on_commit(lambda: _ring(f"governance.tasks.{task}", ids))


def ring_now(task: str) -> None:
    """The same at once and outside of any transaction, for a task without ids."""
    _ring(f"governance.tasks.{task}", ())


@contextmanager
def unrung() -> Iterator[None]:
    """For who does here and now what would be rung for, or leaves it to the sweeper."""
    token = _silent.set(True)
    try:
        yield
    finally:
        _silent.reset(token)


def _ring(name: str, ids: tuple[uuid.UUID, ...]) -> None:
    if _silent.get():
        return
    try:
        app.send_task(name, args=[str(each) for each in ids], retry=False)
    except (KombuError, CeleryError, OSError):
        log.warning("%s waits for the sweeper: the broker does not answer", name)


def broker_answers() -> bool:
    """Whether the bell could be rung now."""
    try:
        with app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, timeout=1)
    except (KombuError, OSError):
        return False
    return True
