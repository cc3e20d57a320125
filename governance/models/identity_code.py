"""A link and a code that were mailed to the address of a request, to prove that whoever asks
reads what comes there."""

import uuid

from django.db import models
from typing_extensions import override


class IdentityCode(models.Model):
    """Both are kept as keyed hashes only. Tries are counted before they are compared, and
    end it. The address itself stands, sealed, in the request."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    request_id = models.UUIDField()
    token_hash = models.BinaryField(max_length=32)
    reference_hash = models.BinaryField(max_length=32)
    code_hash = models.BinaryField(max_length=32)
    hash_key = models.ForeignKey("governance.HashKey", models.PROTECT)
    tries = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "identity_code"
        constraints = [
            models.UniqueConstraint(fields=["token_hash"], name="identity_code_token")
        ]
        indexes = [
            models.Index(fields=["reference_hash"], name="identity_code_by_reference"),
            models.Index(fields=["request_id"], name="identity_code_of_request"),
            models.Index(fields=["expires_at"], name="identity_code_by_end"),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)
