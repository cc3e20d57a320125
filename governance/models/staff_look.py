"""A member of the staff opened what is remembered about one person: when, and why."""

import uuid

from django.db import models
from typing_extensions import override

from governance.models.owned import OwnedQuerySet


class StaffLook(models.Model):
    """As long as ``open_until`` lies ahead, this member sees this person's memories; the
    row stays until ``expires_at``, and the person sees that there was one. No foreign key:
    it outlives whom it is about."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person_id = models.UUIDField()
    service_id = models.UUIDField()
    account_id = models.UUIDField()
    request_id = models.UUIDField(null=True)
    # A sentence of the staff's own, scrubbed.
    reason = models.CharField(max_length=500)
    created_at = models.DateTimeField()
    open_until = models.DateTimeField()
    expires_at = models.DateTimeField()

    objects = OwnedQuerySet.as_manager()

    class Meta:
        db_table = "staff_look"
        indexes = [
            models.Index(
                fields=["person_id", "account_id", "open_until"],
                name="staff_look_open",
            ),
            models.Index(fields=["expires_at"], name="staff_look_by_end"),
        ]

    @override
    def __str__(self) -> str:
        return str(self.id)
