"""Accounts that can sign in, and the person records that they make their own."""

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from governance.access.dashboard import Opened
from governance.access.ledger_names import ledger_name
from governance.access.scopes import as_service_with, as_staff
from governance.audit import Actor, ActorKind, record
from governance.ledger import enter_before_commit
from governance.models import Account, Person, Role


class ClaimedByAnother(Exception):
    """The record belongs to another account already."""


def make_account(
    email: str, password: str | None, *, role: Role = Role.PERSON
) -> Account:
    """An account that can sign in: allauth demands a verified address beside it.

    Without a password its owner gets in by "Forgot your password?".
    """
    with transaction.atomic():
        account = Account.objects.create_user(email, password, role=role)
        EmailAddress.objects.create(
            user=account, email=account.email, verified=True, primary=True
        )
    return account


def make_staff(email: str, role: Role, *, actor: Actor) -> tuple[str, datetime]:
    """An account for staff; gives the one-time link to set its password, and when the
    link ends. Whoever made the account never knows the password."""
    with as_staff():
        account = make_account(email, None, role=role)
        record("staff.made", actor, subjects=[account.id])
    names = {
        "uidb36": user_pk_to_url_str(account),
        "key": default_token_generator.make_token(account),
    }
    path = reverse("account_reset_password_from_key", kwargs=names)
    ends = timezone.now() + timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    return f"{settings.PUBLIC_URL}{path}", ends


def claim(opened: Opened, account: Account) -> bool:
    """Claims the record that a link opened; False when it was this account's before.

    Records are never merged: an account reads the set of those it has claimed. Raises
    :class:`ClaimedByAnother`.
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


def enter_closed(account_id: uuid.UUID, persons: Iterable[uuid.UUID]) -> None:
    """Enters that an account is closed for good and everything of these records with it:
    before the commit, or not at all. Call it inside the account's scope."""
    named = [ledger_name(each) for each in persons]
    enter_before_commit(
        {
            "kind": "account_closed",
            "account": str(account_id),
            "persons": sorted(each.hash for each in named),
            "key": named[0].key_id if named else "",
        }
    )
