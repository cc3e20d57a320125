"""The pages at /me/requests/. A link of an app opens none of them: it may have been
forwarded."""

import uuid
from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from governance.models import (
    Channel,
    Package,
    RequestEvent,
    RequestState,
    Right,
    SubjectRequest,
)
from governance.requests import lifting, listing, review
from governance.requests.changing import changing
from governance.requests.effects import still_wanted
from governance.requests.filing import SIGNED_IN, Filed, file_request, scrubbed
from governance.requests.letters import letters_of
from governance.requests.packages import packages_of
from governance.requests.packing import PACKED
from governance.requests.refusals import NoSuchRequest, NotPossible
from governance.requests.timeline import dates_of, events_of
from governance.scrubbing import ScrubFailed
from governance.web.again import account_of
from governance.web.answers import see_other
from governance.web.me.done import deed_done, note_words
from governance.web.me.find import records_of
from governance.web.me.requests.forms import File, Say
from governance.web.me.requests.words import NEXT, said
from governance.web.requests.why import why
from governance.web.requests.words import left, refused, urgency
from governance.web.visitor import Request, visitors_only


@dataclass(frozen=True)
class Mine:
    """One of their requests, with how long is left."""

    request: SubjectRequest
    left: str
    urgency: str


def _of(row: SubjectRequest) -> Mine:
    if not row.is_open:
        return Mine(row, "", "closed")
    days = listing.days_left(row)
    return Mine(row, left(days), urgency(days))


