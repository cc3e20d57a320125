"""Read the newest items of a conversation; each read is on record."""

from governance.access import Caller, as_service_with, refuse_read_if_off
from governance.conversations.rows import conversation_of, items_of
from governance.models import ConversationItem, Person, ReadKind
from governance.recall import log_ids_read


def newest_items(
    name: str, *, limit: int, whose: Person, caller: Caller, purpose: str
) -> list[ConversationItem]:
    """The newest ``limit``, in the order in which they were told; nothing of a
    conversation that is not there."""
    with as_service_with(caller.service_id, whose.id):
        refuse_read_if_off(whose.id)
        conversation = conversation_of(whose.id, caller, name)
        if conversation is None or limit < 1:
            return []
        newest = items_of(conversation).order_by("-number")[:limit]
        found = list(reversed(newest))
        log_ids_read(
            ReadKind.ITEMS,
            [item.id for item in found],
            person_id=whose.id,
            caller=caller,
            purpose=purpose,
        )
        return found
