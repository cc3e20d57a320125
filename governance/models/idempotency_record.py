"""What became of a write that carried an Idempotency-Key. Hashes and an id, no text."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from governance.models.owned import Owned, OwnedQuerySet, owner_first


class IdempotencyRecord(Owned):
    """The key and the request as keyed hashes, and the answer's memory and status. When
    the memory is erased the record stays as it is: with the receipt it answers 410."""

    key_hash = models.BinaryField(max_length=32)
    request_hash = models.BinaryField(max_length=32)
    memory_id = models.UUIDField()
    status = models.PositiveSmallIntegerField()
    supersedes = ArrayField(models.UUIDField(), default=list, db_default=[])
    expires_at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "idempotency_record"
        constraints = owner_first(
            "idempotency_record", ("person", "service", "key_hash")
        )
        indexes = [models.Index(fields=["expires_at"], name="idempotency_by_expiry")]
