"""Forget a topic: one box, then a page of what is known of it in groups by how sure that
is, and a button. The page is the confirmation; all of it is one thing to undo."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from governance.choices import let_be_learnt_again, undo_time
from governance.erasure import (
    NO_UNDO,
    AlreadyErased,
    NothingToErase,
    ask,
    previewed,
)
from governance.models import (
    Derivation,
    ErasureRun,
    MadeFrom,
    Memory,
    MemoryQuerySet,
    Unwanted,
)
from governance.provenance import made_from
from governance.recall import Topic, topic
from governance.web.again import signed_in_again
from governance.web.answers import see_other
from governance.web.me.done import deed_done, note_forgotten, note_words
from governance.web.me.find import memories_of, records_of
from governance.web.me.forms import TopicForm
from governance.web.me.records import record_of
from governance.web.me.rows import Row, row
from governance.web.me.topics_elsewhere import (
    Thing,
    found_elsewhere,
    message_hits,
    note_hits,
    things_among,
)
from governance.web.visitor import Request, visitors_only

MOST = 200
"""Of one group on one page; who finds more narrows first."""


@dataclass(frozen=True)
class Choice:
    """One memory that can be ticked."""

    row: Row
    ticked: bool


@dataclass(frozen=True)
class Reach:
    """What goes with the memories that are ticked at first, and what cannot go."""

    along: int
    held: int


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def forget_topic(request: Request) -> HttpResponse:
    """The box; with ``POST`` what it finds, so that no topic stands in an address."""
    with request.visitor.scope() as persons:
        asked = request.POST if request.method == "POST" else None
        form = TopicForm(records_of(persons), asked)
        context = {
            "form": form,
            "unwanted": _unwanted(persons),
            "done": deed_done(request, persons),
        }
        if form.is_bound and form.is_valid():
            context |= _preview(persons, form)
    status = 422 if form.errors else 200
    return render(request, "me/forget_topic.html", context, status=status)


@require_POST
@visitors_only
def forget_chosen(request: Request) -> HttpResponse:
    """Forgets what is ticked, as one thing to undo."""
    runs = _asked(request, at_once=False)
    if not runs:
        return see_other("forget-topic")
    note_forgotten(request, runs[0])
    return see_other("forgotten")


@require_POST
@signed_in_again
def erase_chosen(request: Request) -> HttpResponse:
    """Erases what is ticked, without undo: not for a browser that was left open."""
    runs = _asked(request, at_once=True)
    if not runs:
        return see_other("forget-topic")
    return see_other("erasure", run_id=runs[0].id)


@require_POST
@visitors_only
def allow_again(request: Request, person_id: uuid.UUID) -> HttpResponse:
    """What was not to be learnt again may be, in one record."""
    with request.visitor.scope() as persons:
        person = record_of(persons, person_id)
        let_be_learnt_again(person, actor=request.visitor.actor)
    return see_other("forget-topic")


def _asked(request: Request, *, at_once: bool) -> list[ErasureRun]:
    """All of it or, where something changed under the button, nothing; it says which."""
    try:
        with request.visitor.scope() as persons:
            runs = _ask(request, persons, at_once=at_once)
    except (AlreadyErased, NothingToErase):
        note_words(
            request,
            _("Some of it was erased meanwhile, so nothing was done. Look again."),
        )
        return []
    if not runs:
        note_words(request, _("Nothing was ticked, so nothing was done."))
    return runs


def _ask(
    request: Request, persons: Sequence[uuid.UUID], *, at_once: bool
) -> list[ErasureRun]:
    ids = _ids(request)
    chosen: list[Memory | Thing] = [
        *memories_of(persons).filter(id__in=ids),
        *things_among(persons, ids),
    ]
    chosen.sort(key=lambda each: each.person_id)
    unit: uuid.UUID | None = None
    runs = []
    for person_id, part in groupby(chosen, lambda each: each.person_id):
        ticked = list(part)
        memories = [each for each in ticked if isinstance(each, Memory)]
        others = [each.id for each in ticked if not isinstance(each, Memory)]
        run = ask(
            _roots(person_id, memories) + others,
            person_id=person_id,
            service_id=ticked[0].service_id,
            actor=request.visitor.actor,
            undo=NO_UNDO if at_once else undo_time(person_id),
            dont_learn="dont_learn" in request.POST,
            unit=unit,
        )
        unit = unit or run.id
        runs.append(run)
    return runs


def _roots(person_id: uuid.UUID, ticked: Sequence[Memory]) -> list[uuid.UUID]:
    """What is ticked, without the texts that go along with another ticked one anyway: such
    a text is derived again from what stays, and what is named itself is not."""
    ids = [memory.id for memory in ticked]
    edges = Derivation.objects.owned_by(person_id).filter(made_id__in=ids)
    derived = set(
        edges.filter(origin_kind=MadeFrom.MEMORY).values_list("made_id", flat=True)
    )
    told = [each for each in ids if each not in derived]
    along = made_from(person_id, told) - set(told)
    return [each for each in ids if each not in along]


def _ids(request: Request) -> list[uuid.UUID]:
    try:
        return [uuid.UUID(each) for each in request.POST.getlist("id")]
    except ValueError:
        raise Http404 from None


def _preview(persons: Sequence[uuid.UUID], form: TopicForm) -> dict[str, object]:
    rows = _among(memories_of(persons), form)
    found = topic(rows, form.topics) if form.topics else _all(rows)
    elsewhere = found_elsewhere(persons, form)
    groups = (found.certain, found.likely, found.mentioned)
    certain, likely, mentioned = (each[:MOST] for each in groups)
    return {
        "asked": True,
        "found": found,
        "anything": found.found or found.nearest or elsewhere.ids,
        "too_many": any(
            len(each) > MOST for each in (*groups, elsewhere.messages, elsewhere.notes)
        ),
        "messages": message_hits(elsewhere.messages[:MOST]),
        "notes": note_hits(elsewhere.notes[:MOST]),
        "groups": {
            "certain": _choices(certain, ticked=True),
            "likely": _choices(likely, ticked=False),
            "mentioned": _choices(mentioned, ticked=True),
            "nearest": _choices(found.nearest, ticked=False),
        },
        "reach": _reach([*certain, *mentioned]),
    }


def _all(rows: MemoryQuerySet) -> Topic:
    """With no topic named it is all of what the other fields leave."""
    return Topic(certain=list(rows[: MOST + 1]))


def _among(rows: MemoryQuerySet, form: TopicForm) -> MemoryQuerySet:
    given = form.cleaned_data
    if given["app"]:
        rows = rows.filter(person_id=given["app"])
    if given["since"]:
        rows = rows.filter(created_at__date__gte=given["since"])
    if given["until"]:
        rows = rows.filter(created_at__date__lt=given["until"] + timedelta(days=1))
    return rows


def _choices(memories: Sequence[Memory], *, ticked: bool) -> list[Choice]:
    now = timezone.now()
    return [Choice(row(each, now), ticked) for each in memories]


def _reach(memories: Sequence[Memory]) -> Reach:
    along = held = 0
    ordered = sorted(memories, key=lambda memory: memory.person_id)
    for person_id, part in groupby(ordered, lambda memory: memory.person_id):
        mine = list(part)
        ids = [memory.id for memory in mine]
        with previewed(person_id, mine[0].service_id, ids) as plan:
            along += plan.along().count()
            held += plan.held
    return Reach(along, held)


def _unwanted(persons: Sequence[uuid.UUID]) -> list[tuple[object, int]]:
    """Each record with how many sentences are not to be learnt again there."""
    rows = Unwanted.objects.owned_by(*persons).values_list("person_id")
    counts = dict(rows.annotate(Count("in_order", distinct=True)))
    return [
        (person, counts[person.id])
        for person in records_of(persons)
        if person.id in counts
    ]
