"""Whom a service knew and who was erased as a whole, until the service has confirmed it."""

from django.db import models
from django.db.models.functions import Now
from typing_extensions import override

from governance.models.owned import OwnedQuerySet


class GonePerson(models.Model):
    """Writes about the same id are stale until the service has said that its own copies
    are gone; then it is a new person. The service's id for them is a keyed hash, and
    sealed as long as the service has to be told whom it is about. No text of anybody, and
    no foreign key to the person: it outlives them, until ``expires_at``."""

    pk = models.CompositePrimaryKey("person_id", "run_id")
    person_id = models.UUIDField()
    service = models.ForeignKey("governance.Service", models.PROTECT, db_index=False)
    run_id = models.UUIDField()
    ref_hash = models.BinaryField(max_length=32)
    ref_sealed = models.BinaryField(null=True)
    hash_key = models.ForeignKey("governance.HashKey", models.PROTECT)
    created_at = models.DateTimeField(db_default=Now())
    acknowledged_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "gone_person"
        indexes = [
            models.Index(
                fields=["service", "ref_hash"],
                condition=models.Q(acknowledged_at=None),
                name="gone_person_by_ref",
            ),
            models.Index(fields=["expires_at"], name="gone_person_by_end"),
        ]

    @override
    def __str__(self) -> str:
        return str(self.person_id)
