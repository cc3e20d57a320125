"""Which member of the staff was told by mail of what: each of them of each thing once."""

import uuid

from django.db import models
from typing_extensions import override


class StaffAlarm(models.Model):
    """One alarm for one account. ``unsure`` is set before its mail goes and taken back when
    the server took it or surely did not; a worker that dies in between leaves it, and
    nobody is mailed twice. No foreign keys: ids of a request, a letter or an erasure."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    account_id = models.UUIDField()
    subject_id = models.UUIDField()
    # What is told of it: fixed words, days, numbers and ids.
    step = models.CharField(max_length=120)
    unsure = models.BooleanField(default=False)
    told_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "staff_alarm"
        constraints = [
            models.UniqueConstraint(
                fields=["subject_id", "step", "account_id"], name="staff_alarm_once"
            )
        ]
        indexes = [models.Index(fields=["expires_at"], name="staff_alarm_by_end")]

    @override
    def __str__(self) -> str:
        return str(self.id)
