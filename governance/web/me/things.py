"""What apps keep beside memories, notes and conversations: counted, in words, and how the
person forgets or erases it."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count
from django.utils.translation import ngettext

from governance.choices import undo_time
from governance.erasure import NO_UNDO, AlreadyErased, ask
from governance.files import ROOT
from governance.models import (
    Conversation,
    ConversationItem,
    ErasureRun,
    MemoryFile,
)
from governance.web.me.find import Erased, conversations_of, notes_of
from governance.web.me.spoken import excerpt
from governance.web.visitor import Request

Thing = MemoryFile | Conversation | ConversationItem


@dataclass(frozen=True)
class Beside:
    """How many notes and conversations there are."""

    notes: int = 0
    conversations: int = 0


def beside(persons: Sequence[uuid.UUID]) -> Beside:
    """Those of a visitor; call it inside their scope."""
    return Beside(notes_of(persons).count(), conversations_of(persons).count())


def beside_by_record(persons: Sequence[uuid.UUID]) -> dict[uuid.UUID, Beside]:
    """The same by record."""
    notes, talks = (
        dict(rows.order_by().values_list("person_id").annotate(Count("id")))
        for rows in (notes_of(persons), conversations_of(persons))
    )
    return {each: Beside(notes.get(each, 0), talks.get(each, 0)) for each in persons}


def of_app(
    request: Request, persons: Sequence[uuid.UUID]
) -> tuple[Sequence[uuid.UUID], str]:
    """The records of which a list is wanted, and what stands in its address for that: one
    app's alone, or all."""
    found = [each for each in persons if str(each) == request.GET.get("app")]
    return (found, f"app={found[0]}") if found else (persons, "")


def said_of(
    persons: Sequence[uuid.UUID], ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, str]:
    """Of notes, conversations and messages with these ids a name or some words, also of
    those that are out of use."""
    if not ids:
        return {}
    files = MemoryFile.objects.owned_by(*persons).filter(id__any_of=ids)
    talks = Conversation.objects.owned_by(*persons).filter(id__any_of=ids)
    messages = ConversationItem.objects.owned_by(*persons).filter(id__any_of=ids)
    return {
        **{each: name_of(path) for each, path in files.values_list("id", "path")},
        **dict(talks.values_list("id", "name")),
        **{each: excerpt(body) for each, body in messages.values_list("id", "body")},
    }


def name_of(path: str) -> str:
    """A note's name: its path without the folder in which all of them are."""
    return path.removeprefix(f"{ROOT}/")


def taken(runs: Iterable[ErasureRun]) -> list[str]:
    """What some erasures take beside memories, in words."""
    plans = [run.plan for run in runs]
    named = [plan.get("things", {}) for plan in plans]
    notes = sum(each.get("file", 0) for each in named)
    conversations = sum(each.get("conversation", 0) for each in named)
    # A conversation is named once, and its messages are counted.
    messages = sum(
        plan["counts"].get("conversation_items", 0)
        for plan, things in zip(plans, named, strict=True)
        if things
    )
    return _counted(notes, conversations, messages)


def _counted(notes: int, conversations: int, messages: int) -> list[str]:
    said = [
        (notes, ngettext("%(number)s note", "%(number)s notes", notes)),
        (
            conversations,
            ngettext(
                "%(number)s conversation", "%(number)s conversations", conversations
            ),
        ),
        (messages, ngettext("%(number)s message", "%(number)s messages", messages)),
    ]
    return [words % {"number": number} for number, words in said if number]


def forget(request: Request, thing: Thing, ids: Sequence[uuid.UUID]) -> ErasureRun:
    """Out of use at once, erased when the time for undo is over; raises ``Erased``."""
    return _ask(request, thing, ids, undo_time(thing.person_id))


def erase(request: Request, thing: Thing, ids: Sequence[uuid.UUID]) -> ErasureRun:
    """Erased now; raises ``Erased``."""
    return _ask(request, thing, ids, NO_UNDO)


def _ask(
    request: Request, thing: Thing, ids: Sequence[uuid.UUID], undo: timedelta
) -> ErasureRun:
    try:
        return ask(
            ids,
            person_id=thing.person_id,
            service_id=thing.service_id,
            actor=request.visitor.actor,
            undo=undo,
        )
    except AlreadyErased as before:
        raise Erased(before.run_id) from None
