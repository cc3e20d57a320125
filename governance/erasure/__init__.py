"""Plan → run → verify → report: an erasure that reaches every copy and is never lost."""

from governance.erasure.ask import (
    NO_UNDO,
    AlreadyErased,
    NothingToErase,
    ask,
    erase_memories,
    erased_by,
    not_yet_erased,
)
from governance.erasure.plan import Plan, plan_memories
from governance.erasure.run import carry_out
from governance.erasure.scope import plan_for
from governance.erasure.sweep import open_runs
from governance.erasure.undo import TooLate, undo

__all__ = [
    "NO_UNDO",
    "AlreadyErased",
    "NothingToErase",
    "Plan",
    "TooLate",
    "ask",
    "carry_out",
    "erase_memories",
    "erased_by",
    "not_yet_erased",
    "open_runs",
    "plan_for",
    "plan_memories",
    "undo",
]
