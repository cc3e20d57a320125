"""What the gate gives back. Nothing here ever holds the value that was found,
except `Scrubbed.text`, which is the clean one."""

from dataclasses import dataclass


class ScrubFailed(Exception):
    """The text could not be cleaned for certain, so the caller stores nothing.

    Its message never repeats any of the text, and it is raised `from None` so that no
    chained exception does.
    """


@dataclass(frozen=True, slots=True)
class Match:
    """A stretch that a recogniser claims, with how sure it is (0 to 1)."""

    entity: str
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found where (code points of the input) and what was done."""

    entity: str
    action: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scrubbed:
    text: str
    findings: tuple[Finding, ...] = ()
    # Categories of Art. 9 and 10 GDPR that the text tells of; nothing is done about it.
    special: tuple[str, ...] = ()
    blocked: bool = False
    # Nothing worth storing is left once the placeholders are taken out.
    empty: bool = False
