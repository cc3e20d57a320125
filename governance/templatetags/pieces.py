"""The smallest components as tags: a list shows some hundreds of them, few of which
differ, and including a template each time takes longer than all else on the page."""

import uuid
from functools import lru_cache
from typing import NamedTuple

from django.template import Context, Library
from django.template.loader import get_template
from django.utils.html import escape
from django.utils.safestring import SafeString

from governance.web.me.rows import Row

register = Library()

KEPT = 500
"""More than there are icons, and words on chips in all languages."""
ID, EXCERPT = uuid.uuid4(), uuid.uuid4().hex
"""Marks in place of a row's own; nobody knows them, so no text holds them."""
MADE = "_actions_made"


@register.simple_tag
def icon(name: str) -> SafeString:
    """``components/icon.html``."""
    return _made("components/icon.html", name=name)


@register.simple_tag
def chip(word: object, tone: str = "") -> SafeString:
    """``components/chip.html``; the word is one of ours, never a person's."""
    return _made("components/chip.html", word=str(word), tone=str(tone))


@lru_cache(maxsize=KEPT)
def _made(template: str, **values: str) -> SafeString:
    return SafeString(get_template(template).render(values).strip())


class Like(NamedTuple):
    """All that ``components/memory_actions.html`` is told of a row, apart from the two
    things that no two rows share; in their place stand marks."""

    waits: bool
    can_correct: bool
    can_pause: bool
    paused: bool
    memory: "LikeMemory"
    excerpt: str = EXCERPT


class LikeMemory(NamedTuple):
    """The same of its memory."""

    pinned: bool
    id: uuid.UUID = ID


@register.simple_tag(takes_context=True)
def actions_of(context: Context, row: Row) -> SafeString:
    """``components/memory_actions.html``, made once for all rows of a page that may do
    the same; rows are alike here, and there are fifty of them."""
    like = Like(
        row.waits,
        row.can_correct,
        row.can_pause,
        row.paused,
        LikeMemory(row.memory.pinned),
    )
    request = context["request"]
    made = vars(request).setdefault(MADE, {})
    if like not in made:
        made[like] = get_template("components/memory_actions.html").render(
            {"row": like}, request
        )
    # The excerpt last: nothing is looked for in what somebody wrote.
    html = made[like].replace(str(ID), str(row.memory.id))
    return SafeString(html.replace(EXCERPT, escape(row.excerpt)))
