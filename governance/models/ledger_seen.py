"""How far the database knows the erasure ledger, which lies outside it."""

from django.db import models
from django.db.models import Q
from typing_extensions import override


class LedgerSeen(models.Model):
    """One row: the newest entry whose deed is in this database. It goes back with a
    restore, however that was done, while the ledger does not: so a restore shows.

    ``replay_since`` is set from a restore on until everything that the ledger has and the
    restored data does not know was done again; nothing is served meanwhile.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    number = models.BigIntegerField(default=0, db_default=0)
    hash = models.CharField(max_length=64, default="0" * 64, db_default="0" * 64)
    replay_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "ledger_seen"
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="ledger_seen_one_row")
        ]

    @override
    def __str__(self) -> str:
        return str(self.number)
