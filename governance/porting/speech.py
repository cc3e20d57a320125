"""An item of a conversation as people read it: who said it, the words, and apart from them
whatever is for machines. An app may keep any JSON object as an item."""

import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

CONTENT, TEXT, ROLE = "content", "text", "role"
SHOWN: Mapping[str, tuple[Any, ...]] = {
    "type": ("message",),
    ROLE: ("user", "assistant", "tool"),
}
"""Values of members that are told in words of our own."""
USER = "user"
"""The role of what the person has said themselves."""
TOOL_RESULT = "tool_result"
"""A part of an item that a tool has answered: some agents put it in under the user's role."""


def own_words(body: Any) -> Any:
    """What of an item its person has said themselves: all of it, as a rule; None where
    that is nothing."""
    if not isinstance(body, dict) or body.get(ROLE) != USER:
        return None
    content = body.get(CONTENT)
    if not isinstance(content, list):
        return body
    own = [each for each in content if not _of_a_tool(each)]
    if len(own) == len(content):
        return body
    return {**body, CONTENT: own} if own else None


def said_in(body: Any) -> str:
    """What an item says in words; where it says nothing so, all of it as JSON."""
    text, rest = parted(body)
    return text or technical(rest)


def technical(rest: Any) -> str:
    """What is no text, as JSON; empty for nothing."""
    return json.dumps(rest, indent=2, ensure_ascii=False) if rest else ""


def speaker(body: Any, app: str) -> str:
    """Who said it, in the language of the page; ``app`` is the name of the service."""
    role = body.get(ROLE) if isinstance(body, dict) else None
    if own_words(body) is not None:
        return _("You")
    if role == "assistant":
        return app
    return _("A tool") if role in {USER, "tool"} else _("The app")


def parted(body: Any) -> tuple[str, Any]:
    """The text of a message, and all that is left without it; empty where nothing is."""
    if not isinstance(body, dict):
        return "", body
    texts, content = _texts(body.get(CONTENT))
    return "\n\n".join(texts), _telling({**body, CONTENT: content})


def _texts(content: Any) -> tuple[list[str], Any]:
    """The texts of a content, and what it holds beside them."""
    if isinstance(content, str):
        return [content], None
    if not isinstance(content, list):
        return [], content
    texts, others = [], []
    for part in content:
        text, left = _text_of(part)
        texts += [text] if text else []
        others += [left] if left else []
    return texts, others


def _text_of(part: Any) -> tuple[str, Any]:
    if isinstance(part, str):
        return part, None
    if not isinstance(part, dict) or not isinstance(part.get(TEXT), str):
        return "", part
    left = _telling({name: each for name, each in part.items() if name != TEXT})
    # What kind of text it is says nothing without more.
    return part[TEXT], left if set(left) - {"type"} else None


def _telling(members: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty, or said by the page already."""
    return {
        name: each
        for name, each in members.items()
        if each not in (None, "", [], {}) and each not in SHOWN.get(name, ())
    }


def _of_a_tool(part: Any) -> bool:
    return isinstance(part, dict) and part.get("type") == TOOL_RESULT
