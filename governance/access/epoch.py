"""The epoch lock (design.md, Locks): one row per person orders writers and erasers."""

import uuid
from typing import NoReturn

from django.db.models import F

from governance.access.may import Refused, refuse_gone
from governance.models import Epoch, Ready


def lock_for_writing(person_id: uuid.UUID) -> int:
    """Locks the person FOR NO KEY UPDATE until the transaction ends; gives the epoch.

    Writers of one person wait for each other here, so that equal writes meet. Raises
    ``PersonGone`` where they were erased as a whole meanwhile.
    """
    found = _LOCKED(person_id=person_id)
    if not found:
        _refuse(person_id)
    return found[0]


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
    row = Epoch.objects.select_for_update().filter(person_id=person_id).first()
    if row is None:
        _refuse(person_id)
    Epoch.objects.filter(person_id=person_id).update(number=F("number") + 1)
    return row.number + 1


def _refuse(person_id: uuid.UUID) -> NoReturn:
    refuse_gone(person_id)
    raise Refused("unknown_person")
