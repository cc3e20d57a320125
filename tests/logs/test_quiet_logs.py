"""What a failing task says in the log, whoever started the worker."""

import io
import logging
from logging.config import dictConfig
from typing import Any
from uuid import uuid4

import pytest
from celery.app.trace import trace_task
from django.conf import settings

from memoryhub.celery import app
from memoryhub.quiet_logs import QuietFilter

SECRET = "Likes marzipan potatoes."


@pytest.fixture
def said():
    """A stream behind the very handler that the settings describe."""
    stream = io.StringIO()
    ours: dict[str, Any] = settings.LOGGING
    handler = ours["handlers"]["stderr"] | {"stream": stream}
    described = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": ours["formatters"],
        "filters": ours["filters"],
        "handlers": {"here": handler},
        "loggers": {"celery.app.trace": {"handlers": ["here"], "level": "INFO"}},
    }
    dictConfig(described)
    yield stream
    logging.getLogger("celery.app.trace").handlers.clear()


@app.task(name="tests.fails")
def fails(text: str) -> None:
    raise ValueError(f"DETAIL: Key (text)=({text}) already exists.")


def test_a_failing_task_tells_its_name_and_the_error_but_no_value(said):
    task_id = str(uuid4())
    trace_task(fails, task_id, (SECRET,), {}, request={"id": task_id}, app=app)
    log = said.getvalue()
    assert "tests.fails" in log
    assert task_id in log
    assert "ValueError" in log
    assert "marzipan" not in log


def test_what_the_driver_ignores_loses_its_text():
    row = "DETAIL:  Failing row contains (Likes marzipan potatoes.)"
    record = logging.LogRecord(
        "psycopg", logging.WARNING, __file__, 1, "error ignored: %s", (row,), None
    )
    assert QuietFilter().filter(record)
    assert "marzipan" not in record.getMessage()
