"""Close an account: all that every app has of its person goes, and the account with it, in
one commit. What is left is a run for each app, which nothing can lose, and its receipt."""

import uuid
from dataclasses import dataclass

from django.contrib.sessions.models import Session

from governance.access import as_account, enter_closed
from governance.audit import Actor, ActorKind, record
from governance.erasure import erase_whole, make_receipt_link
from governance.models import Account, ExportLink, Person, Role

BY_ACCOUNT, BY_LINK = "_auth_user_id", "opened_link"
"""Where a session names whose it is."""


class LastOfficer(Exception):
    """Somebody has to be there who looks after requests and policies."""


@dataclass(frozen=True)
class Closed:
    """What is erased of one app, with the token of the link to its certificate."""

    service: str
    token: str


def is_last_officer(account: Account) -> bool:
    """Whether no other officer could sign in without this account."""
    if account.role != Role.OFFICER:
        return False
    others = Account.objects.filter(role=Role.OFFICER, is_active=True)
    return not others.exclude(id=account.id).exists()


def close_account(account: Account) -> list[Closed]:
    """Closes it, for good. Raises :class:`LastOfficer`; ``Account.DoesNotExist`` where it
    was closed a moment ago. Opens the account's own scope."""
    with as_account(account.id) as persons:
        _lock(account)
        actor = Actor(ActorKind.ACCOUNT, account.id)
        # Before the commit: a process that ends after it could enter nothing any more.
        enter_closed(account.id, persons)
        closed = _erase(persons, actor)
        ExportLink.objects.filter(account=account).delete()
        _end_sessions({str(account.id), *map(str, persons)})
        record("account.closed", actor, subjects=[account.id])
        account.delete()
    return closed


def _lock(account: Account) -> None:
    """Officers wait for each other here: of the last two one stays."""
    Account.objects.select_for_update().get(id=account.id)
    if account.role == Role.OFFICER:
        officers = Account.objects.select_for_update().filter(role=Role.OFFICER)
        list(officers.order_by("id"))
    if is_last_officer(account):
        raise LastOfficer


def _erase(persons: tuple[uuid.UUID, ...], actor: Actor) -> list[Closed]:
    closed: list[Closed] = []
    unit = None
    records = Person.objects.filter(id__in=persons).select_related("service")
    for person in records.order_by("id"):
        run = erase_whole(person.id, person.service_id, actor=actor, unit=unit)
        unit = unit or run.id
        token = make_receipt_link(run, actor=actor)
        closed.append(Closed(person.service.name, token))
    return closed


def _end_sessions(names: set[str]) -> None:
    """Of the account, in all of its browsers, and those that a link to one of its records
    had opened: sessions are not kept by whose they are, so each is looked into."""
    for session in Session.objects.iterator():
        held = session.get_decoded()
        link = held.get(BY_LINK) or {}
        if {held.get(BY_ACCOUNT), link.get("person")} & names:
            session.delete()
