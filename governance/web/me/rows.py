"""A memory as the pages show it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.text import Truncator

from governance.models import Memory, MemoryState, Sensitivity
from governance.web.words import Moment, moment, where_from

LONG = 700
OPENING = 500
EXCERPT = 60


@dataclass(frozen=True)
class Row:
    """One memory in words. ``opening`` and ``rest`` are its whole text: a very long
    one is folded, so that the next one stays in reach."""

    memory: Memory
    opening: str
    rest: str
    excerpt: str
    where_from: str
    learned: Moment
    expires: Moment | None

    @property
    def in_use(self) -> bool:
        """Most are, so only the others say their state."""
        return self.memory.status == MemoryState.ACTIVE

    @property
    def delicate(self) -> bool:
        """Whether it is more private than most."""
        return self.memory.sensitivity != Sensitivity.NORMAL


def row(memory: Memory, now: datetime) -> Row:
    """The memory as a row; its source and service must be at hand."""
    opening, rest = folded(memory.text)
    return Row(
        memory=memory,
        opening=opening,
        rest=rest,
        excerpt=Truncator(" ".join(memory.text.split())).chars(EXCERPT),
        where_from=where_from(memory),
        learned=moment(memory.created_at, now),
        expires=moment(memory.expires_at, now) if memory.expires_at else None,
    )


def folded(text: str) -> tuple[str, str]:
    """A long text in two: what is shown at once, and the rest. Nothing is lost."""
    if len(text) <= LONG:
        return text, ""
    space = text.rfind(" ", OPENING // 2, OPENING)
    at = OPENING if space < 0 else space + 1
    return text[:at], text[at:]
