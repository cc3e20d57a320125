"""Remember: scrubbed, embedded, deduplicated, with a where-from, in one transaction."""

from governance.writing.draft import Draft, Gate, SourceDraft, Unwritable
from governance.writing.once import KeyUsedOtherwise, Once
from governance.writing.remember import remember, remember_many
from governance.writing.revise import current, new_text, redact_version, revise
from governance.writing.stale import Stale, UnknownOrigin, ref_of, retry_of
from governance.writing.store import Remembered
from governance.writing.trust import first_state

__all__ = [
    "Draft",
    "Gate",
    "KeyUsedOtherwise",
    "Once",
    "Remembered",
    "SourceDraft",
    "Stale",
    "UnknownOrigin",
    "Unwritable",
    "current",
    "first_state",
    "new_text",
    "redact_version",
    "ref_of",
    "remember",
    "remember_many",
    "retry_of",
    "revise",
]
