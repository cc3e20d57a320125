"""How long a forget can be undone: as asked for this once, as the person has chosen, or
the product's own default."""

import uuid
from datetime import timedelta

from governance.models import Person

DEFAULT_UNDO = timedelta(hours=24)


def undo_time(person_id: uuid.UUID, *, hours: int | None = None) -> timedelta:
    """``hours`` where they are given, else the person's choice; zero erases at once.
    Call it inside the person's scope."""
    if hours is None:
        chosen = Person.objects.filter(id=person_id).values_list(
            "undo_hours", flat=True
        )
        hours = chosen.first()
    return DEFAULT_UNDO if hours is None else timedelta(hours=hours)
