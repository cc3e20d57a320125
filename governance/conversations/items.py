"""An item on its way in: scrubbed text by text, the names that it gives to things kept."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from governance.access import Caller, Refused, Whose
from governance.models import ConversationItem, SourceType
from governance.scrubbing import hard_identifier
from governance.writing import (
    Gate,
    Unwritable,
    refuse_erased_ref,
    refuse_unless_consented,
)

MOST_AT_ONCE = 500
LONGEST_REF = 255
IDS = frozenset(
    {"id", "call_id", "item_id", "response_id", "tool_call_id", "tool_use_id"}
)
"""Members by which items name each other: they are kept as given."""
SPECIAL_LIFE = timedelta(hours=24)
"""How long what is specially protected lives without a yes (design.md)."""
SOURCES = {"user": SourceType.USER_MESSAGE, "tool": SourceType.TOOL_RESULT}


@dataclass(frozen=True)
class Item:
    """One item as it may be kept."""

    body: dict[str, Any]
    ref: str
    categories: Sequence[str]

    def row(self, person_id: uuid.UUID, caller: Caller) -> ConversationItem:
        """Its row, without its place; call it with the person locked. Raises ``Stale``
        for an item that was erased."""
        if self.ref:
            refuse_erased_ref(person_id, self.ref)
        kept = _consented(self.categories, person_id, caller)
        return ConversationItem(
            person_id=person_id,
            service_id=caller.service_id,
            body=self.body,
            ref=self.ref,
            categories=list(self.categories),
            expires_at=None if kept else Now() + SPECIAL_LIFE,
        )


def scrubbed_items(
    bodies: Sequence[Mapping[str, Any]], *, whose: Whose, caller: Caller
) -> list[Item]:
    """Asked outside any transaction; raises ``Unwritable`` or ``ScrubFailed``."""
    return [_scrubbed(body, whose, caller) for body in bodies]


def refuse_name(name: str) -> None:
    """Raises ``Unwritable`` for a conversation's name that would have to be rewritten."""
    if hard_identifier(name):
        raise Unwritable("conversation", "hard_identifier")


def _scrubbed(body: Mapping[str, Any], whose: Whose, caller: Caller) -> Item:
    source = SOURCES.get(str(body.get("role", "")), SourceType.SERVICE)
    gate = Gate(caller, whose, source=source)
    clean = _put_back(body, gate.json(dict(body)))
    ref = body.get("id", "")
    named = isinstance(ref, str) and len(ref) <= LONGEST_REF
    return Item(clean, ref if named else "", gate.special)


def _put_back(given: Any, clean: Any) -> Any:
    """The names of things as they were given; a hard identifier in one is refused."""
    if isinstance(given, Mapping) and isinstance(clean, dict):
        pairs = zip(given.items(), clean.items(), strict=True)
        return {
            name: _kept_id(before)
            if asked in IDS and isinstance(before, str)
            else _put_back(before, after)
            for (asked, before), (name, after) in pairs
        }
    if isinstance(given, list) and isinstance(clean, list):
        return [_put_back(*both) for both in zip(given, clean, strict=True)]
    return clean


def _kept_id(name: str) -> str:
    if len(name) > LONGEST_REF:
        raise Unwritable("items", "too_long")
    if hard_identifier(name):
        raise Unwritable("items", "hard_identifier")
    return name


def _consented(categories: Sequence[str], person_id: uuid.UUID, caller: Caller) -> bool:
    try:
        refuse_unless_consented(categories, person_id=person_id, caller=caller)
    except Refused:
        return False
    return True
