"""Remember: scrubbed, embedded, deduplicated, with a where-from, in one transaction."""

from governance.writing.draft import Draft, Earlier, SourceDraft
from governance.writing.gate import Gate, Unwritable
from governance.writing.held import opened
from governance.writing.known_by import text_hash, text_hashes
from governance.writing.once import KeyUsedOtherwise, Once
from governance.writing.remember import remember, remember_many
from governance.writing.revise import (
    current,
    new_text,
    redact_version,
    revise,
    twin_of,
    version_of,
)
from governance.writing.sensitive import refuse_unless_consented
from governance.writing.stale import (
    Lapsed,
    Stale,
    UnknownOrigin,
    ref_of,
    refuse_erased_ref,
    refuse_older,
    retry_of,
)
from governance.writing.store import Remembered, supersede
from governance.writing.trust import first_state
from governance.writing.unwanted import note_unwanted, refuse_unwanted

__all__ = [
    "Draft",
    "Earlier",
    "Gate",
    "KeyUsedOtherwise",
    "Lapsed",
    "Once",
    "Remembered",
    "SourceDraft",
    "Stale",
    "UnknownOrigin",
    "Unwritable",
    "current",
    "first_state",
    "new_text",
    "note_unwanted",
    "opened",
    "redact_version",
    "ref_of",
    "refuse_erased_ref",
    "refuse_older",
    "refuse_unless_consented",
    "refuse_unwanted",
    "remember",
    "remember_many",
    "retry_of",
    "revise",
    "supersede",
    "text_hash",
    "text_hashes",
    "twin_of",
    "version_of",
]
