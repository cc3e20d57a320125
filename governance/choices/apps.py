"""What becomes of a service that the person is done with: disconnected, keeping or
forgetting what it wrote; connected again; and a record given back."""

import uuid

from django.db.models import QuerySet
from django.db.models.functions import Now

from governance.access import (
    Switch,
    as_service_with,
    enter_switch,
    lock_for_erasing,
)
from governance.audit import Actor, ActorKind, record
from governance.choices.telling import tell_settings
from governance.erasure import ask_for_all, undo, undo_time
from governance.models import (
    Account,
    EraseScope,
    ErasureRun,
    Person,
    RunState,
)


class NotTheirs(Exception):
    """The record is not this account's any more."""


def disconnect(person: Person, *, forget: bool, actor: Actor) -> uuid.UUID | None:
    """The service writes and reads nothing about the person from now on. With ``forget``
    all that it wrote is out of use and goes when the person's undo time is over: gives
    that run. Call it inside the person's own scope; the same again changes nothing."""
    lock_for_erasing(person.id)
    mine = _rows(person.id).filter(disconnected_at=None)
    if mine.update(disconnected_at=Now()):
        _enter("app.disconnected", person, actor)
        tell_settings(person.id, person.service_id, actor)
        enter_switch(Switch.DISCONNECTED, person, protects=True)
    if not forget:
        return None
    before = forgetting(person)
    return before.id if before else _forget(person, actor).id


def connect_again(person: Person, *, actor: Actor) -> None:
    """The service may do what it might before, and what waited to be forgotten with it is
    back. Raises ``TooLate`` where that is just being erased, and then changes nothing:
    what is written meanwhile would stand on sources that are on their way out."""
    lock_for_erasing(person.id)
    run = forgetting(person)
    if run:
        undo(run, actor=actor)
    away = _rows(person.id).exclude(disconnected_at=None)
    if away.update(disconnected_at=None):
        _enter("app.connected_again", person, actor)
        tell_settings(person.id, person.service_id, actor)
        enter_switch(Switch.DISCONNECTED, person, protects=False)


def let_go(person: Person, account: Account) -> None:
    """The account no longer owns the record, which stays as it is with its service; who
    has a fresh link may claim it. Raises :class:`NotTheirs`.

    Opens a scope of its own: in the account's it could not give away what it owns.
    """
    with as_service_with(person.service_id, person.id):
        lock_for_erasing(person.id)
        mine = _rows(person.id).filter(account=account)
        if not mine.update(account=None, claimed_at=None):
            raise NotTheirs
        _enter("person.let_go", person, Actor(ActorKind.ACCOUNT, account.id))


def forgetting(person: Person) -> ErasureRun | None:
    """The run that is to forget all that the service wrote and has not begun."""
    runs = ErasureRun.objects.owned_by(person.id).written_by(person.service_id)
    open_ones = runs.filter(
        scope=EraseScope.SERVICE_PART, state=RunState.WAITING, epoch=None
    )
    return open_ones.order_by("-created_at").first()


def _forget(person: Person, actor: Actor) -> ErasureRun:
    """Also what was forgotten before and still waits: nothing of it may be left without
    its source."""
    undo = undo_time(person.id)
    return ask_for_all(person.id, person.service_id, actor=actor, undo=undo)


def _rows(person_id: uuid.UUID) -> QuerySet[Person]:
    return Person.objects.filter(id=person_id)


def _enter(verb: str, person: Person, actor: Actor) -> None:
    record(
        verb,
        actor,
        service_id=person.service_id,
        person_id=person.id,
        subjects=[person.id],
    )
