"""Notes: what apps write down about the person in files of their own."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.db.models.functions import Length
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from governance.models import (
    About,
    FileVersion,
    MemoryFile,
    Person,
    RetentionRule,
    SpecialCategory,
)
from governance.web.answers import see_other
from governance.web.me.done import back, deed_done, note_forgotten
from governance.web.me.find import Erased, note_of, notes_of
from governance.web.me.memories import was_erased
from governance.web.me.things import erase, forget, name_of, of_app
from governance.web.visitor import Request, visitors_only
from governance.web.words import Moment, moment

PAGE = 50


@dataclass(frozen=True)
class Note:
    """One note in words."""

    file: MemoryFile
    name: str
    app: str
    made: Moment
    changed: Moment
    opened: Moment | None
    """When the app last opened it, by the day."""
    about: str
    """The special categories that it tells of, in words."""


@dataclass(frozen=True)
class Earlier:
    """What it said before a change, and its name if that was another."""

    changed: Moment
    text: str
    name: str


@dataclass(frozen=True)
class Stay:
    """How long it stays: when it is forgotten by itself if the app does not open it, after
    how many months as its person chose, and after how many days earlier versions go. None
    is never."""

    unread: Moment | None
    months: int | None
    versions: int | None


@require_safe
@visitors_only
def notes(request: Request) -> HttpResponse:
    """The list, the last changed first."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        chosen, query = of_app(request, persons)
        # A note may be long; of the list only its length is wanted.
        rows = notes_of(chosen).defer("text").annotate(length=Length("text"))
        page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
        context = {
            "page": page,
            "query": query,
            "notes": [_note(each, now) for each in page],
            "done": deed_done(request, persons),
        }
    return render(request, "me/notes.html", context)


@require_safe
@visitors_only
def one_note(request: Request, note_id: uuid.UUID) -> HttpResponse:
    """All of it, with what it said before."""
    now = timezone.now()
    try:
        with request.visitor.scope() as persons:
            file = note_of(persons, note_id)
            context = {
                "note": _note(file, now),
                "earlier": _earlier(file, now),
                "stay": _stay(file, now),
                "done": deed_done(request, persons),
            }
    except Erased as erased:
        return was_erased(request, erased)
    return render(request, "me/note.html", context)


@require_POST
@visitors_only
def forget_note(request: Request, note_id: uuid.UUID) -> HttpResponse:
    """Out of use at once; erased when the time for undo is over."""
    try:
        with request.visitor.scope() as persons:
            file = note_of(persons, note_id)
            run = forget(request, file, [file.id])
    except Erased as erased:
        return was_erased(request, erased)
    note_forgotten(request, run)
    return back(request)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def erase_note(request: Request, note_id: uuid.UUID) -> HttpResponse:
    """The preview is the confirmation; pressing its button erases. Pressed twice, it leads
    to the same receipt."""
    pressed = request.method == "POST"
    try:
        with request.visitor.scope() as persons:
            file = note_of(persons, note_id)
            if pressed:
                run_id = erase(request, file, [file.id]).id
                return see_other("erasure", run_id=run_id)
            context = {
                "note": _note(file, timezone.now()),
                "versions": _versions(file).count(),
            }
    except Erased as erased:
        if pressed:
            return see_other("erasure", run_id=erased.run_id)
        return was_erased(request, erased)
    return render(request, "me/erase_note.html", context)


def _note(file: MemoryFile, now: datetime) -> Note:
    return Note(
        file=file,
        name=name_of(file.path),
        app=file.service.name,
        made=moment(file.created_at, now),
        changed=moment(file.updated_at, now),
        opened=moment(file.read_at, now) if file.read_at else None,
        about=", ".join(str(SpecialCategory(each).label) for each in file.categories),
    )


def _versions(file: MemoryFile) -> QuerySet[FileVersion]:
    mine = FileVersion.objects.owned_by(file.person_id).filter(file_id=file.id)
    return mine.order_by("-number")


def _earlier(file: MemoryFile, now: datetime) -> Sequence[Earlier]:
    return [
        Earlier(
            changed=moment(each.created_at, now),
            text=each.text,
            name=name_of(each.path) if each.path != file.path else "",
        )
        for each in _versions(file)
    ]


def _stay(file: MemoryFile, now: datetime) -> Stay:
    """As the rules say today; what is restricted stays."""
    whose = Person.objects.get(id=file.person_id)
    versions = RetentionRule.days_of(About.FILE_VERSIONS)
    days = RetentionRule.days_of(About.FILES)
    if days is None or whose.restricted_at:
        return Stay(None, None, None if whose.restricted_at else versions)
    # What its person has switched off cannot be opened, and is not forgotten for it.
    usable = whose.memory_enabled and whose.using and not whose.disconnected_at
    last = max(filter(None, [file.updated_at, file.read_at]))
    ends = moment(last + timedelta(days=days), now)
    goes = usable and not whose.keep_unused
    return Stay(ends if goes else None, whose.forget_after_months, versions)
