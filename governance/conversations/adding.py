"""Add items to a conversation, in their order and all of them or none."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from governance.access import Caller, Whose, refuse_if, writing_about
from governance.audit import record
from governance.conversations.items import refuse_name, scrubbed_items
from governance.conversations.rows import open_conversation, put_in
from governance.models import ConversationItem, KeyScope, Receipt
from governance.writing import Lapsed, Once, Stale

CREATED = 201


@dataclass(frozen=True)
class Added:
    """What a call has added, be it this one or an earlier try of it."""

    items: Sequence[ConversationItem] = ()


def add_items(
    name: str,
    bodies: Sequence[Mapping[str, Any]],
    *,
    whose: Whose,
    caller: Caller,
    once: Once | None = None,
) -> Added:
    """Scrubs and adds; of nothing nobody is made.

    Raises ``Refused`` (memory is off), ``Unwritable``, ``Stale`` (an item that was
    erased), ``ScrubFailed``, ``KeyUsedOtherwise`` or ``Lapsed`` (Idempotency-Key).
    """
    refuse_name(name)
    if whose.known_id is not None:
        refuse_if(whose.why_not)
    if not bodies:
        return Added()
    items = scrubbed_items(bodies, whose=whose, caller=caller)
    with writing_about(whose, caller, needs=KeyScope.CONVERSATIONS) as person_id:
        noted = once and once.noted(person_id, caller)
        if noted:
            return _added_before(person_id, noted.memory_id, noted.supersedes)
        rows = [item.row(person_id, caller) for item in items]
        conversation = open_conversation(person_id, caller, name)
        put_in(conversation, rows)
        ids = [row.id for row in rows]
        if once:
            once.note(conversation.id, CREATED, person_id, caller, supersedes=ids)
        record(
            "conversation.told",
            caller.actor,
            service_id=caller.service_id,
            person_id=person_id,
            subjects=[conversation.id],
            counts={"items": len(rows)},
        )
        return Added(_as_stored(person_id, ids))


def _added_before(
    person_id: uuid.UUID, conversation_id: uuid.UUID, ids: Sequence[uuid.UUID]
) -> Added:
    """As the first try was answered, as long as it is all there."""
    receipts = Receipt.objects.owned_by(person_id)
    erased = receipts.filter(thing_id__any_of=[conversation_id, *ids]).first()
    if erased:
        raise Stale(erased.run_id)
    rows = _as_stored(person_id, ids)
    if len(rows) < len(ids):
        raise Lapsed
    return Added(rows)


def _as_stored(
    person_id: uuid.UUID, ids: Sequence[uuid.UUID]
) -> list[ConversationItem]:
    mine = ConversationItem.objects.owned_by(person_id).in_use()
    return list(mine.filter(id__any_of=ids).order_by("number"))
