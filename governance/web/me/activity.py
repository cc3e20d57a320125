"""Activity: who read or changed what, when, and what for."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from typing_extensions import override

from governance.models import Person
from governance.retention import reads_kept
from governance.web.me.deed_rows import rows_of
from governance.web.me.find import records_of
from governance.web.me.stream import (
    CHANGES,
    READS,
    YOU,
    Page,
    Place,
    Wanted,
    count_of,
    page_of,
)
from governance.web.visitor import Request, visitors_only

KINDS = [
    ("", _("Everything")),
    (READS, _("What was read")),
    (CHANGES, _("What apps changed")),
    (YOU, _("What you did")),
]


def _day(label: Any) -> forms.DateField:
    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, required=False, widget=widget)


class FilterForm(forms.Form):
    """The filters, as they stand in the address."""

    app = forms.ChoiceField(label=_("App"), required=False)
    kind = forms.ChoiceField(label=_("Show"), required=False, choices=KINDS)
    since = _day(_("From day"))
    until = _day(_("To day"))

    def __init__(self, data: Any, records: Sequence[Person]) -> None:
        super().__init__(data)
        app = self.fields["app"]
        if isinstance(app, forms.ChoiceField):
            names = [(str(each.id), each.service.name) for each in records]
            app.choices = [("", _("All apps")), *names]

    @override
    def clean(self) -> dict[str, Any]:
        """A range that ends before it begins is a slip and not an empty list."""
        given: dict[str, Any] = super().clean() or {}
        since, until = given.get("since"), given.get("until")
        if since and until and until < since:
            self.add_error("until", _("This day is before the first one."))
        return given


@require_safe
@visitors_only
def activity(request: Request) -> HttpResponse:
    """The stream, filtered by what stands in the address."""
    with request.visitor.scope() as persons:
        records = records_of(persons)
        form = FilterForm(request.GET, records)
        good = form.is_valid()
        wanted = _wanted(form, records)
        page = page_of(wanted, Place.read(request.GET.get("after", "")))
        context = {
            "rows": rows_of(page.ids, records, **_reader(request)),
            "count": count_of(wanted),
            "kept_months": _months(reads_kept()),
        }
    context |= {
        "form": form,
        "app": next((p for p in records if str(p.id) == request.GET.get("app")), None),
        "records": records,
        "filtered": any(request.GET.get(each) for each in form.fields),
        "later": "after" in request.GET,
        "newest": _address(request),
        "older": _address(request, page),
    }
    return render(request, "me/activity.html", context, status=200 if good else 422)


@require_safe
@visitors_only
def one_deed(request: Request, row_id: uuid.UUID) -> HttpResponse:
    """One row, with every memory that it is about."""
    with request.visitor.scope() as persons:
        rows = rows_of([row_id], records_of(persons), **_reader(request), most=None)
    if not rows:
        raise Http404
    return render(request, "me/deed.html", {"row": rows[0]})


def _months(days: int | None) -> int | None:
    """In whole months, rounded down: nobody is promised more than is kept."""
    return None if days is None else max(1, days * 12 // 365)


def _reader(request: Request) -> dict[str, Any]:
    account = request.visitor.account
    return {"account_id": account.id if account else None, "now": timezone.now()}


def _wanted(form: FilterForm, records: Sequence[Person]) -> Wanted:
    given = form.cleaned_data
    app = given.get("app") or ""
    return Wanted(
        [each.id for each in records if app in {"", str(each.id)}],
        given.get("kind") or "",
        given.get("since"),
        given.get("until"),
    )


def _address(request: Request, page: Page | None = None) -> str:
    """The same filters at the newest, or after this page; empty where there is none."""
    query = request.GET.copy()
    query.pop("after", None)
    if page:
        if page.more_after is None:
            return ""
        query["after"] = str(page.more_after)
    return f"?{query.urlencode()}"
