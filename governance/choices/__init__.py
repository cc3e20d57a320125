"""What the person decides: consents, and what may be let into use.

:func:`let_in` is the yes to one memory that waits; the no is to erase it.
"""

from governance.choices.apps import (
    NotTheirs,
    connect_again,
    disconnect,
    forgetting,
    let_go,
)
from governance.choices.consents import give_consent, withdraw_consent
from governance.choices.keeping import NotInUse, set_paused, set_pinned
from governance.choices.review import NothingToReview, let_in
from governance.choices.switches import (
    UNTIL_I_SAY,
    Asking,
    choose_category,
    for_all,
    set_learning,
    set_temporary,
    set_using,
    switch_memory,
)
from governance.choices.tour import note_tour
from governance.choices.unwanted import let_be_learnt_again
from governance.erasure import undo_time

__all__ = [
    "UNTIL_I_SAY",
    "Asking",
    "NotInUse",
    "NotTheirs",
    "NothingToReview",
    "choose_category",
    "connect_again",
    "disconnect",
    "for_all",
    "forgetting",
    "give_consent",
    "let_be_learnt_again",
    "let_go",
    "let_in",
    "note_tour",
    "set_learning",
    "set_paused",
    "set_pinned",
    "set_temporary",
    "set_using",
    "switch_memory",
    "undo_time",
    "withdraw_consent",
]
