"""Expiry by set: one batch of everybody's expired memories with nothing made from them.

The database has it as a function of its owner (migrations/_retention.py): under row-level
security each row of each table would be judged on its own, which took longer than to
delete it, and the sweeper would have to see what it deletes.
"""

from django.conf import settings
from django.db import connection

from governance.access import as_sweeper
from governance.erasure.stores import Store
from governance.erasure.stores.derivations import Derivations
from governance.erasure.stores.memories import Memories
from governance.erasure.stores.rebuilds import Rebuilds
from governance.erasure.stores.sources import Sources
from governance.erasure.stores.versions import Versions
from governance.models import RetentionRule

BY_SET: tuple[type[Store], ...] = (
    Versions,
    Derivations,
    Memories,
    Sources,
    Rebuilds,
)
"""The stores that the function answers for; a system check sees that there is no other
(checks.py)."""

EXPIRE = "SELECT expire_memories(%s, %s)"


def take_batch(rule: RetentionRule) -> int:
    """Deletes up to ``ERASURE_BATCH`` memories in one transaction, with an entry for each
    person; gives how many, 0 when there is none that can go this way."""
    with as_sweeper(), connection.cursor() as cursor:
        cursor.execute(EXPIRE, [settings.ERASURE_BATCH, rule.id])
        return int(cursor.fetchone()[0])
