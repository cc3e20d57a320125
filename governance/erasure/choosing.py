"""What a selector means: a source or a conversation."""

import uuid
from collections.abc import Collection, Iterable
from contextlib import suppress

from django.db.models import Q

from governance.models import (
    Conversation,
    ConversationItem,
    Derivation,
    Memory,
    Source,
)


def told_by_source(
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    *,
    ref: str = "",
    conversation: str = "",
) -> list[uuid.UUID]:
    """What this service wrote that comes from such a source and is on no run's way out.
    Call it with the person locked, unless it is only to be shown: what is being written
    would slip through."""
    named = {"ref": ref, "conversation": conversation}
    given = {name: value for name, value in named.items() if value}
    here = Memory.objects.owned_by(person_id).written_by(service_id).staying()
    return list(here.told_by(**given).values_list("id", flat=True))


def told_in(
    conversation: str,
    person_id: uuid.UUID,
    service_id: uuid.UUID,
    *,
    memories: bool = True,
) -> list[uuid.UUID]:
    """A conversation with its items, and (unless told otherwise) the memories that come
    from it; the same holds."""
    named = Conversation.objects.owned_by(person_id).written_by(service_id).in_use()
    items = list(named.filter(name=conversation).values_list("id", flat=True))
    learnt = (
        told_by_source(person_id, service_id, conversation=conversation)
        if memories
        else []
    )
    return items + learnt


def messages_of(
    ids: Collection[uuid.UUID], person_id: uuid.UUID, service_id: uuid.UUID
) -> list[uuid.UUID]:
    """The messages that some memories came from, as far as they are kept: a source names
    a message by its own id, or by the one that we gave it. The same holds."""
    edges = Derivation.objects.owned_by(person_id).filter(made_id__any_of=ids)
    sources = Source.objects.owned_by(person_id).written_by(service_id)
    named = sources.filter(id__in=edges.values("origin_id")).exclude(ref="")
    refs = set(named.values_list("ref", flat=True))
    items = ConversationItem.objects.owned_by(person_id).written_by(service_id)
    called = Q(ref__in=refs) | Q(id__in=list(_as_ids(refs)))
    return list(items.in_use().filter(called).values_list("id", flat=True))


def _as_ids(refs: Iterable[str]) -> Iterable[uuid.UUID]:
    for ref in refs:
        with suppress(ValueError):
            yield uuid.UUID(ref)
