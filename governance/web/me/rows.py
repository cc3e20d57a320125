"""A memory as the pages show it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from governance.models import Memory, MemoryState, Sensitivity, SpecialCategory
from governance.web.words import REASONS, Moment, left_out, moment, where_from
from governance.writing import opened

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
    used: Moment | None = None
    left_out: tuple[str, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether the person is asked to let it in."""
        return self.memory.status in {MemoryState.PROPOSED, MemoryState.QUARANTINED}

    @property
    def why_it_waits(self) -> str:
        """In words; empty for one that does not wait."""
        return str(REASONS.get(self.memory.status_reason, "")) if self.waits else ""

    @property
    def about(self) -> str:
        """The special categories that it tells of, in words."""
        return ", ".join(
            str(SpecialCategory(each).label) for each in self.memory.categories
        )

    @property
    def text(self) -> str:
        """All of it, opened if it is sealed."""
        return self.opening + self.rest

    @property
    def paused(self) -> bool:
        """Whether it is kept and not used."""
        return self.memory.status == MemoryState.PAUSED

    @property
    def can_pause(self) -> bool:
        """Whether pausing and pinning mean anything for it."""
        usable = self.memory.status in {MemoryState.ACTIVE, MemoryState.PAUSED}
        return usable and not self.memory.held

    @property
    def can_correct(self) -> bool:
        """A sealed one is let in first: until then nobody but its person has it. What is
        kept by law only stays as it is."""
        return self.memory.sealed is None and not self.memory.held

    @property
    def in_use(self) -> bool:
        """Most are, so only the others say their state."""
        return self.memory.status == MemoryState.ACTIVE

    @property
    def delicate(self) -> bool:
        """Whether it is more private than most."""
        return self.memory.sensitivity != Sensitivity.NORMAL


def row(memory: Memory, now: datetime) -> Row:
    """The memory as a row; its source and service must be at hand. A sealed one is
    opened, so call it inside the scope of its person."""
    text = _words_of(memory)
    opening, rest = folded(text)
    return Row(
        memory=memory,
        opening=opening,
        rest=rest,
        excerpt=Truncator(" ".join(text.split())).chars(EXCERPT),
        where_from=where_from(memory),
        learned=moment(memory.created_at, now),
        expires=moment(memory.expires_at, now) if memory.expires_at else None,
        used=moment(memory.last_used_at, now) if memory.last_used_at else None,
        left_out=left_out(memory.findings),
    )


def _words_of(memory: Memory) -> str:
    if memory.sealed is None:
        return memory.text
    try:
        return str(opened(memory)["text"])
    except ValueError:
        # One that does not open must not hide the others.
        return _("This cannot be opened any more: its key is not there.")


def folded(text: str) -> tuple[str, str]:
    """A long text in two: what is shown at once, and the rest. Nothing is lost."""
    if len(text) <= LONG:
        return text, ""
    space = text.rfind(" ", OPENING // 2, OPENING)
    at = OPENING if space < 0 else space + 1
    return text[:at], text[at:]
