"""The report, and the queue as a table for spreadsheets."""

from collections.abc import Iterator

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from governance.access import as_staff
from governance.audit import record
from governance.models import Right, SubjectRequest
from governance.porting import csv_lines
from governance.requests import listing
from governance.requests.report import MONTHS, report
from governance.web.names import names_of
from governance.web.requests.queue import wanted_of
from governance.web.requests.roles import LOOK, for_roles
from governance.web.requests.words import RIGHTS
from governance.web.visitor import Request

COLUMNS = (
    "reference",
    "right",
    "state",
    "channel",
    "received",
    "due",
    "days_left",
    "due_with_pause",
    "extended",
    "paused_since",
    "owner",
    "decision",
    "closed_at",
    "rule",
    "zone",
)
MOST_ROWS = 100_000


@require_safe
@for_roles(*LOOK)
def the_report(request: Request) -> HttpResponse:
    """By month and by right."""
    with as_staff():
        found = report()
    context = {
        "months": MONTHS,
        "total": found.total,
        "by_month": found.by_month.items(),
        "by_right": [(RIGHTS[Right(each)], of) for each, of in found.by_right.items()],
    }
    return render(request, "compliance/requests/report.html", context)


@require_safe
@for_roles(*LOOK)
def queue_file(request: Request) -> HttpResponse:
    """What the queue shows with the same address, without any address of a person."""
    wanted = wanted_of(request)
    actor = request.visitor.staff_actor
    with as_staff():
        rows = list(listing.queue(wanted, actor.id)[:MOST_ROWS])
        owners = names_of(each.owner_id for each in rows)
        record("request.listed", actor, counts={"requests": len(rows)})
    lines = csv_lines(COLUMNS, _cells(rows, {k: v for k, v in owners.items() if k}))
    response = HttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="memoryhub-requests.csv"'
    return response


def _cells(
    rows: list[SubjectRequest], owners: dict[object, str]
) -> Iterator[list[object]]:
    for row in rows:
        yield [
            row.reference,
            row.right,
            row.state,
            row.channel,
            row.received_on.isoformat(),
            row.due.isoformat(),
            listing.days_left(row) if row.is_open else "",
            row.due_with_pause.isoformat() if row.due_with_pause else "",
            "yes" if row.extended else "no",
            row.paused_since.isoformat() if row.paused_since else "",
            owners.get(row.owner_id, ""),
            row.decision,
            row.closed_at.isoformat() if row.closed_at else "",
            row.rule,
            row.zone,
        ]
