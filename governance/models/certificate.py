"""The certificate of an erasure, and links that open it for whoever holds one.

Neither holds a foreign key to the person or the account: both outlive them.
"""

import uuid

from django.db import models
from django.db.models.functions import Now
from typing_extensions import override

from governance.models.owned import OwnedQuerySet


class Certificate(models.Model):
    """What was signed, byte for byte. The run is the key: there is never a second one,
    and nothing of ours changes or deletes a row."""

    run_id = models.UUIDField(primary_key=True)
    person_id = models.UUIDField()
    service_id = models.UUIDField()
    signed = models.TextField()
    created_at = models.DateTimeField(db_default=Now())

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "certificate"
        constraints = [
            models.UniqueConstraint(
                fields=["person_id", "run_id"], name="certificate_person_run"
            )
        ]

    @override
    def __str__(self) -> str:
        return str(self.run_id)


class ReceiptLink(models.Model):
    """Opens one certificate to whoever has its token, until ``expires_at``."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person_id = models.UUIDField()
    service_id = models.UUIDField()
    run_id = models.UUIDField()
    token_hash = models.BinaryField(max_length=32)
    hash_key = models.ForeignKey("governance.HashKey", models.PROTECT)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "receipt_link"
        constraints = [
            models.UniqueConstraint(fields=["token_hash"], name="receipt_link_token")
        ]
        indexes = [models.Index(fields=["expires_at"], name="receipt_link_by_expiry")]

    @override
    def __str__(self) -> str:
        return str(self.id)
