"""The epoch lock (design.md, Locks): one row per person orders writers and erasers."""

import uuid

from django.db.models import F

from governance.models import Epoch, Ready


def lock_for_writing(person_id: uuid.UUID) -> int:
    """Locks the person FOR NO KEY UPDATE until the transaction ends; gives the epoch.

    Writers of one person wait for each other here, so that equal writes meet.
    """
    [number] = _LOCKED(person_id=person_id)
    return number


_LOCKED = Ready[int](
    lambda person_id: (
        Epoch.objects.select_for_update(no_key=True)
        .filter(person_id=person_id)
        .values_list("number", flat=True)
    )
)


def lock_for_erasing(person_id: uuid.UUID) -> int:
    """Locks the person FOR UPDATE and starts a new epoch; gives its number.

    What began in an older epoch can tell that it is stale.
    """
    row = Epoch.objects.select_for_update().get(person_id=person_id)
    Epoch.objects.filter(person_id=person_id).update(number=F("number") + 1)
    return row.number + 1
