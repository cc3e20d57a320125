"""Text in, clean text and findings out: personal data and secrets, before any write.

Pure: no database, no Django. It fails closed: `ScrubFailed` means store nothing.
"""

from governance.scrubbing.entities import words_for
from governance.scrubbing.gate import scrub, scrub_many
from governance.scrubbing.identifiers import hard_identifier
from governance.scrubbing.loading import configure, warm
from governance.scrubbing.members import scrub_member
from governance.scrubbing.normalise import normalised, with_powers
from governance.scrubbing.people import names_in
from governance.scrubbing.policy import (
    BALANCED,
    LIGHT,
    POLICIES,
    STRICT,
    Action,
    Policy,
    SaidBy,
    policy_named,
    strictest,
)
from governance.scrubbing.recognisers.custom import BadRecogniser
from governance.scrubbing.replacing import Tokens
from governance.scrubbing.results import Finding, Scrubbed, ScrubFailed

__all__ = [
    "BALANCED",
    "LIGHT",
    "POLICIES",
    "STRICT",
    "Action",
    "BadRecogniser",
    "Finding",
    "Policy",
    "SaidBy",
    "ScrubFailed",
    "Scrubbed",
    "Tokens",
    "configure",
    "hard_identifier",
    "names_in",
    "normalised",
    "policy_named",
    "scrub",
    "scrub_many",
    "scrub_member",
    "strictest",
    "warm",
    "with_powers",
    "words_for",
]
