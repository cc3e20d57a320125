"""Rows that have had their time: deleted batch by batch, each its own transaction with its
audit entry. For rooms that give their rows an end of their own, below the rules."""

import logging
from collections.abc import Callable
from typing import TypeVar

from django.db import models
from django.db.models import Q

from governance.access.scopes import as_sweeper
from governance.audit import SYSTEM, record
from governance.ledger import ReplayOutstanding

log = logging.getLogger(__name__)

BATCH = 5_000

M = TypeVar("M", bound=models.Model)


def drop_over(model: type[M], over: Q, *, name: str) -> int:
    """Deletes the rows that are over; gives how many. ``name`` is what the audit record
    calls them. Opens scopes of its own."""
    gone = 0
    while batch := _batch(model, over, name):
        gone += batch
    return gone


def _batch(model: type[M], over: Q, name: str) -> int:
    with as_sweeper():
        due = model._default_manager.filter(over).order_by("pk").values("pk")[:BATCH]
        # Only those of the batch: what stands on them goes by cascade.
        _, by_model = model._default_manager.filter(pk__in=due).delete()
        gone = by_model.get(model._meta.label, 0)
        if gone:
            record("rows.dropped", SYSTEM, counts={name: gone})
    return gone


def each_by_itself(*deeds: Callable[[], object]) -> None:
    """Does them one after another; what stops one stops no other, but for a restore."""
    for deed in deeds:
        try:
            deed()
        except ReplayOutstanding:
            raise
        except Exception:
            log.exception("%s could not be done", deed.__name__)
