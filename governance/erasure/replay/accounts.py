"""Accounts that were closed since a backup: they go again, for good."""

import uuid

from governance.access import as_account, as_service_with
from governance.audit import SYSTEM, record
from governance.models import Account, Person


def drop_account(account_id: uuid.UUID) -> None:
    """Deletes the account with its passkeys and links, as when it was closed; records that
    it may still own have no owner then. Opens scopes of its own."""
    with as_account(account_id) as persons:
        records = Person.objects.filter(id__in=persons)
        owned = list(records.values_list("id", "service_id"))
    for person_id, service_id in owned:
        with as_service_with(service_id, person_id):
            mine = Person.objects.filter(id=person_id, account_id=account_id)
            mine.update(account=None, claimed_at=None)
    with as_account(account_id):
        for account in Account.objects.filter(id=account_id):
            account.delete()
            record("account.closed", SYSTEM, subjects=[account_id])
