"""Conversations: what was said, message by message, as an app's agent keeps it."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Max, Min, Q
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from governance.erasure import told_by_source, told_in
from governance.models import (
    About,
    Conversation,
    ConversationItem,
    ConversationQuerySet,
    ItemQuerySet,
    Memory,
    RetentionRule,
)
from governance.web.answers import see_other
from governance.web.me import kept
from governance.web.me.done import deed_done, note_forgotten
from governance.web.me.find import Erased
from governance.web.me.memories import was_erased
from governance.web.me.messages import message
from governance.web.visitor import Request, visitors_only
from governance.web.words import moment

PAGE = 50
LISTED = 12


@require_safe
@visitors_only
def talks(request: Request) -> HttpResponse:
    """All of them, the one last gone on with first."""
    now = timezone.now()
    with request.visitor.scope() as persons:
        found = _with_counts(kept.conversations_of(persons))
        page = Paginator(found.order_by("-last", "-id"), PAGE).get_page(
            request.GET.get("page")
        )
        context = {
            "page": page,
            "talks": [_in_words(each, now) for each in page],
            "done": deed_done(request, persons),
        }
    return render(request, "me/kept/talks.html", context)


@require_safe
@visitors_only
def one_talk(request: Request, conversation_id: uuid.UUID) -> HttpResponse:
    """Its messages in their order; the newest are on the last page."""
    now = timezone.now()
    try:
        with request.visitor.scope() as persons:
            talk = kept.conversation_of(persons, conversation_id)
            pages = Paginator(_messages_of(talk).order_by("number"), PAGE)
            page = pages.get_page(request.GET.get("page", pages.num_pages))
            context = {
                "talk": talk,
                "page": page,
                "messages": [message(each, talk.service.name, now) for each in page],
                "learnt": len(_learnt_ids(talk)),
                "days": RetentionRule.days_of(About.ITEMS),
                "done": deed_done(request, persons),
            }
    except Erased as erased:
        return was_erased(request, erased)
    return render(request, "me/kept/talk.html", context)


@require_POST
@visitors_only
def forget_talk(request: Request, conversation_id: uuid.UUID) -> HttpResponse:
    """Out of use at once with undo; with what was learnt from it, if that is ticked."""
    try:
        with request.visitor.scope() as persons:
            talk = kept.conversation_of(persons, conversation_id)
            run = kept.forget(request, talk, _chosen(request, talk))
    except Erased as erased:
        return was_erased(request, erased)
    return kept.was_forgotten(request, run)


@require_POST
@visitors_only
def forget_message(
    request: Request, conversation_id: uuid.UUID, message_id: uuid.UUID
) -> HttpResponse:
    """One message, with undo."""
    try:
        with request.visitor.scope() as persons:
            talk = kept.conversation_of(persons, conversation_id)
            one = _messages_of(talk).filter(id=message_id).first()
            if one is None:
                raise Http404
            run = kept.forget(request, one, [one.id])
    except Erased as erased:
        return was_erased(request, erased)
    note_forgotten(request, run)
    return see_other("conversation", conversation_id=conversation_id)


@require_http_methods(["GET", "HEAD", "POST"])
@visitors_only
def erase_talk(request: Request, conversation_id: uuid.UUID) -> HttpResponse:
    """The preview is the confirmation; pressing its button erases."""
    try:
        with request.visitor.scope() as persons:
            talk = kept.conversation_of(persons, conversation_id)
            if request.method == "POST":
                run_id = kept.erase(request, talk, _chosen(request, talk))
                return kept.receipt_of(run_id)
            ids = _learnt_ids(talk)
            learnt = _in_use(talk, ids)
            context = {
                "talk": talk,
                "messages": _messages_of(talk).count(),
                "learnt": learnt,
                "more": len(ids) - len(learnt),
                "number": len(ids),
            }
    except Erased as erased:
        if request.method == "POST":  # pressed twice
            return kept.receipt_of(erased.run_id)
        return was_erased(request, erased)
    return render(request, "me/kept/erase_talk.html", context)


def _chosen(request: Request, talk: Conversation) -> list[uuid.UUID]:
    memories = "learnt" in request.POST
    return told_in(talk.name, talk.person_id, talk.service_id, memories=memories)


def _learnt_ids(talk: Conversation) -> list[uuid.UUID]:
    return told_by_source(talk.person_id, talk.service_id, conversation=talk.name)


def _in_use(talk: Conversation, ids: Sequence[uuid.UUID]) -> list[Memory]:
    """Some of what was learnt, the newest first; without what waits for a yes."""
    mine = Memory.objects.owned_by(talk.person_id).filter(id__any_of=ids)
    said = mine.shown().filter(sealed=None).only("id", "text")
    return list(said.order_by("-created_at", "-id")[:LISTED])


def _messages_of(talk: Conversation) -> ItemQuerySet:
    mine = ConversationItem.objects.owned_by(talk.person_id)
    return mine.filter(conversation_id=talk.id).in_use()


def _with_counts(rows: ConversationQuerySet) -> Any:
    """With the number of its messages, and the times of the first and the last."""
    now = Q(items__forgotten=False) & (
        Q(items__expires_at=None) | Q(items__expires_at__gt=timezone.now())
    )
    return rows.annotate(
        number=Count("items", filter=now),
        first=Min("items__created_at", filter=now),
        last=Max("items__created_at", filter=now),
    )


def _in_words(talk: Any, now: Any) -> dict[str, Any]:
    """With its counts."""
    return {
        "talk": talk,
        "number": talk.number,
        "first": moment(talk.first or talk.created_at, now),
        "last": moment(talk.last or talk.created_at, now),
        "name": talk.name or _("without a name"),
    }
