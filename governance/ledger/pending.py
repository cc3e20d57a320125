"""Entries that a scope's transaction writes as its last deed, just before its commit.

A protective switch is entered before the commit: what is lost in between is a switch that
nobody was told of, and the ledger protects more than the database, never less. All that
loosens is entered after the commit, for the same reason.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from governance.ledger.entry import Facts
from governance.ledger.writing import enter

_pending: ContextVar[list[Facts] | None] = ContextVar("pending", default=None)


@contextmanager
def entering_last() -> Iterator[None]:
    """Around what a scope does; inside its transaction."""
    pending: list[Facts] = []
    token = _pending.set(pending)
    try:
        yield
        for facts in pending:
            enter(facts)
    finally:
        _pending.reset(token)


def enter_before_commit(facts: Facts) -> None:
    """Keeps the entry for the end of the scope; call it inside one. A ledger that cannot
    be written then undoes all that the scope did (:class:`LedgerTrouble`)."""
    pending = _pending.get()
    if pending is None:
        raise RuntimeError("a switch is thrown inside a scope")
    pending.append(facts)
