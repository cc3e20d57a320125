"""Letters that need somebody, and what staff do with a letter."""

import uuid
from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from governance.access import as_staff
from governance.models import Letter
from governance.requests import letters
from governance.requests.wanting import write_anew
from governance.web.answers import SeeOther, see_other
from governance.web.letters.preview import deeds_of, letter_preview
from governance.web.letters.words import BY_HAND, REASONS
from governance.web.me.done import deed_done, note_words
from governance.web.visitor import Request, officers_only, staff_only

PAGE = 25

DEEDS: dict[str, tuple[Callable[..., Letter], object]] = {
    "send": (letters.release, gettext_lazy("The letter goes out.")),
    "withdraw": (letters.withdraw, gettext_lazy("The letter was withdrawn.")),
    "again": (letters.send_again, gettext_lazy("The letter goes out once more.")),
    "arrived": (letters.it_arrived, gettext_lazy("Noted: it arrived.")),
    "came-back": (letters.came_back, gettext_lazy("Noted: it came back.")),
    "handed-over": (letters.handed_over, gettext_lazy("Noted: handed over.")),
    "anew": (write_anew, gettext_lazy("Another letter is being written.")),
    "give-up": (letters.give_up, gettext_lazy("The letter was given up.")),
}


@require_safe
@staff_only
def for_somebody(request: Request) -> HttpResponse:
    """Every letter that needs somebody: its subject, in which nothing stands about
    anybody, and why; no text."""
    with as_staff():
        rows = letters.for_staff().defer("body", "addressee_sealed")
        page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
        found = [(each, REASONS.get(each.reason, BY_HAND)) for each in page]
        may_act = request.visitor.may.set_policies
        shown = [(each, why, deeds_of(each) if may_act else ()) for each, why in found]
    context = {
        "page": page,
        "shown": shown,
        "here": request.get_full_path(),
        "done": deed_done(request, []),
    }
    return render(request, "compliance/letters/trouble.html", context)


@require_safe
@officers_only
def one_letter(request: Request, letter_id: uuid.UUID) -> HttpResponse:
    """A letter as it is, to be handed over or looked into; that it was opened is noted."""
    with as_staff():
        letter = letters.letter_of(letter_id)
        if letter is None:
            raise Http404
        letters.note_opened(letter, actor=request.visitor.staff_actor)
        shown = letter_preview(letter, may_act=True, then=request.path)
    context = {"shown": shown, "done": deed_done(request, [])}
    return render(request, "compliance/letters/one.html", context)


@require_POST
@officers_only
def letter_deed(request: Request, letter_id: uuid.UUID, deed: str) -> HttpResponse:
    """Does it, and says so on the page from which it was asked for."""
    if deed not in DEEDS:
        raise Http404
    act, words = DEEDS[deed]
    with as_staff():
        if letters.letter_of(letter_id) is None:
            raise Http404
        note_words(request, _done(act, letter_id, request, str(words)))
    return _back(request)


def _done(
    act: Callable[..., Letter], letter_id: uuid.UUID, request: Request, words: str
) -> str:
    try:
        act(letter_id, actor=request.visitor.staff_actor)
    except letters.NotNow:
        return _("Nothing was done: the letter is not as it was when you saw it.")
    except letters.AlreadyWritten:
        return _(
            "Nothing was done: a letter of this kind is on its way already, was sent, "
            "or waits for somebody to say what became of it."
        )
    return words


def _back(request: Request) -> HttpResponse:
    to = request.POST.get("then", "")
    if to.startswith("/compliance/") and url_has_allowed_host_and_scheme(
        to, allowed_hosts=None
    ):
        return SeeOther(to)
    return see_other("letters-trouble")
