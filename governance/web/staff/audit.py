"""The audit record: who did what and when, by id; whether its chain is whole stands on
top."""

import re
import uuid
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from governance.access import as_staff
from governance.audit import ActorKind, head, last_walk, record, unsealed
from governance.models import AuditEntry
from governance.porting import csv_lines
from governance.requests.office import office
from governance.web.me.done import deed_done
from governance.web.names import names_of
from governance.web.requests.roles import LOOK, for_roles
from governance.web.staff.chain import chain_said
from governance.web.visitor import Request

PAGE = 100
LAST_DAY = date(2199, 12, 31)
MOST_ROWS = 50_000
VERB = re.compile(r"[a-z_]+(?:\.[a-z_]*)?", re.ASCII)
COLUMNS = ("at", "verb", "actor", "actor_id", "person", "service", "about", "counts")


ACTORS: Mapping[str, object] = {
    ActorKind.SERVICE: _("an app"),
    ActorKind.ACCOUNT: _("a person"),
    ActorKind.LINK: _("a link to a person's pages"),
    ActorKind.STAFF: _("the staff"),
    ActorKind.SYSTEM: _("the system"),
}


class Search(forms.Form):
    """Every part narrows; none is needed."""

    about = forms.UUIDField(
        label=_("Id of a person, request or memory"), required=False
    )
    actor = forms.UUIDField(label=_("Id of who did it"), required=False)
    verb = forms.CharField(
        label=_("Deed, such as erasure."), required=False, max_length=60
    )
    since = forms.DateField(
        label=_("From"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    until = forms.DateField(
        label=_("To"),
        required=False,
        validators=[MaxValueValidator(LAST_DAY)],
        widget=forms.DateInput(attrs={"type": "date"}),
    )

    def clean_verb(self) -> str:
        """As the record writes it; what it could not be is said, and never left out."""
        verb = str(self.cleaned_data["verb"]).strip().lower()
        if verb and not VERB.fullmatch(verb):
            raise forms.ValidationError(
                _("A deed has two words with a dot between, such as erasure.asked.")
            )
        return verb


@require_safe
@for_roles(*LOOK)
def audit(request: Request) -> HttpResponse:
    """A page, the newest first; the next one begins after the last entry of this one."""
    form = Search(request.GET)
    valid = form.is_valid()
    with as_staff():
        rows = _found(form.cleaned_data) if valid else AuditEntry.objects.none()
        before = _place(request.GET.get("before", ""))
        if before:
            rows = rows.filter(created_at__lte=before[0]).exclude(
                created_at=before[0], id__gte=before[1]
            )
        entries = list(rows.order_by("-created_at", "-id")[: PAGE + 1])
        names = names_of(each.actor_id for each in entries)
        context = {
            "form": form,
            "entries": [
                (
                    each,
                    ACTORS.get(each.actor_kind, each.actor_kind),
                    names.get(each.actor_id, ""),
                )
                for each in entries[:PAGE]
            ],
            "next": _after(request, entries[PAGE - 1]) if len(entries) > PAGE else "",
            "head": head(),
            "unsealed": unsealed(),
            "query": request.GET.urlencode(),
            "chain": chain_said(last_walk()),
            "done": deed_done(request, []),
        }
    status = 200 if valid else 422
    return render(request, "compliance/audit.html", context, status=status)


@require_safe
@for_roles(*LOOK)
def audit_file(request: Request) -> HttpResponse:
    """The same as a table; the page, where what is asked for cannot be."""
    form = Search(request.GET)
    if not form.is_valid():
        return audit(request)
    actor = request.visitor.staff_actor
    with as_staff():
        rows = _found(form.cleaned_data)
        entries = list(rows.order_by("-created_at", "-id")[:MOST_ROWS])
        record("audit.exported", actor, counts={"entries": len(entries)})
    lines = csv_lines(COLUMNS, (_cells(each) for each in entries))
    response = HttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="memoryhub-audit.csv"'
    return response


def _found(given: dict[str, Any]) -> Any:
    rows = AuditEntry.objects.all()
    if given["about"]:
        named = given["about"]
        rows = rows.filter(person_id=named) | rows.filter(subject_ids__contains=[named])
    if given["actor"]:
        rows = rows.filter(actor_id=given["actor"])
    if given["verb"]:
        rows = rows.filter(verb__startswith=given["verb"])
    if given["since"]:
        rows = rows.filter(created_at__gte=_morning(given["since"]))
    if given["until"]:
        rows = rows.filter(created_at__lt=_morning(given["until"] + timedelta(days=1)))
    return rows


def _morning(day: Any) -> datetime:
    return datetime.combine(day, time.min, tzinfo=office().tz)


def _place(text: str) -> tuple[datetime, uuid.UUID] | None:
    at, _, row_id = text.partition("_")
    try:
        moment = datetime.fromisoformat(at)
        return (moment, uuid.UUID(row_id)) if moment.tzinfo else None
    except ValueError:
        return None


def _after(request: Request, last: AuditEntry) -> str:
    query = request.GET.copy()
    query["before"] = f"{last.created_at.isoformat()}_{last.id}"
    return query.urlencode()


def _cells(each: AuditEntry) -> list[object]:
    return [
        each.created_at.isoformat(),
        each.verb,
        each.actor_kind,
        each.actor_id or "",
        each.person_id or "",
        each.service_id or "",
        " ".join(str(one) for one in each.subject_ids),
        " ".join(f"{name}={number}" for name, number in each.counts.items()),
    ]
