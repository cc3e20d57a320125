"""The rows of one conversation: whose, in use, in order."""

import uuid

from django.db.models import Max

from governance.access import Caller
from governance.models import (
    Conversation,
    ConversationItem,
    ConversationQuerySet,
    ItemQuerySet,
)


def conversation_of(
    person_id: uuid.UUID, caller: Caller, name: str
) -> Conversation | None:
    """The conversation of that name that is in use."""
    return _mine(person_id, caller, name).in_use().first()


def open_conversation(person_id: uuid.UUID, caller: Caller, name: str) -> Conversation:
    """The same, made if need be; call it with the person locked. One that follows upon a
    forgotten one goes on behind its numbers, so that an undo can put the two together."""
    found = conversation_of(person_id, caller, name)
    if found:
        return found
    before = _mine(person_id, caller, name).aggregate(last=Max("next_number"))
    return Conversation.objects.create(
        person_id=person_id,
        service_id=caller.service_id,
        name=name,
        next_number=before["last"] or 1,
    )


def put_in(conversation: Conversation, rows: list[ConversationItem]) -> None:
    """Adds the rows behind those that are there; with the person locked."""
    for number, row in enumerate(rows, conversation.next_number):
        row.conversation, row.number = conversation, number
    ConversationItem.objects.bulk_create(rows)
    conversation.next_number += len(rows)
    conversation.save(update_fields=["next_number"])


def items_of(conversation: Conversation) -> ItemQuerySet:
    """Its items that are in use."""
    mine = ConversationItem.objects.owned_by(conversation.person_id)
    return mine.filter(conversation_id=conversation.id).in_use()


def _mine(person_id: uuid.UUID, caller: Caller, name: str) -> ConversationQuerySet:
    mine = Conversation.objects.owned_by(person_id).written_by(caller.service_id)
    return mine.filter(name=name)
