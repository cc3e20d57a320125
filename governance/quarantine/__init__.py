"""Suspected poisoning, by source: what is quarantined, and a whole source dropped or let into
use, one person after the other, by a job."""

from governance.quarantine.asking import (
    MOST_TRIES,
    NobodyThere,
    ask_for,
    deeds,
    drop_old,
    try_again,
)
from governance.quarantine.doing import carry_on, sweep
from governance.quarantine.suspects import Suspect, suspects, suspects_of

__all__ = [
    "MOST_TRIES",
    "NobodyThere",
    "Suspect",
    "ask_for",
    "carry_on",
    "deeds",
    "drop_old",
    "suspects",
    "suspects_of",
    "sweep",
    "try_again",
]
