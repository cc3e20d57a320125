"""What a selector means: a source or a conversation."""

import uuid

from governance.models import Conversation, Memory


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
