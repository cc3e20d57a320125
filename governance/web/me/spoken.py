"""A message of a conversation in words: who said it, and what. An app may keep any JSON;
what is text is shown as text, all else as it stands."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from governance.models import ConversationItem, SpecialCategory
from governance.web.me.rows import EXCERPT, folded
from governance.web.words import Moment, moment

CONTENT, TEXT, ROLE = "content", "text", "role"
SHOWN: Mapping[str, tuple[Any, ...]] = {
    "type": ("message",),
    ROLE: ("user", "assistant", "tool"),
}
"""Values of members that the page tells in its own words."""


@dataclass(frozen=True)
class Spoken:
    """One message. ``opening`` and ``rest`` are its whole text, as of a memory;
    ``technical`` is what is no text."""

    item: ConversationItem
    who: str
    own: bool
    """Whether the person said it."""
    opening: str
    rest: str
    technical: str
    excerpt: str
    told: Moment
    ends: Moment | None
    about: str
    """The special categories that it tells of, in words."""


def spoken(item: ConversationItem, app: str, now: datetime) -> Spoken:
    """The message as the page shows it; ``app`` is the name of its service."""
    text, rest = parted(item.body)
    opening, more = folded(text)
    role = item.body.get(ROLE) if isinstance(item.body, dict) else None
    labels = [str(SpecialCategory(each).label) for each in item.categories]
    return Spoken(
        item=item,
        who=_who(role, app),
        own=role == "user",
        opening=opening,
        rest=more,
        technical=_pretty(rest) if rest else "",
        excerpt=excerpt(item.body),
        told=moment(item.created_at, now),
        ends=moment(item.expires_at, now) if item.expires_at else None,
        about=", ".join(labels),
    )


def excerpt(body: Any, most: int = EXCERPT) -> str:
    """The first words of a message; one without any is a part for machines."""
    text, _rest = parted(body)
    words = " ".join(text.split())
    return Truncator(words).chars(most) if words else _("a technical part")


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


def _who(role: Any, app: str) -> str:
    if role == "user":
        return _("You")
    if role == "assistant":
        return app
    return _("A tool") if role == "tool" else _("The app")


def _pretty(rest: Any) -> str:
    return json.dumps(rest, indent=2, ensure_ascii=False)
