"""An erasure on its way, and the receipts it leaves.

Neither holds a foreign key to the person: both outlive what they erased.
"""

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from typing_extensions import override

from governance.models.owned import OwnedQuerySet
from governance.models.states import RunState


class EraseScope(models.TextChoices):
    """What an erasure was asked to reach."""

    MEMORIES = "memories", _("chosen memories")
    SERVICE_PART = "service_part", _("all that one service wrote")
    WHOLE_PERSON = (
        "whole_person",
        _("one person, as a service knows them, and all theirs"),
    )


UNENTERED = models.Q(ledger_at=None) & ~models.Q(
    state__in=[RunState.DONE, RunState.UNDONE]
) | models.Q(undone_entered_at=None, state=RunState.UNDONE)
"""What the ledger does not know yet: that a run was asked for, or that it was undone."""


class ErasureRun(models.Model):
    """The row is the queue. A worker claims it for a while (``lease_until``); each
    claim raises ``fence``, and a worker whose fence is old can change nothing."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person_id = models.UUIDField()
    service_id = models.UUIDField()
    asked_by = models.CharField(max_length=20)
    scope = models.CharField(max_length=20, choices=EraseScope)
    root_ids = ArrayField(models.UUIDField())
    # Whether earlier values of keys go along; whether what is named is derived again.
    with_history = models.BooleanField(default=True, db_default=True)
    wanted_back = models.BooleanField(default=False, db_default=False)
    plan = models.JSONField()
    state = models.CharField(
        max_length=20, choices=RunState.choices, default=RunState.WAITING
    )
    counts = models.JSONField(default=dict)
    verification = models.JSONField(null=True)
    # Runs that were asked for at once, of several records: the id of the first of them.
    unit = models.UUIDField(null=True)
    # None until the erasure begins: as long as it may be undone, nothing is stale.
    epoch = models.BigIntegerField(null=True)
    # When the newest memory was made, where the plan reaches every one that there is:
    # from the commit on whatever is not newer is hidden.
    hides_upto = models.DateTimeField(null=True, blank=True)
    # What holds kept of it when it began: a list of laws, ends and numbers of memories.
    kept = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField())
    )
    # When the ledger took that it was asked for; and, of one that was undone, that.
    ledger_at = models.DateTimeField(null=True, blank=True)
    undone_entered_at = models.DateTimeField(null=True, blank=True)
    fence = models.BigIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    trouble = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # Set with its certificate, in one commit: a run that is done without is taken up.
    certified_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "erasure_run"
        constraints = [
            models.UniqueConstraint(
                fields=["person_id", "id"], name="erasure_run_person_id"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=RunState.values),
                name="erasure_run_state_known",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=~models.Q(state__in=[RunState.DONE, RunState.UNDONE]),
                name="erasure_run_open",
            ),
            # Whether anything of a person has to be hidden; asked for with every read.
            models.Index(
                fields=["person_id"],
                condition=models.Q(epoch__isnull=False)
                & ~models.Q(state__in=[RunState.DONE, RunState.UNDONE]),
                name="erasure_run_under_way",
            ),
            models.Index(
                fields=["finished_at"],
                condition=models.Q(state=RunState.DONE, certified_at=None),
                name="erasure_run_uncertified",
            ),
            models.Index(
                fields=["created_at"],
                condition=UNENTERED,
                name="erasure_run_unentered",
            ),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)


class Receipt(models.Model):
    """What remains of one erased row: that it was, and which run erased it. It answers
    the writer's own old id with 410 and refuses what is written again from an erased
    source (``ref_hash``); it is gone itself after ``expires_at``."""

    pk = models.CompositePrimaryKey("person_id", "thing_id")
    person_id = models.UUIDField()
    service_id = models.UUIDField()
    run_id = models.UUIDField()
    thing = models.CharField(max_length=20)
    thing_id = models.UUIDField()
    ref_hash = models.BinaryField(max_length=32, null=True)
    created_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "receipt"
        indexes = [
            models.Index(
                fields=["person_id", "ref_hash"],
                condition=models.Q(ref_hash__isnull=False),
                name="receipt_by_ref",
            ),
            # They expire in the order in which they are written.
            BrinIndex(fields=["expires_at"], name="receipt_by_expiry"),
        ]

    @override
    def __str__(self) -> str:
        return str(self.thing_id)
