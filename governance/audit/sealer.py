"""The one sealer: links new entries into the chain, in the sweeper's scope."""

from datetime import timedelta

from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Now

from governance.audit.chain import head, link
from governance.models import AuditEntry, AuditSeal

LEASE = 0x6D685F5345414C  # "mh_SEAL": the number of the advisory lock
BATCH = 2_000
ALARM_AFTER = timedelta(seconds=60)


def seal_new_entries(*, wait: bool = False) -> int:
    """Links up to 2,000 waiting entries; gives how many: 0 where none waits or, unless
    told to ``wait`` for its end, where another one seals.

    The lease is an advisory lock of the transaction: it cannot outlive its holder.
    """
    if not _hold_lease(wait=wait):
        return 0
    at = head()
    seals = []
    number, before = at.number, at.hash
    for entry in _waiting().order_by("created_at", "id")[:BATCH]:
        number += 1
        hashed = link(before, entry)
        seals.append(AuditSeal(number=number, entry=entry, before=before, hash=hashed))
        before = hashed
    AuditSeal.objects.bulk_create(seals)
    return len(seals)


def unsealed(*, older_than: timedelta = ALARM_AFTER) -> int:
    """How many entries have waited too long: an alarm when it is not 0."""
    return _waiting().filter(created_at__lt=Now() - older_than).count()


def _waiting() -> QuerySet[AuditEntry]:
    return AuditEntry.objects.filter(auditseal__isnull=True)


def _hold_lease(*, wait: bool) -> bool:
    with connection.cursor() as cursor:
        if wait:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LEASE])
            return True
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LEASE])
        return bool(cursor.fetchone()[0])
