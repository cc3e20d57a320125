"""The plan of an erasure, row by row, as long as it is on its way."""

import uuid

from django.db import models
from typing_extensions import override

from governance.models.owned import OwnedQuerySet


class ErasureItem(models.Model):
    """One thing that a run reaches: a memory, with the state it was in before, or a
    source. The rows of a run that has begun hide what they name from every scope but the
    run's own (a policy on ``memory``); they go when the run has been verified.

    A plan is a table and not a list: one memory may have a million texts below it.
    """

    pk = models.CompositePrimaryKey("person_id", "thing_id", "run_id")
    person_id = models.UUIDField()
    thing_id = models.UUIDField()
    run_id = models.UUIDField()
    service_id = models.UUIDField()
    thing = models.CharField(max_length=20)
    before = models.CharField(max_length=20, blank=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "erasure_item"

    @override
    def __str__(self) -> str:
        return str(uuid.UUID(str(self.thing_id)))
