"""Take the last item out, once; or put others in the place of what is there, at once."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from governance.access import (
    Caller,
    Whose,
    refuse_if,
    refuse_read_if_off,
    writing_about,
)
from governance.audit import record
from governance.conversations.items import refuse_name, scrubbed_items
from governance.conversations.rows import (
    conversation_of,
    items_of,
    open_conversation,
    put_in,
)
from governance.erasure import drop_item, drop_items_upto
from governance.models import Conversation, ConversationItem, KeyScope, ReadKind
from governance.recall import log_ids_read


class NoSuchItem(Exception):
    """The item up to which others are to be replaced is not in the conversation."""


def pop_item(
    name: str, *, whose: Whose, caller: Caller, purpose: str
) -> ConversationItem | None:
    """Takes the last item out and gives it, to one of those who ask at once; None where
    there is none."""
    with writing_about(whose, caller, needs=KeyScope.CONVERSATIONS) as person_id:
        refuse_read_if_off(person_id)
        conversation = conversation_of(person_id, caller, name)
        if conversation is None:
            return None
        last = items_of(conversation).order_by("-number").first()
        if last is None:
            return None
        drop_item(last)
        _record("conversation.popped", last.conversation_id, 1, person_id, caller)
        log_ids_read(
            ReadKind.ITEMS,
            [last.id],
            person_id=person_id,
            caller=caller,
            purpose=purpose,
        )
        return last


def replace_items(
    name: str,
    bodies: Sequence[Mapping[str, Any]],
    *,
    upto: uuid.UUID | None,
    whose: Whose,
    caller: Caller,
) -> list[ConversationItem]:
    """Puts items in the place of all that are there, or of those up to one: what was told
    behind that stays, behind the new ones. Gives the new ones.

    Raises as :func:`add_items` does, and :class:`NoSuchItem`.
    """
    refuse_name(name)
    if whose.known_id is not None:
        refuse_if(whose.why_not)
    items = scrubbed_items(bodies, whose=whose, caller=caller)
    with writing_about(whose, caller, needs=KeyScope.CONVERSATIONS) as person_id:
        conversation = open_conversation(person_id, caller, name)
        last = _last(conversation, upto)
        rows = [item.row(person_id, caller) for item in items]
        mine = ConversationItem.objects.owned_by(person_id)
        later = list(
            mine.filter(conversation_id=conversation.id, number__gt=last).order_by(
                "number"
            )
        )
        drop_items_upto(person_id, conversation.id, last)
        put_in(conversation, rows)
        _renumber(conversation, later)
        _record("conversation.replaced", conversation.id, len(rows), person_id, caller)
        ids = [row.id for row in rows]
        return list(mine.filter(id__any_of=ids).order_by("number"))


def _last(conversation: Conversation, upto: uuid.UUID | None) -> int:
    """The number of the last item that goes."""
    if upto is None:
        return conversation.next_number
    item = items_of(conversation).filter(id=upto).first()
    if item is None:
        raise NoSuchItem
    return item.number


def _renumber(conversation: Conversation, later: list[ConversationItem]) -> None:
    for number, row in enumerate(later, conversation.next_number):
        row.number = number
    ConversationItem.objects.bulk_update(later, ["number"])
    conversation.next_number += len(later)
    conversation.save(update_fields=["next_number"])


def _record(
    verb: str,
    conversation_id: uuid.UUID,
    items: int,
    person_id: uuid.UUID,
    caller: Caller,
) -> None:
    record(
        verb,
        caller.actor,
        service_id=caller.service_id,
        person_id=person_id,
        subjects=[conversation_id],
        counts={"items": items},
    )