@require_safe
@visitors_only
def requests(request: Request) -> HttpResponse:
    """All that they have asked for, the newest first."""
    _own(request)
    with request.visitor.scope() as persons:
        rows = SubjectRequest.objects.order_by("-received_at", "-id")
        mine = [_of(each) for each in rows]
        done = deed_done(request, persons)
    context = {"mine": mine, "done": done}
    return render(request, "me/requests/all.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def new(request: Request) -> HttpResponse:
    """At most four questions."""
    _own(request)
    with request.visitor.scope() as persons:
        records = [(str(each.id), each.service.name) for each in records_of(persons)]
    first = {"right": request.GET.get("right", ""), "about": "all"}
    form = File(
        records, request.POST if request.method == "POST" else None, initial=first
    )
    if form.is_valid():
        made = _filed(request, form)
        if made:
            return see_other("request-filed", request_id=made.id)
    status = 422 if form.is_bound else 200
    context = {"form": form, "records": records}
    return render(request, "me/requests/new.html", context, status=status)


def _filed(request: Request, form: File) -> SubjectRequest | None:
    given, account = form.cleaned_data, account_of(request)
    try:
        words = scrubbed(given["words"])
    except ScrubFailed:
        form.add_error("words", refused("not_scrubbed"))
        return None
    with request.visitor.scope() as persons:
        chosen = given.get("app") if given.get("about") == "app" else None
        about = [uuid.UUID(chosen)] if chosen else list(persons)
        filed = Filed(
            right=Right(given["right"]),
            channel=Channel.PAGE,
            language=get_language() or "en",
            words=words,
            account_id=account.id,
            person_ids=about,
            contact=account.email,
            verified_by=SIGNED_IN,
        )
        return file_request(filed, request.visitor.actor)[0]


@require_safe
@visitors_only
def filed(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """Reference, what comes next, and by when; safe to come back to, and to print."""
    return _shown(request, request_id, "me/requests/filed.html")


@require_safe
@visitors_only
def one(request: Request, request_id: uuid.UUID) -> HttpResponse:
    return _shown(request, request_id, "me/requests/one.html")


@require_POST
@visitors_only
def say(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """A note, or the answer to what the staff asked."""
    _own(request)
    form = Say(request.POST)
    if form.is_valid():
        try:
            _said(request, request_id, scrubbed(form.cleaned_data["text"]))
        except ScrubFailed:
            form.add_error("text", refused("not_scrubbed"))
        except NoSuchRequest:
            raise Http404 from None
        except NotPossible as reason:
            form.add_error("text", refused(reason.reason))
        else:
            note_words(request, _("It was added to your request."))
            return see_other("my-request", request_id=request_id)
    return _shown(request, request_id, "me/requests/one.html", form, status=422)


def _said(request: Request, request_id: uuid.UUID, text: str) -> None:
    with request.visitor.scope():
        _find(request_id)
        with changing(request_id) as row:
            if row.state == RequestState.ON_HOLD:
                review.clarified(row, text, request.visitor.actor)
            else:
                review.note(row, text, request.visitor.actor, internal=False)


@require_POST
@visitors_only
def withdraw(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """Until it is being done."""
    _own(request)
    try:
        with request.visitor.scope():
            _find(request_id)
            with changing(request_id) as row:
                review.withdraw(row, request.visitor.actor)
    except NoSuchRequest:
        raise Http404 from None
    except NotPossible as reason:
        note_words(request, refused(reason.reason))
    else:
        note_words(request, _("You have withdrawn your request."))
    return see_other("my-request", request_id=request_id)


@require_POST
@visitors_only
def use_again(request: Request, request_id: uuid.UUID) -> HttpResponse:
    """They end their own restriction or objection."""
    _own(request)
    try:
        with request.visitor.scope():
            _mine(request, request_id)
            with changing(request_id) as row:
                lifting.use_again(row, request.visitor.actor)
                stays = still_wanted(row)
    except NotPossible as reason:
        note_words(request, refused(reason.reason))
    else:
        note_words(request, _ended(stays=stays))
    return see_other("my-request", request_id=request_id)


def _ended(*, stays: bool) -> str:
    if stays:
        return _("It ended. Another request of yours still holds your data back.")
    return _("Your data is used again.")


def _mine(request: Request, request_id: uuid.UUID) -> None:
    """What a service has handed over is ended by way of that service."""
    if _find(request_id).account_id != account_of(request).id:
        raise Http404


def _shown(
    request: Request,
    request_id: uuid.UUID,
    template: str,
    form: Say | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    _own(request)
    with request.visitor.scope() as persons:
        row = _find(request_id)
        own = row.account_id == account_of(request).id
        events = events_of(row.id)
        context = {
            "mine": _of(row),
            "asked": row,
            "steps": _steps(events),
            "why": why(dates_of(row, events)),
            "next": NEXT.get(row.state, ""),
            "question": _question(row, events),
            "own": own,
            "may_use_again": own and lifting.in_force(row, events),
            "may_withdraw": own and row.is_open and row.state != RequestState.RUNNING,
            "form": form,
            "say": form or Say(),
            "done": deed_done(request, persons),
            "letters": letters_of(row.id),
        }
    context["package"] = _package(request, row)
    return render(request, template, context, status=status)


def _package(request: Request, row: SubjectRequest) -> Package | None:
    """The copy, if it was made for this account."""
    made = packages_of(account_of(request).id) if row.right in PACKED else []
    mine = [each.package for each in made if each.package.request_id == row.id]
    return mine[0] if mine else None


def _steps(events: list[RequestEvent]) -> list[tuple[RequestEvent, str]]:
    """What concerns them, the newest first."""
    told = [(each, said(each)) for each in events]
    return [(each, words) for each, words in told if words][::-1]


def _question(row: SubjectRequest, events: list[RequestEvent]) -> str:
    asked = [each.text for each in events if each.kind == "clarification_asked"]
    return asked[-1] if asked and row.state == RequestState.ON_HOLD else ""


def _find(request_id: uuid.UUID) -> SubjectRequest:
    """One of their own; what a service has handed over about them is shown as well."""
    found = SubjectRequest.objects.filter(id=request_id).first()
    if found is None:
        raise Http404
    return found


def _own(request: Request) -> None:
    if request.visitor.account is None:
        raise Http404
