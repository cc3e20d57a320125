"""One request: what was asked and how the clock stands, the timeline of people and machines,
and what can be done now."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from governance.access import as_staff
from governance.models import (
    ErasureRun,
    RequestState,
    Right,
    RunState,
    Service,
    SubjectRequest,
)
from governance.requests import listing, packages
from governance.requests.clock import Dates
from governance.requests.contact import contact_of
from governance.requests.filing import scrubbed
from governance.requests.letters import letters_of
from governance.requests.lifting import being_told, in_force
from governance.requests.looking import look
from governance.requests.office import office
from governance.requests.packing import PACKED
from governance.requests.reaching import NO_WAY
from governance.requests.review import UNPROVED
from governance.requests.scope import runs_of
from governance.requests.timeline import dates_of, events_of
from governance.scrubbing import ScrubFailed
from governance.web.letters import letter_preview
from governance.web.me.done import deed_done
from governance.web.names import names_of
from governance.web.requests.forms import Look, TakeCopy, seen_of
from governance.web.requests.kinds import KINDS, Kind, offered
from governance.web.requests.roles import ACT, AGREE, LOOK, for_roles, role_of
from governance.web.requests.steps import renewed, steps
from governance.web.requests.why import why
from governance.web.requests.words import (
    RIGHTS,
    TROUBLES,
    left,
    masked,
    refused,
    urgency,
)
from governance.web.visitor import Request
from governance.web.words import RUN_STATES, STORES

Failed = tuple[str, forms.Form]


@dataclass(frozen=True)
class Offer:
    """A deed with its form; ``open`` where it has just failed."""

    name: str
    kind: Kind
    form: forms.Form
    open: bool


@dataclass(frozen=True)
class Run:
    """One erasure of the request, by store: rows planned, erased, and found afterwards
    (None before it was looked)."""

    run: ErasureRun
    service: str
    state: object
    stores: Sequence[tuple[object, int, int, int | None]]


@require_safe
@for_roles(*LOOK)
def one(request: Request, request_id: uuid.UUID) -> HttpResponse:
    return shown(request, request_id)


@require_POST
@for_roles(*LOOK)
def look_at(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """What is masked, shown this once; who looked, and why, stands on record."""
    form = Look(request.POST)
    reason = ""
    if form.is_valid():
        try:
            reason = scrubbed(form.cleaned_data["reason"])
        except ScrubFailed:
            form.add_error(None, refused("not_scrubbed"))
    if not reason:
        return shown(request, request_id, looking=form, status=422)
    with as_staff():
        row = _row(request_id)
        look(row, reason, request.visitor.staff_actor)
        address = contact_of(row)
    return shown(request, request_id, address=address, looked=True)


def shown(
    request: Request,
    request_id: uuid.UUID,
    *,
    failed: Failed | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """The page; with a form that failed it is shown open, filled in as it was."""
    role = role_of(request)
    with as_staff():
        row = _row(request_id)
        events = events_of(row.id)
        dates = dates_of(row, events)
        letters = letters_of(row.id)
        deeds = offered(
            row, role, in_force=in_force(row, events), told=being_told(letters)
        )
        names = names_of([row.owner_id, *(each.actor_id for each in events)])
        context = {
            "asked": row,
            "right": RIGHTS[Right(row.right)],
            "who": masked(row),
            "owner": names.get(row.owner_id, ""),
            "left": left(listing.days_left(row)) if row.is_open else "",
            "urgency": urgency(listing.days_left(row)) if row.is_open else "closed",
            "steps": steps(events, names),
            "runs": _runs(row),
            "letters": [
                letter_preview(each, may_act=role in ACT, then=request.path)
                for each in letters
            ],
            "trouble": TROUBLES.get(row.trouble, ""),
            "package": packages.state_of(row.id) if row.right in PACKED else None,
            "done": deed_done(request, []),
            "meanwhile": renewed(failed[1], row) if failed else [],
        }
    context |= {
        **_clock(dates),
        "offers": _offers(row, deeds, failed),
        "form": failed[1] if failed else more.get("looking") or more.get("taking"),
        "looking": more.pop("looking", None) or Look(),
        "may_decide": role in KINDS["decide"].roles
        and (row.state == RequestState.IN_REVIEW or row.state in UNPROVED)
        and not row.decision,
        "may_agree": role in AGREE and waits_for_second(row),
        "may_act": role in ACT,
        "taking": more.pop("taking", None) or _taking(row, role),
        "refresh": row.state == RequestState.RUNNING,
        **more,
    }
    return render(request, "compliance/requests/one.html", context, status=status)


def _taking(row: SubjectRequest, role: str) -> TakeCopy | None:
    """The form with which staff take the copy, where it reaches nobody else."""
    return TakeCopy() if row.trouble == NO_WAY and role in ACT else None


def waits_for_second(row: SubjectRequest) -> bool:
    return bool(
        row.is_open
        and row.state != RequestState.RUNNING
        and row.decision
        and row.second_needed
        and row.approved_at is None
    )


def _row(request_id: uuid.UUID) -> SubjectRequest:
    found = SubjectRequest.objects.filter(id=request_id).first()
    if found is None:
        raise Http404
    return found


def _clock(dates: Dates) -> dict[str, Any]:
    return {"dates": dates, "why": why(dates)}


def _offers(
    row: SubjectRequest, names: list[str], failed: Failed | None
) -> list[Offer]:
    found = []
    # What was typed for a deed that makes no sense any more can still be copied.
    names += [failed[0]] if failed and failed[0] not in names else []
    for name in names:
        kind = KINDS[name]
        wrong = failed is not None and failed[0] == name
        form = failed[1] if failed and wrong else _fresh(kind, row)
        found.append(Offer(name, kind, form, open=wrong))
    return found


def _fresh(kind: Kind, row: SubjectRequest) -> forms.Form:
    initial: dict[str, Any] = seen_of(row)
    if "received_at" in kind.form.base_fields:
        local = row.received_at.astimezone(office().tz)
        initial["received_at"] = local.replace(tzinfo=None)
    return kind.form(initial=initial, auto_id=f"{kind.form.__name__}_%s")


def _runs(row: SubjectRequest) -> list[Run]:
    runs = list(runs_of(row).order_by("created_at", "id"))
    ids = {each.service_id for each in runs}
    services = dict(Service.objects.filter(id__in=ids).values_list("id", "name"))
    return [
        Run(
            each,
            services.get(each.service_id, ""),
            RUN_STATES[RunState(each.state)],
            _stores(each),
        )
        for each in runs
    ]


def _stores(run: ErasureRun) -> list[tuple[object, int, int, int | None]]:
    """Each store, with what was planned, what went, and what was found afterwards."""
    planned: Mapping[str, int] = (run.plan or {}).get("counts", {})
    found: Mapping[str, int] = run.verification or {}
    return [
        (words, planned[name], run.counts.get(name, 0), found.get(name))
        for name, words in STORES.items()
        if planned.get(name)
    ]
