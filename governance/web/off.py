"""Whether memory is off for whoever looks: every page says so while it is."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q
from django.db.models.functions import Now

from governance.choices import UNTIL_I_SAY
from governance.models import Person


@dataclass
class Off:
    """Filled when a page opens its visitor's scope, by one query; a page that opens none
    knows nothing of anybody and says nothing."""

    apps: int = 0
    """Records that are connected."""
    paused: int = 0
    temporary: int = 0
    until: datetime | None = None
    """When the last temporary mode ends."""

    def look(self, persons: Sequence[uuid.UUID]) -> None:
        """Finds out, inside the visitor's scope."""
        now_on = Q(temporary_until__gt=Now())
        found = Person.objects.filter(id__in=persons, disconnected_at=None).aggregate(
            apps=Count("id"),
            paused=Count("id", filter=Q(memory_enabled=False)),
            temporary=Count("id", filter=now_on),
            until=Max("temporary_until", filter=now_on),
        )
        for name, value in found.items():
            setattr(self, name, value)

    @property
    def all_paused(self) -> bool:
        """Whether memory is off altogether."""
        return self.paused == self.apps > 0

    @property
    def endless(self) -> bool:
        """Whether temporary mode lasts until the person ends it."""
        return self.until == UNTIL_I_SAY
