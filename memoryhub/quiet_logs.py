"""Logs that carry ids and never what somebody wrote.

An exception's message may quote a value (a constraint's DETAIL, a parse error), and
Django logs the path of a request, which holds the person's id, and Celery the error's text. So tracebacks keep
their frames and lose their messages, and request paths become route templates.
"""

import logging
import traceback
from typing import Any

from django.http import HttpRequest
from typing_extensions import override

CELERY_TRACE = "celery.app.trace"
DRIVER = "psycopg"  # what ends a pipeline badly it tells with the error's DETAIL


class QuietFormatter(logging.Formatter):
    """Formats a traceback as its frames and types, without any message."""

    @override
    def formatException(self, ei: Any) -> str:
        error = ei[1]
        return "\n".join(_frames(error)) if error is not None else ""


class QuietFilter(logging.Filter):
    """Replaces the path in Django's request records by the route template, and what
    Celery says of a task (its arguments, its error's text) by its name and id; what the
    database's driver ignores loses its text."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            record.msg = route_of(request)
            record.args = ()
        elif record.name == CELERY_TRACE:
            record.msg = _of_task(record)
            record.args = ()
        elif record.name == DRIVER:
            record.msg = "an error was ignored; its text may quote a row"
            record.args = ()
        return True


def _of_task(record: logging.LogRecord) -> str:
    task: dict[str, Any] = getattr(record, "data", None) or {}
    kind = record.exc_info[0] if isinstance(record.exc_info, tuple) else None
    ending = kind.__qualname__ if kind else "a message without its text"
    return f"task {task.get('name')} [{task.get('id')}]: {ending}"


def route_of(request: HttpRequest) -> str:
    """The pattern a request matched (``/api/v1/people/<person>/…``), never its path."""
    match = request.resolver_match
    return f"/{match.route}" if match else "(no route)"


def _frames(error: BaseException) -> list[str]:
    lines = [
        f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}'
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    lines.append(type(error).__qualname__)
    cause = error.__cause__ or (
        None if error.__suppress_context__ else error.__context__
    )
    return lines if cause is None else [*_frames(cause), "then", *lines]
