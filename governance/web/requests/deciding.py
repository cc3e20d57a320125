"""Decide, and agree: the scope first, as it would be carried out this moment."""

import uuid
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from governance.access import as_staff
from governance.models import Decision, Right, Service, SubjectRequest
from governance.requests.foreseen import foreseen
from governance.requests.letters import BadTemplate, LetterIncomplete
from governance.requests.scope import Preview, preview
from governance.requests.timeline import events_of
from governance.scrubbing import ScrubFailed
from governance.web.requests.forms import seen_of
from governance.web.requests.kinds import KINDS
from governance.web.requests.one import Failed, waits_for_second
from governance.web.requests.roles import LOOK, for_roles, role_of
from governance.web.requests.steps import renewed
from governance.web.requests.words import RIGHTS, refused
from governance.web.visitor import Request
from governance.web.words import STORES

DECIDING = {"decide": "decide", "approve": "approve", "send-back": "approve"}
"""Deeds that are pressed here, each with its page."""


@require_safe
@for_roles(*LOOK)
def scope(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """What would go, by store, and what has to stay."""
    return _page(request, request_id, "scope")


@require_safe
@for_roles(*LOOK)
def decide(request: Request, request_id: uuid.UUID) -> HttpResponse:
    return _page(request, request_id, "decide")


@require_safe
@for_roles(*LOOK)
def agree(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """The second person sees what was decided, and whether the scope is still that."""
    return _page(request, request_id, "approve")


def decision_page(
    request: Request, request_id: uuid.UUID, *, failed: Failed, status: int
) -> HttpResponse:
    """The page once more, with the form that failed as it was filled in; what it shows
    counts from here on."""
    return _page(request, request_id, DECIDING[failed[0]], failed, status=status)


def _page(
    request: Request,
    request_id: uuid.UUID,
    deed: str,
    failed: Failed | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    with as_staff():
        row = SubjectRequest.objects.filter(id=request_id).first()
        if row is None:
            raise Http404
        reasons = reasons_of(row)
        news = renewed(failed[1], row) if failed else []
    if deed in KINDS and role_of(request) not in KINDS[deed].roles:
        raise PermissionDenied
    found = preview(row)
    context = {
        **(_letter(row, reasons) if deed == "approve" else {}),
        "asked": row,
        "right": RIGHTS[Right(row.right)],
        "erases": row.right == Right.ERASURE,
        "preview": found,
        "stores": stores_of(found),
        "records": _records(found),
        "deed": deed,
        "reasons": reasons,
        "changed": deed == "approve" and found.digest != row.scope_seen,
        "waits": waits_for_second(row),
        "decide_form": _form(deed, row, found, failed),
        "back_form": _form("send-back", row, found, failed),
        "form": failed[1] if failed else None,
        "meanwhile": news,
    }
    return render(request, "compliance/requests/decide.html", context, status=status)


def stores_of(found: Preview) -> list[tuple[object, int]]:
    """Rows that would go, by store, in the words of the receipt."""
    counts = found.counts
    return [(words, counts[name]) for name, words in STORES.items() if counts.get(name)]


def _records(found: Preview) -> list[tuple[str, uuid.UUID, int]]:
    with as_staff():
        ids = {each.service_id for each in found.reaches}
        names = dict(Service.objects.filter(id__in=ids).values_list("id", "name"))
    return [
        (names.get(each.service_id, ""), each.person_id, len(each.kept))
        for each in found.reaches
    ]


def _form(
    deed: str, row: SubjectRequest, found: Preview, failed: Failed | None
) -> forms.Form | None:
    if deed not in KINDS:
        return None
    if failed and failed[0] == deed:
        form = failed[1]
        form.data = dict(form.data.items()) | {"scope_seen": found.digest}
    else:
        initial: dict[str, Any] = {**seen_of(row), "scope_seen": found.digest}
        form = KINDS[deed].form(initial=initial)
    # Two forms stand on one page: their fields have names of their own.
    form.auto_id = "back_%s" if deed == "send-back" else "id_%s"
    if row.right != Right.ERASURE:
        form.fields.pop("ground", None)
    if found.reaches and deed == "decide":
        form.fields["text"].help_text = ""
        choices: Any = form.fields["decision"]
        choices.choices = [
            each for each in Decision.choices if each[0] != Decision.NOTHING
        ]
    return form


def _letter(row: SubjectRequest, reasons: str) -> dict[str, Any]:
    """The refusal as it goes with the agreement, for whoever agrees; or that it could not
    be written, which they would learn from pressing otherwise."""
    if row.decision != Decision.REFUSE or not waits_for_second(row):
        return {}
    try:
        told = foreseen(row, row.decision, reasons)
        if told is None:
            return {}
        with as_staff():
            letter = told.written()
    except ScrubFailed:
        return {"unwritten": refused("not_scrubbed")}
    except (LetterIncomplete, BadTemplate):
        return {"unwritten": refused("letter_incomplete")}
    return {"letter": letter, "language": told.language, "way": told.way}


def reasons_of(row: SubjectRequest) -> str:
    """What whoever decided has written; in a scope of the staff."""
    decided = [each for each in events_of(row.id) if each.kind == "decided"]
    return decided[-1].text if decided and row.decision else ""
