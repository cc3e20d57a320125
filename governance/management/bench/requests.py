"""``bench request``: filing a request, and the staff's queue with thousands open, beside the
bare SQL of the same rows.

The floors: two INSERTs without scope, dates or entry in the record; a SELECT of fifty rows
by the index of due dates.
"""

import gzip
import itertools
import logging
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, connections, transaction
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from governance.access import as_staff, make_account
from governance.audit import SYSTEM
from governance.management.bench.harness import Size, Times, Turn, in_turns
from governance.models import (
    Account,
    Channel,
    RequestEvent,
    RequestState,
    Right,
    Role,
    SubjectRequest,
)
from governance.requests.clock import due_dates
from governance.requests.filing import Filed, file_request
from governance.requests.office import office
from governance.requests.timeline import put_dates
from memoryhub.embedded.static_files import collect_if_changed

KB = 1000
WARM = 3
BATCH = 2_000
GOAL_MS = 150.0
DAYS = 40
"""Over which the requests were received."""
PAGE = """
SELECT * FROM subject_request
WHERE state IN ('received', 'needs_identity', 'in_review', 'on_hold', 'running')
ORDER BY due, id LIMIT 50
"""
BARE = """
INSERT INTO subject_request SELECT (jsonb_populate_record(r,
    jsonb_build_object('id', gen_random_uuid(), 'reference', %(reference)s))).*
FROM subject_request r WHERE r.id = %(like)s
"""
BARE_EVENT = """
INSERT INTO request_event SELECT (jsonb_populate_record(e,
    jsonb_build_object('id', gen_random_uuid(), 'number', %(number)s))).*
FROM request_event e WHERE e.id = %(like)s
"""


def bench_request(size: Size) -> Iterator[dict[str, Any]]:
    """Rows of figures: ms, queries, kB as they go over the wire."""
    logging.disable(logging.WARNING)
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        collect_if_changed()
        officer = make_account(
            f"{uuid.uuid4().hex[:8]}@example.org", None, role=Role.OFFICER
        )
        open_ones = size.memories
        _fill(open_ones)
        ways = _ways(officer)
        times = in_turns(ways, rounds=size.rounds, warm=WARM)
        for name, taken in times.items():
            yield _row(name, taken, open_ones)
        yield from _weights(officer)


def _ways(officer: Account) -> dict[str, Turn]:
    client = _signed_in(officer)
    one = SubjectRequest.objects.using("owner").order_by("due", "id").first()
    if one is None:
        raise RuntimeError("there is no request")
    event = RequestEvent.objects.using("owner").get(request_id=one.id)
    return {
        "floor: two INSERTs": _bare(one, event),
        "file a request": _filing,
        "floor: SELECT … LIMIT 50": _select,
        "queue, first page": _get(client, "/compliance/requests/"),
        "queue, last page": _get(client, "/compliance/requests/?page=1000000"),
        "queue, one right": _get(client, "/compliance/requests/?right=erasure"),
        "queue, by address": _get(client, "/compliance/requests/?q=nobody@example.org"),
        "queue, overdue": _get(client, "/compliance/requests/?view=overdue"),
        "overview": _get(client, "/compliance/"),
        "calendar": _get(client, "/compliance/calendar/"),
        "one request": _get(client, f"/compliance/requests/{one.id}/"),
    }


def _fill(number: int) -> None:
    """Open requests, received over the last forty days; a fifth has somebody."""
    now, rights = timezone.now(), itertools.cycle(Right)
    with as_staff():
        there = SubjectRequest.objects.count()
    for begin in range(there, number, BATCH):
        made = [
            _made(next(rights), now - timedelta(days=each % DAYS))
            for each in range(begin, min(begin + BATCH, number))
        ]
        SubjectRequest.objects.using("owner").bulk_create(made)
        RequestEvent.objects.using("owner").bulk_create(map(_filed, made))
    with connections["owner"].cursor() as cursor:
        cursor.execute("VACUUM ANALYZE subject_request, request_event")


def _made(right: Right, received: datetime) -> SubjectRequest:
    made = SubjectRequest(
        reference=uuid.uuid4().hex[:12],
        right=right,
        state=RequestState.RECEIVED,
        channel=Channel.FORM,
        language="en",
        received_at=received,
        created_at=received,
    )
    put_dates(made, due_dates(received, where=office()))
    return made


def _filed(request: SubjectRequest) -> RequestEvent:
    return RequestEvent(
        request_id=request.id,
        number=1,
        kind="filed",
        at=request.received_at,
        created_at=request.received_at,
        actor_kind="system",
    )


def _filing(number: int) -> None:
    """As the public form does, in a transaction of its own."""
    with as_staff():
        filed = Filed(Right.ACCESS, Channel.LETTER, "en", words="A copy, please.")
        file_request(filed, SYSTEM)


def _bare(like: SubjectRequest, event: RequestEvent) -> Turn:
    numbers = itertools.count(1_000_000)

    def turn(number: int) -> None:
        with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
            named: dict[str, Any] = {
                "like": like.id,
                "reference": uuid.uuid4().hex[:12],
            }
            cursor.execute(BARE, named)
            cursor.execute(BARE_EVENT, {"like": event.id, "number": next(numbers)})

    return turn


def _select(number: int) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute(PAGE)
        cursor.fetchall()


def _signed_in(officer: Account) -> Client:
    client = Client()
    client.force_login(officer, "allauth.account.auth_backends.AuthenticationBackend")
    return client


def _get(client: Client, address: str) -> Turn:
    def turn(number: int) -> None:
        answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} was answered {answer.status_code}")

    return turn


def _row(name: str, taken: Times, open_ones: int) -> dict[str, Any]:
    page = not name.startswith(("floor", "file"))
    row: dict[str, Any] = {
        "what": name,
        "p50_ms": taken.p50,
        "p95_ms": taken.p95,
        "open": open_ones,
    }
    return row | ({"goal": GOAL_MS, "met": taken.p95 <= GOAL_MS} if page else {})


def _weights(officer: Account) -> Iterator[dict[str, Any]]:
    """How often the queue asks the database, and what it weighs."""
    client = _signed_in(officer)
    with CaptureQueriesContext(connection) as asked:
        answer = client.get("/compliance/requests/")
    yield {
        "what": "queue, first page",
        "queries": len(asked),
        "gzip_kb": len(gzip.compress(answer.content)) / KB,
    }
