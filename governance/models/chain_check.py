"""What the last walks over the audit chain found."""

import uuid

from django.db import models
from django.db.models.functions import Now
from typing_extensions import override


class ChainCheck(models.Model):
    """One walk. ``why`` is empty where the chain is whole up to the link ``number`` with
    ``hash``; else it says what is wrong with the link ``number``, the first that does not
    hold. ``asked_by`` is the account of who wanted it, if it was not the night."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    at = models.DateTimeField(db_default=Now())
    number = models.BigIntegerField()
    hash = models.BinaryField(max_length=32, null=True)
    why = models.CharField(max_length=80, blank=True)
    # Entries that had waited longer than a minute for their seal.
    unsealed = models.PositiveIntegerField(default=0)
    asked_by = models.UUIDField(null=True)

    class Meta:
        db_table = "chain_check"
        indexes = [models.Index(fields=["at"], name="chain_check_by_age")]

    @override
    def __str__(self) -> str:
        return f"{self.number} {self.why}"
