"""Conversations: items in their order, scrubbed; added, read, popped, replaced, cleared."""

from governance.conversations.adding import Added, add_items
from governance.conversations.clearing import clear_conversation
from governance.conversations.items import IDS, MOST_AT_ONCE
from governance.conversations.looking import newest_items
from governance.conversations.taking import NoSuchItem, pop_item, replace_items

__all__ = [
    "IDS",
    "MOST_AT_ONCE",
    "Added",
    "NoSuchItem",
    "add_items",
    "clear_conversation",
    "newest_items",
    "pop_item",
    "replace_items",
]
