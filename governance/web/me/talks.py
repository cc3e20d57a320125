"""Conversations: what was said to apps and by them, message by message."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Count, Min, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from governance.access import lock_for_writing
from governance.erasure import previewed, told_by_source
from governance.models import Conversation, ConversationItem, Memory
from governance.web.answers import see_other
from governance.web.me.done import back, deed_done, note_forgotten, stays
from governance.web.me.erasing import Others, listed
from governance.web.me.find import (
    Erased,
    conversation_of,
    conversations_of,
    messages_in,
)
from governance.web.me.memories import was_erased
from governance.web.me.spoken import spoken
from governance.web.me.things import erase, forget, of_app
from governance.web.visitor import Request, visitors_only
from governance.web.words import Moment, moment

PAGE = 50


@dataclass(frozen=True)
class Talk:
    """One conversation in words."""

    conversation: Conversation
    app: str
    messages: int
    first: Moment
    last: Moment | None


class Reach(NamedTuple):
    """What goes when a conversation is erased: how many messages, and if so wanted what was
    learnt from it; and what of that has to stay, by law, in a sentence."""

    messages: int
    learnt: Others
    stays: list[str]


@require_safe
@visitors_only
def conversations(request: Request) -> HttpResponse:
    """The list, that with the newest message first."""
    with request.visitor.scope() as persons:
        chosen, query = of_app(request, persons)
        rows = (
            conversations_of(chosen)
            .annotate(last=_last())
            .order_by(Coalesce("last", "created_at").desc(), "-id")
        )
        page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
        context = {
            "page": page,
            "query": query,
            "talks": _talks(persons, list(page), timezone.now()),
            "done": deed_done(request, persons),
        }
    return render(request, "me/conversations.html", context)


@require_safe
@visitors_only
def one_conversation(request: Request, conversation_id: uuid.UUID) -> HttpResponse:
    """What was said in it, in order; ``?message=`` opens the page on which that one is."""
    now = timezone.now()
    try:
        with request.visitor.scope() as persons:
            conversation = conversation_of(persons, conversation_id)
            app = conversation.service.name
            pages = Paginator(messages_in(conversation), PAGE)
            page = pages.get_page(_number(request, conversation))
            context = {
                "conversation": conversation,
                "app": app,
                "page": page,
                "messages": [spoken(each, app, now) for each in page],
                "learnt": len(_learnt(conversation)),
                "done": deed_done(request, persons),
            }
    except Erased as erased:
        return was_erased(request, erased)
    return render(request, "me/conversation.html", context)


@require_POST
@visitors_only
def forget_conversation(request: Request, conversation_id: uuid.UUID) -> HttpResponse:
    """Out of use at once with all its messages, and if so ticked with what was learnt from
    it; erased when the time for undo is over."""
    try:
        with request.visitor.scope() as persons:
            conversation = conversation_of(persons, conversation_id)
            run = forget(request, conversation, _wanted(request, conversation))
    except Erased as erased:
        return was_erased(request, erased)
    note_forgotten(request, run)
    return back(request)


@require_POST
@visitors_only
def forget_message(
    request: Request, conversation_id: uuid.UUID, message_id: uuid.UUID
) -> HttpResponse:
    """The same of one message."""
    try:
        with request.visitor.scope() as persons:
            conversation = conversation_of(persons, conversation_id)
            message = messages_in(conversation).filter(id=message_id).first()
            if message is None:
                raise Http404
            run = forget(request, message, [message.id])
    except Erased as erased:
        return was_erased(request, erased)
    note_forgotten(request, run)
    return back(request)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def erase_conversation(request: Request, conversation_id: uuid.UUID) -> HttpResponse:
    """The preview is the confirmation; pressing its button erases. Pressed twice, it leads
    to the same receipt."""
    pressed = request.method == "POST"
    try:
        with request.visitor.scope() as persons:
            conversation = conversation_of(persons, conversation_id)
            if pressed:
                ids = _wanted(request, conversation)
                run_id = erase(request, conversation, ids).id
                return see_other("erasure", run_id=run_id)
            context = {
                "conversation": conversation,
                "app": conversation.service.name,
                "reach": _reach(conversation),
            }
    except Erased as erased:
        if pressed:
            return see_other("erasure", run_id=erased.run_id)
        return was_erased(request, erased)
    return render(request, "me/erase_conversation.html", context)


def _last() -> Subquery:
    """When its newest message was told: by the index, one look for each conversation."""
    messages = ConversationItem.objects.filter(
        person_id=OuterRef("person_id"), conversation_id=OuterRef("id")
    )
    newest = messages.in_use().order_by("-number")
    return Subquery(newest.values("created_at")[:1])


def _talks(
    persons: Sequence[uuid.UUID], rows: Sequence[Conversation], now: datetime
) -> list[Talk]:
    messages = ConversationItem.objects.owned_by(*persons).in_use()
    counted = (
        messages.filter(conversation_id__in=[each.id for each in rows])
        .values_list("conversation_id")
        .annotate(Count("id"), Min("created_at"))
    )
    known = {which: (count, first) for which, count, first in counted}
    return [
        _talk(each, *known.get(each.id, (0, each.created_at)), now) for each in rows
    ]


def _talk(row: Any, messages: int, first: datetime, now: datetime) -> Talk:
    return Talk(
        conversation=row,
        app=row.service.name,
        messages=messages,
        first=moment(first, now),
        last=moment(row.last, now) if row.last else None,
    )


def _number(request: Request, conversation: Conversation) -> str | int | None:
    """The number of the page that is asked for."""
    messages = messages_in(conversation)
    try:
        asked = uuid.UUID(request.GET.get("message", ""))
    except ValueError:
        return request.GET.get("page")
    message = messages.filter(id=asked).first()
    before = messages.filter(number__lt=message.number).count() if message else 0
    return before // PAGE + 1


def _learnt(conversation: Conversation) -> list[uuid.UUID]:
    """The memories that come from it."""
    return told_by_source(
        conversation.person_id,
        conversation.service_id,
        conversation=conversation.name,
    )


def _wanted(request: Request, conversation: Conversation) -> list[uuid.UUID]:
    """What is to go: the conversation, and if it is ticked what was learnt from it. Nothing
    that is being written slips through."""
    lock_for_writing(conversation.person_id)
    along = request.POST.get("learnt") == "yes"
    return [conversation.id, *(_learnt(conversation) if along else [])]


def _reach(conversation: Conversation) -> Reach:
    ids = [conversation.id, *_learnt(conversation)]
    with previewed(conversation.person_id, conversation.service_id, ids) as plan:
        mine = Memory.objects.owned_by(plan.person_id).shown()
        learnt = mine.filter(id__in=plan.memory_ids())
        messages = messages_in(conversation).count()
        return Reach(messages, listed(learnt), stays(plan.held))
