"""Notes: what an app has written down about its person, under names of its own."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from governance.files import ROOT
from governance.models import About, FileVersion, MemoryFile, RetentionRule
from governance.web.me import kept
from governance.web.me.done import deed_done
from governance.web.me.find import Erased
from governance.web.me.memories import was_erased
from governance.web.me.rows import folded
from governance.web.visitor import Request, visitors_only
from governance.web.words import Moment, moment

PAGE = 50


@dataclass(frozen=True)
class Note:
    """One note in words."""

    file: MemoryFile
    name: str
    size: str
    made: Moment
    changed: Moment
    opened: Moment | None


@dataclass(frozen=True)
class Earlier:
    """What a note said before."""

    until: Moment
    opening: str
    rest: str


@require_safe
@visitors_only
def notes(request: Request) -> HttpResponse:
    """All of them, the last changed first."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        page = Paginator(kept.notes_of(persons), PAGE).get_page(request.GET.get("page"))
        context = {
            "page": page,
            "notes": [note_in_words(each, now) for each in page],
            "done": deed_done(request, persons),
        }
    return render(request, "me/kept/notes.html", context)


@require_safe
@visitors_only
def one_note(request: Request, note_id: uuid.UUID) -> HttpResponse:
    """Its text, what it said before, and how long it stays."""
    now = timezone.now()
    try:
        with request.visitor.scope() as persons:
            file = kept.note_of(persons, note_id)
            context = {
                "note": note_in_words(file, now),
                "lines": file.text,
                "earlier": _earlier(file, now),
                "unread_days": _unread_days(file),
                "version_days": RetentionRule.days_of(About.FILE_VERSIONS),
                "done": deed_done(request, persons),
            }
    except Erased as erased:
        return was_erased(request, erased)
    return render(request, "me/kept/note.html", context)


@require_POST
@visitors_only
def forget_note(request: Request, note_id: uuid.UUID) -> HttpResponse:
    """Out of the app's sight at once, with undo."""
    try:
        with request.visitor.scope() as persons:
            file = kept.note_of(persons, note_id)
            run = kept.forget(request, file, [file.id])
    except Erased as erased:
        return was_erased(request, erased)
    return kept.was_forgotten(request, run)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def erase_note(request: Request, note_id: uuid.UUID) -> HttpResponse:
    """The preview is the confirmation; pressing its button erases."""
    try:
        with request.visitor.scope() as persons:
            file = kept.note_of(persons, note_id)
            if request.method == "POST":
                return kept.receipt_of(kept.erase(request, file, [file.id]))
            versions = FileVersion.objects.owned_by(file.person_id)
            context = {
                "note": note_in_words(file, timezone.now()),
                "versions": versions.filter(file_id=file.id).count(),
            }
    except Erased as erased:
        if request.method == "POST":  # pressed twice
            return kept.receipt_of(erased.run_id)
        return was_erased(request, erased)
    return render(request, "me/kept/erase_note.html", context)


def note_in_words(file: MemoryFile, now: datetime) -> Note:
    """As the list and its own page show it; its service must be at hand."""
    return Note(
        file=file,
        name=name_of(file.path),
        size=filesizeformat(file.size),
        made=moment(file.created_at, now),
        changed=moment(file.updated_at, now),
        opened=moment(file.read_at, now) if file.read_at else None,
    )


def name_of(path: str) -> str:
    """A path as people read it."""
    return path.removeprefix(f"{ROOT}/")


def _earlier(file: MemoryFile, now: datetime) -> list[Earlier]:
    mine = FileVersion.objects.owned_by(file.person_id).filter(file_id=file.id)
    return [
        Earlier(moment(each.created_at, now), *folded(each.text))
        for each in mine.order_by("-number")
    ]


def _unread_days(file: MemoryFile) -> int | None:
    """After how many days it goes; None where nothing takes it."""
    never = type(file.person).objects.filter(id=file.person_id, keep_unused=True)
    return None if never.exists() else RetentionRule.days_of(About.FILES)
