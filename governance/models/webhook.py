"""Where a service wants to be told, and what it is told: one row a recipient and event.

Neither a word of anybody nor the service's id for a person stands in these rows.
"""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from typing_extensions import override


class EventKind(models.TextChoices):
    """What a service can be told of (contracts.md, section 2)."""

    MEMORY_ERASED = "memory.erased"
    PERSON_ERASED = "person.erased"
    MEMORY_CORRECTED = "memory.corrected"
    REBUILD_NEEDED = "summary.rebuild_needed"
    SETTINGS_CHANGED = "settings.changed"
    REQUEST_UPDATED = "request.updated"
    TEST = "webhook.test"


class DeliveryState(models.TextChoices):
    """How far a recipient has been told."""

    WAITING = "waiting", _("to be told")
    NO_WEBHOOK = "no_webhook", _("has no address to be told at")
    DELIVERED = "delivered", _("told")
    ACKNOWLEDGED = "acknowledged", _("confirmed that its copies are gone")
    FAILED = "failed", _("could not be reached")
    CLOSED = "closed", _("closed without an answer")


class Webhook(models.Model):
    """An address of a service. Address and secrets are sealed by a master key; the row
    ends with the service's DELETE, or some time after it was disabled."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    service = models.ForeignKey("governance.Service", models.CASCADE)
    url_sealed = models.BinaryField()
    url_sealed_by = models.ForeignKey(
        "governance.HashKey", models.PROTECT, related_name="+"
    )
    secret_sealed = models.BinaryField()
    secret_sealed_by = models.ForeignKey(
        "governance.HashKey", models.PROTECT, related_name="+"
    )
    # While a secret is being changed both sign (Standard Webhooks, "zero downtime").
    earlier_secret_sealed = models.BinaryField(null=True)
    earlier_secret_sealed_by = models.ForeignKey(
        "governance.HashKey", models.PROTECT, null=True, related_name="+"
    )
    earlier_until = models.DateTimeField(null=True, blank=True)
    events = ArrayField(models.CharField(max_length=40, choices=EventKind))
    # In a row; what does not answer is left in peace for longer each time.
    failures = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    disabled_reason = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "webhook"
        indexes = [models.Index(fields=["disabled_at"], name="webhook_by_end")]

    @override
    def __str__(self) -> str:
        return str(self.id)


class WebhookDelivery(models.Model):
    """The row is the queue. It is made in the transaction of what it tells of.

    A worker claims it for a while (``lease_until``); each claim raises ``fence``, and a
    worker whose fence is old can change nothing. No foreign key to the person or the
    webhook: it outlives both.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # None where it is about nobody: a test.
    person_id = models.UUIDField(null=True)
    service_id = models.UUIDField()
    # None where the service has no webhook and is a recipient all the same.
    webhook_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=40, choices=EventKind)
    event_id = models.UUIDField()
    # Set where the recipient has to confirm that its own copies are gone.
    run_id = models.UUIDField(null=True)
    subject_ids = ArrayField(models.UUIDField(), default=list)
    state = models.CharField(max_length=20, choices=DeliveryState)
    reason = models.CharField(max_length=40, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    fence = models.BigIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    # The status of the last answer; nothing else of an answer is kept.
    response_status = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField(db_default=Now())
    told_at = models.DateTimeField(null=True, blank=True)
    acknowledged_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "webhook_delivery"
        constraints = [
            models.UniqueConstraint(
                fields=["person_id", "event_id", "webhook_id"],
                nulls_distinct=False,
                name="webhook_delivery_once",
            ),
            models.CheckConstraint(
                condition=Q(state__in=DeliveryState.values),
                name="webhook_delivery_state_known",
            ),
        ]
        indexes = [
            models.Index(
                fields=["webhook_id", "next_at"],
                condition=Q(state="waiting"),
                name="webhook_delivery_due",
            ),
            models.Index(
                fields=["service_id", "lease_until"],
                condition=Q(state="waiting", lease_until__isnull=False),
                name="webhook_delivery_held",
            ),
            models.Index(fields=["run_id"], name="webhook_delivery_of_run"),
            models.Index(
                fields=["service_id"],
                condition=Q(run_id__isnull=False) & ~Q(state="acknowledged"),
                name="webhook_delivery_unsaid",
            ),
            models.Index(
                fields=["webhook_id", "created_at"], name="webhook_delivery_of_webhook"
            ),
            models.Index(
                fields=["created_at"],
                condition=Q(ended_at=None),
                name="webhook_delivery_open",
            ),
            models.Index(
                fields=["ended_at"],
                condition=Q(run_id=None),
                name="webhook_delivery_by_end",
            ),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)

    @property
    def message(self) -> str:
        """The ``webhook-id`` of every try, by which a recipient knows one that it has seen:
        of the event and the service and not of this row, which a replay makes anew, nor of
        the address, in whose place another may come."""
        return f"msg_{uuid.uuid5(self.service_id, str(self.event_id)).hex}"
