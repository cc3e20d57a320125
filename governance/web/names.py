"""Who of the staff did something, by their address."""

import uuid
from collections.abc import Iterable, Mapping

from governance.models import STAFF_ROLES, Account


def names_of(ids: Iterable[uuid.UUID | None]) -> Mapping[uuid.UUID | None, str]:
    """Addresses of staff by account; those of others stay hidden."""
    staff = Account.objects.filter(role__in=STAFF_ROLES)
    named = staff.filter(id__in={each for each in ids if each})
    return dict(named.values_list("id", "email"))
