"""Who of the staff did something, by their address."""

import uuid
from collections.abc import Iterable, Mapping

from governance.models import Account


def names_of(ids: Iterable[uuid.UUID | None]) -> Mapping[uuid.UUID | None, str]:
    """Addresses of staff by account."""
    accounts = Account.objects.in_bulk([each for each in ids if each])
    return {account_id: each.email for account_id, each in accounts.items()}
