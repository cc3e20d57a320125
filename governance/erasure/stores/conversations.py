"""Conversations and their items: some of them, or a conversation with all of them."""

from governance.erasure.plan import CONVERSATION, ITEM
from governance.erasure.stores.base import ThingStore
from governance.models import Conversation, ConversationItem


class ConversationItems(ThingStore):
    """The rows of ``conversation_item``."""

    name = "conversation_items"
    models = (ConversationItem,)
    columns = {ITEM: ("id",), CONVERSATION: ("conversation_id",)}


class Conversations(ThingStore):
    """The rows of ``conversation``: a name, and what its next item is numbered."""

    name = "conversations"
    models = (Conversation,)
    columns = {CONVERSATION: ("id",)}
