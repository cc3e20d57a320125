"""Requests as other controllers call them (OpenDSR), and where they want to be told."""

import uuid

from django.db import models
from django.db.models.functions import Now
from typing_extensions import override


class ControllerRequest(models.Model):
    """A controller's own id for a request, and ours; ``request_id`` is None where nobody
    is known by the identity that was named, of which nothing is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    service_id = models.UUIDField()
    # The controller's (a UUID v4).
    subject_request_id = models.UUIDField()
    request_id = models.UUIDField(null=True)
    # Memories of that service's that were there when it came.
    results_count = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(db_default=Now())
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "controller_request"
        constraints = [
            models.UniqueConstraint(
                fields=["service_id", "subject_request_id"],
                name="controller_request_once",
            )
        ]
        indexes = [
            models.Index(fields=["request_id"], name="controller_request_of_request"),
            models.Index(fields=["created_at"], name="controller_request_by_age"),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)


class ControllerCallback(models.Model):
    """One address that is told of each status. The row is the queue: it waits as long as
    ``told``, the last status that arrived or was given up, is another than there is."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    about = models.ForeignKey(ControllerRequest, models.CASCADE)
    service_id = models.UUIDField()
    url_sealed = models.BinaryField()
    url_sealed_by = models.ForeignKey(
        "governance.HashKey", models.PROTECT, related_name="+"
    )
    told = models.CharField(max_length=20, blank=True)
    # The status that is being tried, and how often it was.
    trying = models.CharField(max_length=20, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # None once the last status was told.
    next_at = models.DateTimeField(null=True, db_default=Now())
    fence = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "controller_callback"
        indexes = [
            models.Index(fields=["next_at"], name="controller_callback_by_turn"),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)
