"""A message of a conversation as people read it: who said it, the words, and apart from
them whatever is for machines."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from governance.models import ConversationItem, SpecialCategory
from governance.web.me.rows import EXCERPT, folded
from governance.web.words import Moment, moment

WORDS = ("content", "text", "output", "summary")
"""Members that hold what was said."""
NAMING = {"role", "type", "id", "status", "call_id", "object"}
"""Members that say what an item is, and nothing that was said."""


@dataclass(frozen=True)
class Message:
    """One message in words. ``technical`` is what no words were found for, as JSON."""

    item: ConversationItem
    who: str
    opening: str
    rest: str
    technical: str
    at: Moment
    ends: Moment | None
    about: str

    @property
    def excerpt(self) -> str:
        """Its beginning, for a button's name."""
        said = " ".join((self.opening or self.technical).split())
        return Truncator(said).chars(EXCERPT)


def message(item: ConversationItem, app: str, now: datetime) -> Message:
    """One item in words."""
    text = "\n".join(said_in(item.body))
    opening, rest = folded(text)
    return Message(
        item=item,
        who=_who(item.body, app),
        opening=opening,
        rest=rest,
        technical="" if text else _as_json(item.body),
        at=moment(item.created_at, now),
        ends=moment(item.expires_at, now) if item.expires_at else None,
        about=", ".join(str(SpecialCategory(each).label) for each in item.categories),
    )


def said_in(body: Any) -> Iterator[str]:
    """What an item says: its text, or the texts of its parts."""
    if isinstance(body, str):
        if body.strip():
            yield body
    elif isinstance(body, list):
        for each in body:
            yield from said_in(each)
    elif isinstance(body, Mapping):
        for name in WORDS:
            yield from said_in(body.get(name))


def _who(body: Mapping[str, Any], app: str) -> str:
    role = body.get("role")
    if role == "user":
        return _("You")
    if role == "tool" or "call_id" in body or "tool_call_id" in body:
        return _("A tool of %(app)s") % {"app": app}
    return app


def _as_json(body: Mapping[str, Any]) -> str:
    told = {name: value for name, value in body.items() if name not in NAMING}
    return json.dumps(told or body, indent=2, ensure_ascii=False)
