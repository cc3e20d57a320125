"""A hold is ended early: first it says what is erased by that, and asks why; then it does it."""

import uuid
from collections.abc import Mapping

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from governance.access import as_service_with, as_staff
from governance.holding import Ending, NotToHold, ending, release
from governance.models import Hold, Service
from governance.requests.filing import scrubbed
from governance.requests.holding import note_ended
from governance.scrubbing import ScrubFailed
from governance.web.answers import see_other
from governance.web.me.done import note_words
from governance.web.requests.forms import EndHold
from governance.web.requests.roles import ACT, for_roles
from governance.web.requests.words import refused
from governance.web.visitor import Request
from governance.web.words import STORES


@require_http_methods(["GET", "HEAD", "POST"])
@for_roles(*ACT)
def let_go(request: Request, hold_id: uuid.UUID) -> HttpResponse:
    """What is shown is what is done: where it has changed meanwhile, it is shown anew."""
    with as_staff():
        found = Hold.objects.filter(id=hold_id).defer("reason", "released_why").first()
    if found is None:
        raise Http404
    try:
        if request.method == "POST":
            return _ended(request, found)
        return _page(request, found, _seen(found))
    except NotToHold:
        note_words(request, _("That hold has ended already."))
        return see_other("holds")


def _ended(request: Request, hold: Hold) -> HttpResponse:
    form = EndHold(request.POST)
    why = _scrubbed(form)
    now = _seen(hold)
    if form.is_valid() and form.cleaned_data["seen"] != now.digest:
        form.add_error(None, _("What goes has changed meanwhile. Look at it again."))
        return _page(request, hold, now, form, status=409)
    if not why:
        return _page(request, hold, now, form, status=422)
    actor = request.visitor.staff_actor
    with as_service_with(hold.service_id, hold.person_id):
        released = release(hold.id, person_id=hold.person_id, actor=actor, why=why)
    note_ended(released, why, actor)
    note_words(request, _("The hold has ended."))
    return see_other("holds")


def _scrubbed(form: EndHold) -> str:
    """The reason as it may be kept; '' where it cannot be, which the form then says."""
    if not form.is_valid():
        return ""
    try:
        why = scrubbed(form.cleaned_data["text"])
    except ScrubFailed:
        form.add_error(None, refused("not_scrubbed"))
        return ""
    if not why:
        form.add_error("text", refused("reason_missing"))
    return why


def _seen(hold: Hold) -> Ending:
    with as_service_with(hold.service_id, hold.person_id):
        return ending(hold.id, person_id=hold.person_id)


def _page(
    request: Request,
    hold: Hold,
    seen: Ending,
    form: EndHold | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    fresh = form is None or status == 409
    shown = EndHold(initial={"seen": seen.digest}) if fresh else form
    if form is not None and fresh:
        shown = EndHold({"seen": seen.digest, "text": form.data.get("text", "")})
        shown.add_error(None, form.non_field_errors()[0])
    with as_staff():
        service = Service.objects.filter(id=hold.service_id).first()
    context = {
        "hold": hold,
        "service": service.name if service else "",
        "what": seen.what,
        "stores": _stores(seen.counts),
        "form": shown,
    }
    return render(request, "compliance/hold_end.html", context, status=status)


def _stores(counts: Mapping[str, int]) -> list[tuple[object, int]]:
    return [(words, counts[name]) for name, words in STORES.items() if counts.get(name)]
