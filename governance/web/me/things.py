"""What an erasure took beside memories, in words: notes, conversations, messages."""

import uuid
from collections import Counter
from collections.abc import Collection, Sequence

from django.utils.translation import ngettext

from governance.models import Conversation, ConversationItem, ErasureRun, MemoryFile
from governance.porting import said_in
from governance.web.me.notes import name_of


def things_said(runs: Sequence[ErasureRun]) -> list[str]:
    """How many of each, those that there are."""
    number: Counter[str] = Counter()
    for run in runs:
        number.update(run.plan.get("things", {}))
    said = {
        "conversation": ngettext(
            "%(number)d conversation",
            "%(number)d conversations",
            number["conversation"],
        ),
        "item": ngettext("%(number)d message", "%(number)d messages", number["item"]),
        "file": ngettext("%(number)d note", "%(number)d notes", number["file"]),
    }
    return [
        words % {"number": number[thing]}
        for thing, words in said.items()
        if number[thing]
    ]


def named_things(
    persons: Sequence[uuid.UUID], ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, str]:
    """Each by its name, a message by its words; those that can still be undone."""
    if not ids:
        return {}
    files = MemoryFile.objects.owned_by(*persons).filter(id__in=ids)
    talks = Conversation.objects.owned_by(*persons).filter(id__in=ids)
    items = ConversationItem.objects.owned_by(*persons).filter(id__in=ids)
    return {
        **{each.id: name_of(each.path) for each in files.only("id", "path")},
        **{each.id: each.name for each in talks},
        **{each.id: said_in(each.body) for each in items},
    }
