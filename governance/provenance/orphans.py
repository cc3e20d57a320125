"""Edges of the graph carry no foreign key; so every night it is counted whether one has
lost an end without a receipt for it (design.md, Ready for more than one machine)."""

import logging
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from governance.audit import SYSTEM, record
from governance.models import AuditEntry

log = logging.getLogger(__name__)
CHECKED = "provenance.checked"


class Orphans(NamedTuple):
    """Edges whose memory is not there, and edges whose origin is not."""

    made: int
    origin: int


class Checked(NamedTuple):
    """What the last check found."""

    at: datetime
    found: Orphans


def check_edges() -> Orphans:
    """Counts them, enters the result, and logs an error if there are any. Call it in the
    sweeper's scope."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT made, origin FROM orphan_edges()")
        found = Orphans(*cursor.fetchone())
    if any(found):
        log.error(
            "%d edges have lost their memory and %d their origin, without a receipt",
            found.made,
            found.origin,
        )
    record(CHECKED, SYSTEM, counts=found._asdict())
    return found


def last_check() -> Checked | None:
    """The newest result, in a scope that reads the record; None before the first."""
    entries = AuditEntry.objects.filter(verb=CHECKED, person_id=None)
    entry = entries.order_by("-created_at").first()
    if entry is None:
        return None
    return Checked(entry.created_at, Orphans(**entry.counts))
