"""Derive a text afresh from what is left of its origins, always with its derivations."""

from governance.condensing.afresh import rebuild
from governance.condensing.extract import BUDGET, Passage, extract
from governance.condensing.origins import Going, to_derive_again
from governance.condensing.queue import stuck, try_stuck_again, waiting, waiting_of

__all__ = [
    "BUDGET",
    "Going",
    "Passage",
    "extract",
    "rebuild",
    "stuck",
    "to_derive_again",
    "try_stuck_again",
    "waiting",
    "waiting_of",
]
