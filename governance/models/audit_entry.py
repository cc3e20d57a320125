"""The append-only record of who did what. Ids and counts only, never text."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now
from typing_extensions import override


class AuditEntry(models.Model):
    """One deed. The runtime login may add entries and read them, nothing else."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # No database default: Django would read it back, and writers may not read here.
    created_at = models.DateTimeField()
    verb = models.CharField(max_length=60)
    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField(null=True)
    service_id = models.UUIDField(null=True)
    person_id = models.UUIDField(null=True)
    subject_ids = ArrayField(models.UUIDField(), default=list)
    counts = models.JSONField(default=dict)

    class Meta:
        db_table = "audit_entry"
        indexes = [
            models.Index(fields=["created_at", "id"], name="audit_in_order"),
            models.Index(fields=["person_id", "created_at"], name="audit_of_person"),
            # What is about the house and nobody in particular: rules, nightly checks.
            models.Index(
                fields=["verb", "created_at"],
                condition=models.Q(person_id=None),
                name="audit_of_house",
            ),
        ]

    @override
    def __str__(self) -> str:
        return f"{self.verb} {self.id}"


class AuditSeal(models.Model):
    """The link of one entry into the chain. A row of its own, because a sealed entry
    must not be changed by sealing it (law.md, the audit record)."""

    number = models.BigIntegerField(primary_key=True)
    entry = models.OneToOneField(AuditEntry, models.PROTECT)
    before = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)
    sealed_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "audit_seal"

    @override
    def __str__(self) -> str:
        return str(self.number)
