"""A message of a conversation in words: who said it, and what. An app may keep any JSON;
what is text is shown as text, all else as it stands."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from governance.models import ConversationItem, SpecialCategory
from governance.porting import parted, speaker, technical
from governance.web.me.rows import EXCERPT, folded
from governance.web.words import Moment, moment


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
    labels = [str(SpecialCategory(each).label) for each in item.categories]
    return Spoken(
        item=item,
        who=speaker(item.body, app),
        own=item.body.get("role") == "user",
        opening=opening,
        rest=more,
        technical=technical(rest),
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
