"""Look a person up: by an app and its id for them, with a reason. The person sees that
somebody looked; for half an hour that member sees their memories, a page at a time."""

import uuid

from django import forms
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from governance.access import as_staff, as_staff_with, find_person
from governance.audit import record
from governance.models import (
    Hold,
    Memory,
    MemoryState,
    Person,
    Service,
    SubjectRequest,
)
from governance.requests.correcting import being_corrected
from governance.requests.filing import scrubbed
from governance.requests.looking import may_see, open_person
from governance.requests.refusals import NotPossible
from governance.scrubbing import ScrubFailed
from governance.web.again import account_of
from governance.web.answers import see_other
from governance.web.me.done import deed_done
from governance.web.requests.forms import Look
from governance.web.requests.roles import ACT, LOOK, for_roles, role_of
from governance.web.requests.words import refused
from governance.web.visitor import Request

PAGE = 50
UNSHOWN = ("embedding", "text_hash", "metadata")


class Find(Look):
    """Whom, and why."""

    service = forms.TypedChoiceField(label=_("App"), coerce=uuid.UUID)
    ref = forms.CharField(label=_("The app's own id for the person"), max_length=255)
    field_order = ("service", "ref", "reason")

    def __init__(self, apps: list[tuple[str, str]], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        chosen = self.fields["service"]
        chosen.choices = apps  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*LOOK)
def people(request: Request) -> HttpResponse:
    """The form; nobody is listed."""
    with as_staff():
        named = Service.objects.order_by("name").values_list("id", "name")
        apps = [(str(each), name) for each, name in named]
    form = Find(apps, request.POST if request.method == "POST" else None)
    if form.is_valid():
        person = find_person(form.cleaned_data["service"], form.cleaned_data["ref"])
        if person is None:
            form.add_error("ref", refused("person_unknown"))
        elif _opened(request, person.id, form):
            return see_other("person-of-staff", person_id=person.id)
    status = 422 if form.is_bound else 200
    return render(request, "compliance/people.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*LOOK)
def one(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """One person; without a reason given of late, a form that asks for it."""
    form = Look(request.POST if request.method == "POST" else None)
    if form.is_valid() and _opened(request, person_id, form):
        return see_other("person-of-staff", person_id=person_id)
    with as_staff_with(person_id):
        person = _person(person_id)
        seen = may_see(person_id, account_of(request).id)
        context = _shown(request, person) if seen else {}
    context |= {
        "person": person,
        "form": form,
        "may_act": role_of(request) in ACT,
        "done": deed_done(request, []),
    }
    template = "compliance/person.html" if seen else "compliance/person_closed.html"
    return render(request, template, context, status=422 if form.is_bound else 200)


def _opened(request: Request, person_id: uuid.UUID, form: Look) -> bool:
    try:
        reason = scrubbed(form.cleaned_data["reason"])
        asked_for = _request_id(request)
        open_person(
            person_id, reason, request.visitor.staff_actor, request_id=asked_for
        )
    except ScrubFailed:
        form.add_error(None, refused("not_scrubbed"))
    except NotPossible as why_not:
        form.add_error(None, refused(why_not.reason))
    return not form.errors


def _request_id(request: Request) -> uuid.UUID | None:
    try:
        return uuid.UUID(request.GET.get("request", ""))
    except ValueError:
        return None


def _person(person_id: uuid.UUID) -> Person:
    found = Person.objects.filter(id=person_id).select_related("service").first()
    if found is None:
        raise Http404
    return found


def _shown(request: Request, person: Person) -> dict[str, object]:
    """A page of what is remembered; which memories were seen stands on record."""
    rows = Memory.objects.owned_by(person.id).select_related("source").defer(*UNSHOWN)
    page = Paginator(rows.order_by("-created_at", "-id"), PAGE).get_page(
        request.GET.get("page")
    )
    memories = list(page.object_list)
    record(
        "staff.read",
        request.visitor.staff_actor,
        service_id=person.service_id,
        person_id=person.id,
        subjects=[each.id for each in memories],
    )
    states = rows.order_by().values_list("status").annotate(Count("id"))
    holds = Hold.objects.owned_by(person.id).filter(released_at=None)
    correcting = being_corrected(person.id)
    asked = SubjectRequest.objects.filter(person_ids__contains=[person.id])
    return {
        "page": page,
        "memories": memories,
        "states": [(MemoryState(state).label, number) for state, number in states],
        "correcting": correcting,
        "held": set(holds.values_list("memory_id", flat=True)),
        "requests": list(asked.order_by("-received_at")[:PAGE]),
        "query": "",
    }
