"""Problem documents (RFC 9457) as Memoryhub sends them; none repeats what was sent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID


@dataclass(frozen=True)
class Problem:
    """Why a call, or one item of a batch, was refused. ``errors`` are sentences by field,
    ``reason`` is a fixed word, ``categories`` are special ones that the text tells of,
    ``scope`` is the one that the key lacks, ``erasure`` the run that took what was meant,
    and ``rule`` the rule of law that a time of a request breaks."""

    status: int = 0
    title: str = "No answer"
    detail: str = ""
    type: str = "about:blank"
    errors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    reason: str = ""
    categories: Sequence[str] = ()
    scope: str = ""
    erasure: UUID | None = None
    rule: str = ""
