"""What is done to one memory from the list or its own page: pause, pin, forget, undo.

Each is a form; htmx puts the answer into the place of the row, and a plain browser is
sent back to where it was.
"""

import uuid
from collections.abc import Callable, Sequence

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from governance.choices import NotInUse, set_paused, set_pinned, undo_time
from governance.erasure import TooLate, ask, hasten, undo_together
from governance.models import LIVE_STATES, ErasureItem, ErasureRun, Memory, MemoryState
from governance.web.answers import see_other
from governance.web.me.done import back, note_forgotten, note_words, stays
from governance.web.me.find import Erased, memory_of, named, run_of, unit_of
from governance.web.me.listing import recounted
from governance.web.me.memories import was_erased
from governance.web.me.rows import Row, row
from governance.web.parts import wants_part
from governance.web.visitor import Request, visitors_only

ALONG = 50
"""Most rows that change beside the one that was pressed."""


@require_POST
@visitors_only
def pause_memory(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """Kept and not used; or used again."""
    paused = request.POST.get("paused") != "no"
    actor = request.visitor.actor
    said = _("Paused. It is kept and not used.") if paused else _("In use again.")
    return _change(
        request, memory_id, lambda m: set_paused(m, paused=paused, actor=actor), said
    )


@require_POST
@visitors_only
def pin_memory(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """Kept for good; or like any other."""
    pinned = request.POST.get("pinned") != "no"
    actor = request.visitor.actor
    said = _("Pinned. It does not go by age.") if pinned else _("No longer pinned.")
    return _change(
        request, memory_id, lambda m: set_pinned(m, pinned=pinned, actor=actor), said
    )


@require_POST
@visitors_only
def forget_memory(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """Out of every answer at once; erased when the time for undo is over."""
    try:
        with request.visitor.scope() as persons:
            memory = memory_of(persons, memory_id)
            run = ask(
                [memory.id],
                person_id=memory.person_id,
                service_id=memory.service_id,
                actor=request.visitor.actor,
                undo=undo_time(memory.person_id),
            )
            run = run_of(persons, run.id)
            memory.status = MemoryState.FORGOTTEN
            context = {
                "row": row(memory, timezone.now()),
                "run": run,
                "along": _rows(persons, _along(run)),
                "stays": stays(int(run.plan["held"])),
                **recounted(request, persons),
            }
    except Erased as erased:
        return was_erased(request, erased)
    if wants_part(request):
        return render(request, "components/forgotten_row.html", context)
    note_forgotten(request, run)
    return back(request)


@require_POST
@visitors_only
def undo_forget(request: Request, run_id: uuid.UUID) -> HttpResponse:
    """Everything returns to what it was, while the time lasts."""
    try:
        with request.visitor.scope() as persons:
            run = run_of(persons, run_id)
            along = _along(run)
            undo_together(unit_of(persons, run), actor=request.visitor.actor)
            root = _only_root(persons, run)
    except TooLate:
        return see_other("erasure", run_id=run_id)
    if wants_part(request) and root:
        return row_part(request, root, _("It is back."), returned=along)
    note_words(request, _("It is back, as it was."))
    return back(request)


@require_POST
@visitors_only
def erase_forgotten(request: Request, run_id: uuid.UUID) -> HttpResponse:
    """No longer waits for an undo."""
    try:
        with request.visitor.scope() as persons:
            for each in unit_of(persons, run_of(persons, run_id)):
                hasten(each, actor=request.visitor.actor)
    except TooLate:
        pass  # it was undone meanwhile; its page says so
    return see_other("erasure", run_id=run_id)


def _change(
    request: Request,
    memory_id: uuid.UUID,
    deed: Callable[[Memory], None],
    said: str,
) -> HttpResponse:
    try:
        with request.visitor.scope() as persons:
            deed(memory_of(persons, memory_id))
    except Erased as erased:
        return was_erased(request, erased)
    except NotInUse:
        raise Http404 from None
    if wants_part(request):
        return row_part(request, memory_id, said)
    note_words(request, said)
    return back(request)


def row_part(
    request: Request,
    memory_id: uuid.UUID,
    said: str = "",
    *,
    returned: Sequence[uuid.UUID] = (),
) -> HttpResponse:
    """The memory as the list shows it, read afresh; with what came back along with it."""
    with request.visitor.scope() as persons:
        context = {
            "row": row(memory_of(persons, memory_id), timezone.now()),
            "said": said,
            "returned": _rows(persons, returned),
            **recounted(request, persons),
        }
    return render(request, "components/memory.html", context)


def _along(run: ErasureRun) -> list[uuid.UUID]:
    """What was made from the forgotten ones, went with them and was on the list."""
    items = ErasureItem.objects.owned_by(run.person_id).filter(run_id=run.id)
    others = items.filter(before__in=LIVE_STATES).exclude(thing_id__in=run.root_ids)
    return list(others.order_by("thing_id").values_list("thing_id", flat=True)[:ALONG])


def _rows(persons: Sequence[uuid.UUID], ids: Sequence[uuid.UUID]) -> list[Row]:
    return [row(each, timezone.now()) for each in named(persons, ids)]


def _only_root(persons: Sequence[uuid.UUID], run: ErasureRun) -> uuid.UUID | None:
    """The one memory that was forgotten, if it was one and the list shows it again."""
    here = Memory.objects.owned_by(*persons).shown().filter(id__in=run.root_ids)
    ids = list(here.values_list("id", flat=True)[:2])
    return ids[0] if len(ids) == 1 and len(run.root_ids) == 1 else None
