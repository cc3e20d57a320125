"""Correct a memory, add one, say how long it stays and how private it is."""

import uuid
from collections.abc import Callable

from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from governance.access import Refused, own_hand, themselves
from governance.choices import NothingToReview, let_in
from governance.correcting import NothingToCorrect, correct
from governance.embedding import EmbeddingFailed
from governance.models import (
    Kind,
    Memory,
    MemoryState,
    Person,
    Service,
    SourceType,
    Trust,
)
from governance.scrubbing import ScrubFailed
from governance.web.answers import see_other
from governance.web.me.acting import row_part
from governance.web.me.done import back, note_words
from governance.web.me.find import Erased, memory_of, records_of
from governance.web.me.forms import (
    OTHERWISE,
    UNWRITABLE,
    AddForm,
    CorrectForm,
    DetailsForm,
)
from governance.web.me.memories import was_erased
from governance.web.me.rows import Row, row
from governance.web.parts import varying, wants_part
from governance.web.visitor import Request, visitors_only
from governance.web.words import REFUSALS
from governance.writing import Draft, SourceDraft, Stale, Unwritable, remember


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def correct_memory(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """A form with the text; its answer is the memory as it stands then."""
    try:
        memory, service, shown = _here(request, memory_id)
    except Erased as erased:
        return was_erased(request, erased)
    form = CorrectForm(request.POST or None, initial={"text": shown.text})
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["text"]
        if memory.sealed is not None:
            return _keep_edited(request, form, shown, text)
        if _tried(form, lambda: _correct(request, memory, service, {"text": text})):
            return _corrected(request, memory_id)
    return _form(request, form, shown)


def _keep_edited(request: Request, form: Form, shown: Row, text: str) -> HttpResponse:
    """One that waits sealed: only what the person has written is ever kept of it."""
    visitor = request.visitor

    def keep() -> object:
        memory_id = shown.memory.id
        return let_in(memory_id, scope=visitor.scope, actor=visitor.actor, instead=text)

    if not _tried(form, keep):
        return _form(request, form, shown)
    note_words(request, _("Kept as you wrote it. It is in use from now on."))
    return back(request)


@require_POST
@visitors_only
def memory_details(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """How long it stays, and how private it is."""
    try:
        memory, service, _shown = _here(request, memory_id)
    except Erased as erased:
        return was_erased(request, erased)
    form = DetailsForm(request.POST)
    if not form.is_valid() or memory.sealed is not None:
        raise Http404
    changes = form.changes(memory, timezone.now())
    if changes:
        _correct(request, memory, service, changes)
        note_words(request, _("Saved."))
    return see_other("memory", memory_id=memory_id)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def add_memory(request: Request) -> HttpResponse:
    """Something that the person wants an app to know."""
    with request.visitor.scope() as persons:
        records = [each for each in records_of(persons) if not each.disconnected_at]
    form = AddForm(records, request.POST or None)
    if request.method == "POST" and form.is_valid():
        chosen = next(p for p in records if str(p.id) == form.cleaned_data["app"])
        kept: list[Memory] = []
        if _tried(form, lambda: kept.append(_add(request, chosen, form))):
            return _added(request, kept[0])
    status = 422 if form.errors else 200
    context = {"form": form, "records": records}
    return render(request, "me/add.html", context, status=status)


def _here(request: Request, memory_id: uuid.UUID) -> tuple[Memory, Service, Row]:
    """A sealed one is opened here, inside its person's scope."""
    with request.visitor.scope() as persons:
        memory = memory_of(persons, memory_id)
        return memory, memory.service, row(memory, timezone.now())


def _correct(
    request: Request, memory: Memory, service: Service, wanted: dict[str, object]
) -> None:
    hand = own_hand(service, request.visitor.actor)
    correct(memory.id, wanted, person_id=memory.person_id, caller=hand)


def _add(request: Request, person: Person, form: AddForm) -> Memory:
    with request.visitor.scope():
        whose = themselves(person)
    draft = Draft(
        text=form.cleaned_data["text"],
        kind=Kind(form.cleaned_data["kind"]),
        source=SourceDraft(
            type=SourceType.USER_EDIT, said_at=timezone.now(), trust=Trust.USER
        ),
    )
    hand = own_hand(person.service, request.visitor.actor)
    return remember(draft, whose=whose, caller=hand).memory


def _added(request: Request, memory: Memory) -> HttpResponse:
    """One that waits is shown with what it waits for."""
    if memory.status != MemoryState.ACTIVE:
        return see_other("memory", memory_id=memory.id)
    note_words(request, _("Added."))
    return see_other("me")


def _tried(form: Form, deed: Callable[[], object]) -> bool:
    """Whether it is done; else the form says why not, and keeps what was typed."""
    try:
        deed()
    except Unwritable as why:
        form.add_error("text", UNWRITABLE.get(why.reason, OTHERWISE))
    except Refused as refused:
        form.add_error(None, REFUSALS.get(refused.reason, OTHERWISE))
    except (NothingToCorrect, NothingToReview):
        raise Http404 from None
    except (ScrubFailed, EmbeddingFailed):
        form.add_error(
            None,
            _("It could not be checked just now, so nothing was stored. Try again."),
        )
    except Stale:
        form.add_error(None, OTHERWISE)
    else:
        return True
    return False


def _corrected(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    said = _("Corrected. What was made from the old text is gone.")
    if wants_part(request):
        return row_part(request, memory_id, said)
    note_words(request, said)
    return back(request)


def _form(request: Request, form: Form, shown: Row) -> HttpResponse:
    context = {
        "form": form,
        "row": shown,
        "next": request.GET.get("next", request.POST.get("next", "")),
    }
    part = "me/correct_part.html" if wants_part(request) else "me/correct.html"
    status = 422 if form.errors else 200
    return varying(render(request, part, context, status=status))
