"""What staff do with a whole source of quarantined memories, person by person."""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class SourceDeedKind(models.TextChoices):
    """What is done with it."""

    DROP = "drop", _("dropped")
    RELEASE = "release", _("let into use")


class SourceDeed(models.Model):
    """The row is the queue. A worker claims it for a while (``lease_until``) under a fence
    and takes one person after the other. ``ref`` is the service's own name for the source;
    it is emptied when everybody is through, and the row goes 30 days later."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=10, choices=SourceDeedKind)
    service_id = models.UUIDField()
    ref = models.CharField(max_length=255, blank=True)
    reason = models.TextField()
    asked_by = models.UUIDField()
    persons = ArrayField(models.UUIDField())
    done = ArrayField(models.UUIDField(), default=list)
    # Where something went wrong at the last try.
    failed = ArrayField(models.UUIDField(), default=list)
    # Erasures that began, or memories that are in use again.
    number = models.PositiveIntegerField(default=0)
    fence = models.BigIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "source_deed"
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=SourceDeedKind.values),
                name="source_deed_kind_known",
            ),
            models.UniqueConstraint(
                fields=["service_id", "ref"],
                condition=Q(ended_at__isnull=True),
                name="source_deed_one_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["created_at"], name="source_deed_by_age")]

    @override
    def __str__(self) -> str:
        return str(self.id)

    @property
    def left(self) -> int:
        """People whose turn is still to come."""
        return len(self.persons) - len(self.done) - len(self.failed)
