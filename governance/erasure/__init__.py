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
from governance.erasure.choosing import all_of_service, told_by_source
from governance.erasure.hasten import hasten
from governance.erasure.plan import Plan, plan_memories
from governance.erasure.run import carry_out
from governance.erasure.scope import plan_for
from governance.erasure.sweep import open_runs
from governance.erasure.undo import TooLate, undo
from governance.erasure.undo_time import DEFAULT_UNDO, undo_time

__all__ = [
    "DEFAULT_UNDO",
    "NO_UNDO",
    "AlreadyErased",
    "NothingToErase",
    "Plan",
    "TooLate",
    "all_of_service",
    "ask",
    "carry_out",
    "erase_memories",
    "erased_by",
    "hasten",
    "not_yet_erased",
    "open_runs",
    "plan_for",
    "plan_memories",
    "told_by_source",
    "undo",
    "undo_time",
]
