"""An item of a conversation as people read it: who said it, the words, and apart from them
whatever is for machines. An item may be any JSON object."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

WORDS = ("content", "text", "output", "summary")
"""Members that hold what was said."""
NAMING = {"role", "type", "id", "status", "call_id", "object"}
"""Members that say what an item is, and nothing that was said."""


def said_in(body: Any) -> str:
    """What an item says: its text, or the texts of its parts; empty where it says nothing
    in words."""
    return "\n".join(_parts(body))


def technical(body: Mapping[str, Any]) -> str:
    """What an item holds, as JSON."""
    told = {name: value for name, value in body.items() if name not in NAMING}
    return json.dumps(told or body, indent=2, ensure_ascii=False)


def speaker(body: Mapping[str, Any], app: str) -> str:
    """Who said it, in a word of the page's language."""
    role = body.get("role")
    if role == "user":
        return _("You")
    if role == "tool" or "call_id" in body or "tool_call_id" in body:
        return _("A tool of %(app)s") % {"app": app}
    return app


def _parts(body: Any) -> Iterator[str]:
    if isinstance(body, str):
        if body.strip():
            yield body
    elif isinstance(body, list):
        for each in body:
            yield from _parts(each)
    elif isinstance(body, Mapping):
        for name in WORDS:
            yield from _parts(body.get(name))
