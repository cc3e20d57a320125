"""Remember: scrubbed, embedded, deduplicated, with a where-from, in one transaction."""

from governance.writing.draft import Draft, SourceDraft, Unwritable
from governance.writing.remember import Remembered, remember
from governance.writing.stale import Stale, UnknownOrigin

__all__ = [
    "Draft",
    "Remembered",
    "SourceDraft",
    "Stale",
    "UnknownOrigin",
    "Unwritable",
    "remember",
]
