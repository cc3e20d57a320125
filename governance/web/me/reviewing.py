"""Let a memory in that waits: the person's yes to it. The no is the page that erases."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from governance.access import Refused
from governance.choices import NothingToReview, let_in
from governance.web.answers import see_other
from governance.web.me.find import Erased, memory_of
from governance.web.me.memories import was_erased
from governance.web.visitor import Request, visitors_only
from governance.web.words import REFUSALS


@require_POST
@visitors_only
def let_memory_in(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    """In use from now on; pressed twice, it leads to the same memory."""
    visitor = request.visitor
    try:
        kept = let_in(memory_id, scope=visitor.scope, actor=visitor.actor)
    except Refused as refused:
        return render(
            request, "me/refused.html", {"why": REFUSALS[refused.reason]}, status=403
        )
    except NothingToReview:
        return _what_is_there(request, memory_id)
    return see_other("memory", memory_id=kept)


def _what_is_there(request: Request, memory_id: uuid.UUID) -> HttpResponse:
    try:
        with request.visitor.scope() as persons:
            return see_other("memory", memory_id=memory_of(persons, memory_id).id)
    except Erased as erased:
        return was_erased(request, erased)
