"""A derived text that went with one of its origins and is to be derived again."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from governance.models.memory import Kind, Sensitivity
from governance.models.owned import Owned, OwnedQuerySet, owner_first
from governance.models.source import Trust
from governance.models.states import MemoryState


class Rebuild(Owned):
    """The row is the queue, and is deleted once its text is there or nothing is to be
    derived. It holds ids and what the text that went was like, never what it said.

    A worker claims it for a while (``lease_until``); each claim raises ``fence``, and a
    worker whose fence is old can change nothing.
    """

    instead_of = models.UUIDField()
    run_id = models.UUIDField(null=True)
    # The memories that are left of what it was made from, at the time that it went.
    origin_ids = ArrayField(models.UUIDField())
    kind = models.CharField(max_length=20, choices=Kind)
    space = models.CharField(max_length=120, blank=True)
    importance = models.PositiveSmallIntegerField()
    # What the new text is no better than, whatever its origins would allow.
    trust = models.CharField(max_length=10, choices=Trust)
    sensitivity = models.CharField(max_length=10, choices=Sensitivity)
    expires_at = models.DateTimeField(null=True, blank=True)
    was = models.CharField(max_length=20, choices=MemoryState)
    fence = models.BigIntegerField(default=0)
    # Nobody takes it up before; a worker that is alive puts it off in time.
    lease_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    trouble = models.CharField(max_length=120, blank=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "rebuild"
        constraints = [
            *owner_first("rebuild", ("person", "instead_of")),
            models.CheckConstraint(
                condition=Q(kind__in=Kind.values), name="rebuild_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(importance__range=(1, 10)), name="rebuild_importance_range"
            ),
        ]
        indexes = [models.Index(fields=["created_at"], name="rebuild_oldest_first")]
