"""An account makes a service's record of its owner its own.

Records are never merged: an account reads the set of those it has claimed.
"""

from django.db.models.functions import Now

from governance.access import Opened, as_service_with
from governance.audit import Actor, ActorKind, record
from governance.models import Account, Person


class ClaimedByAnother(Exception):
    """The record belongs to another account already."""


def claim(opened: Opened, account: Account) -> bool:
    """Claims the record that a link opened; False when it was this account's before.

    Raises :class:`ClaimedByAnother`.
    """
    with as_service_with(opened.service_id, opened.person_id):
        person = Person.objects.select_for_update().get(id=opened.person_id)
        if person.account_id == account.id:
            return False
        if person.account_id is not None:
            raise ClaimedByAnother
        Person.objects.filter(id=person.id).update(account=account, claimed_at=Now())
        record(
            "person.claimed",
            Actor(ActorKind.ACCOUNT, account.id),
            service_id=opened.service_id,
            person_id=opened.person_id,
            subjects=[opened.link_id],
        )
    return True
