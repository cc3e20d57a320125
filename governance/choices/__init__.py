"""What the person decides: consents, and what may be let into use.

:func:`let_in` is the yes to one memory that waits; the no is to erase it.
"""

from governance.choices.consents import give_consent, withdraw_consent
from governance.choices.review import NothingToReview, let_in
from governance.choices.switches import set_temporary, switch_memory
from governance.choices.undo_time import undo_time

__all__ = [
    "NothingToReview",
    "give_consent",
    "let_in",
    "set_temporary",
    "switch_memory",
    "undo_time",
    "withdraw_consent",
]
