"""Plan → run → verify → report: an erasure that reaches every copy and is never lost."""

from governance.erasure.ask import (
    AlreadyErased,
    NothingToErase,
    erase_memories,
    erased_by,
    not_yet_erased,
)
from governance.erasure.plan import Plan, plan_memories
from governance.erasure.run import carry_out
from governance.erasure.sweep import open_runs

__all__ = [
    "AlreadyErased",
    "NothingToErase",
    "Plan",
    "carry_out",
    "erase_memories",
    "erased_by",
    "not_yet_erased",
    "open_runs",
    "plan_memories",
]
