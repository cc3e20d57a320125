"""Conversations, item by item, and the memory tool."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from memoryhub.client import read
from memoryhub.client.call import Call, Endpoint, once
from memoryhub.client.given import Id, given
from memoryhub.client.results import ConversationItem, ToolResult

ONE = "people/{person}/conversations/{conversation}"
ITEMS = f"{ONE}/items"
TOOL = "people/{person}/memory-tool"
Items = tuple[ConversationItem, ...]

ADD = Endpoint("addItems", "POST", ITEMS, read.items, repeatable=True)
LIST = Endpoint("listItems", "GET", ITEMS, read.items, repeatable=True)
REPLACE = Endpoint("replaceItems", "PUT", ITEMS, read.items)
POP = Endpoint("popItem", "POST", f"{ONE}/pop", read.popped)
CLEAR = Endpoint("clearConversation", "DELETE", ONE, read.erasure_id)
RUN = Endpoint("runMemoryTool", "POST", TOOL, read.reader(ToolResult))


def add_items(
    person: str,
    conversation: str,
    items: Sequence[Mapping[str, Any]],
    *,
    idempotency_key: str | None = None,
) -> Call[Items]:
    """Adds items to a conversation, all of them or none; each may be any JSON object. Every
    text in them is scrubbed, the names by which they name each other are kept."""
    return ADD.call(
        {"person": person, "conversation": conversation},
        headers=once(idempotency_key),
        body={"items": [dict(each) for each in items]},
    )


def items(
    person: str,
    conversation: str,
    *,
    limit: int | None = None,
    purpose: str | None = None,
) -> Call[Items]:
    """The newest ``limit`` (None: 100) of a conversation, in the order in which they were
    told; none of one that is not there."""
    return LIST.call(
        {"person": person, "conversation": conversation},
        query={"limit": limit, "purpose": purpose},
    )


def replace_items(
    person: str,
    conversation: str,
    items: Sequence[Mapping[str, Any]],
    *,
    upto: Id | None = None,
) -> Call[Items]:
    """Puts items in the place of those that are there, at once; with ``upto`` only of those
    up to that one, and what was added behind it stays. Gives the new ones."""
    body = {"items": [dict(each) for each in items]}
    return REPLACE.call(
        {"person": person, "conversation": conversation},
        body={**body, **given(upto=None if upto is None else str(upto))},
    )


def pop_item(
    person: str, conversation: str, *, purpose: str | None = None
) -> Call[ConversationItem | None]:
    """Takes the last item out and gives it, to one of those who ask at once; None where
    there is none."""
    return POP.call(
        {"person": person, "conversation": conversation}, query={"purpose": purpose}
    )


def clear_conversation(
    person: str, conversation: str, *, memories: bool = False
) -> Call[UUID]:
    """Erases a conversation, and with ``memories`` what was learnt from it; there is no
    undo. Gives the erasure's id; :class:`NotFound` where there is nothing of that name."""
    return CLEAR.call(
        {"person": person, "conversation": conversation},
        query={"memories": memories},
    )


def memory_tool(
    person: str, command: Mapping[str, Any], *, purpose: str | None = None
) -> Call[ToolResult]:
    """Runs one command of the memory tool (``memory_20250818``) as the model gives it, such
    as ``{"command": "view", "path": "/memories"}``. What cannot be done is a result with
    ``is_error`` and no exception."""
    return RUN.call({"person": person}, query={"purpose": purpose}, body=dict(command))
