"""A message of a conversation as people read it: who said it, the words, and apart from
them whatever is for machines."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.text import Truncator

from governance.models import ConversationItem, SpecialCategory
from governance.porting import said_in, speaker, technical
from governance.web.me.rows import EXCERPT, folded
from governance.web.words import Moment, moment


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
    text = said_in(item.body)
    opening, rest = folded(text)
    return Message(
        item=item,
        who=speaker(item.body, app),
        opening=opening,
        rest=rest,
        technical="" if text else technical(item.body),
        at=moment(item.created_at, now),
        ends=moment(item.expires_at, now) if item.expires_at else None,
        about=", ".join(str(SpecialCategory(each).label) for each in item.categories),
    )
