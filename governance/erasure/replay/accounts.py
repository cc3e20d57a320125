"""Accounts that were closed since a backup, or whose closing was entered and not committed:
they go, for good, with what was to go with them."""

import uuid

from governance.access import as_account, as_service_with
from governance.audit import SYSTEM, Actor, ActorKind, record
from governance.erasure.replay.people import hash_of
from governance.erasure.whole import erase_whole
from governance.ledger import Entry
from governance.models import Account, Person


def close_again(entry: Entry) -> None:
    """Deletes the account with its passkeys and links, as when it was closed, and begins to
    erase those of its records that were to go and have no run yet. Records that it owns
    otherwise, as they were given back since, have no owner then. Opens scopes of its own;
    what was done before changes nothing."""
    account_id = uuid.UUID(entry["account"])
    _erase(account_id, entry)
    _let_go(account_id)
    with as_account(account_id):
        for account in Account.objects.select_for_update().filter(id=account_id):
            account.delete()
            record("account.closed", SYSTEM, subjects=[account_id])


def _erase(account_id: uuid.UUID, entry: Entry) -> None:
    named = set(entry.get("persons", []))
    if not named:  # or of a first version: then each record has its erasure's entry
        return
    hashed, by = hash_of(entry), Actor(ActorKind.ACCOUNT, account_id)
    unit = None
    with as_account(account_id) as persons:
        # Whoever does the same at this moment waits, and finds nothing.
        list(Account.objects.select_for_update().filter(id=account_id))
        records = Person.objects.filter(id__in=persons, account_id=account_id)
        for person in records.order_by("id"):
            if hashed(person.id) in named:
                run = erase_whole(person.id, person.service_id, actor=by, unit=unit)
                unit = unit or run.id


def _let_go(account_id: uuid.UUID) -> None:
    with as_account(account_id) as persons:
        records = Person.objects.filter(id__in=persons)
        owned = list(records.values_list("id", "service_id"))
    for person_id, service_id in owned:
        with as_service_with(service_id, person_id):
            mine = Person.objects.filter(id=person_id, account_id=account_id)
            mine.update(account=None, claimed_at=None)
